import { AlertDialog } from "@daymark/ui/alert-dialog";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useApp, useBrowser } from "../lib/app.ts";
import { flash } from "../lib/flash.ts";
import { useDialogTitle } from "../lib/head.tsx";

interface LogOutDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What takes the focus where one stays. */
  finalFocus: () => HTMLElement | boolean;
}

/** Asks before the session ends here. One is logged out at once; what the server says to it is shown when it comes. */
export default function LogOutDialog({ isOpen, onClose, finalFocus }: LogOutDialogProps) {
  const { t } = useLingui();
  const { i18n } = useApp().languages;
  const { session, report } = useBrowser();
  const router = useRouter();
  useEffect(() => {
    // The page one lands on: a connection lost meanwhile must not leave one with none.
    if (isOpen) router.loadRouteChunk(router.routesById["/"])?.catch(() => {});
  }, [isOpen, router]);
  useDialogTitle(isOpen ? t`Log Out` : null);

  const logOut = async () => {
    onClose();
    const detail = await session.logOut();
    if (detail) return report.success(detail);
    flash({ kind: "success", text: i18n._(msg`You have successfully logged out!`) });
  };

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={onClose}
      title={t`Log out of Daymark?`}
      description={t`What you have recorded is saved. Other devices stay logged in.`}
      cancelLabel={t`Stay`}
      confirmLabel={t`Log out`}
      kind="primary"
      onConfirm={() => void logOut()}
      finalFocus={finalFocus}
    />
  );
}
