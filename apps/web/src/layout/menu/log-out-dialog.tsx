import { AlertDialog } from "@daymark/ui/alert-dialog";
import { msg } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { offlineOf } from "../../features/tracking/offline/offline.ts";
import { useApp, useBrowser } from "../../lib/app.ts";
import { waitingCount } from "../../lib/drafts/private-data.ts";
import { useDialogTitle } from "../../lib/head.tsx";
import { flash } from "../../lib/messages/flash.ts";

interface LogOutDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The element that gets the focus if the user cancels. */
  finalFocus: () => HTMLElement | boolean;
}

/**
 * Asks the user before ending the session. The log-out waits until recent changes have reached the server, which takes
 * almost no time.
 */
export default function LogOutDialog({ isOpen, onClose, finalFocus }: LogOutDialogProps) {
  const { t } = useLingui();
  const app = useApp();
  const { i18n } = app.languages;
  const { session, report } = useBrowser();
  const router = useRouter();
  useEffect(() => {
    // Preloads the page shown after the log-out, so that it also appears if the connection is lost meanwhile.
    if (!isOpen) return;
    router.loadRouteChunk(router.routesById["/"])?.catch(() => {});
    app.languages.need("landing").catch(() => {});
  }, [isOpen, router, app]);
  useDialogTitle(isOpen ? t`Log Out` : null);

  const waiting = waitingCount(session.userId);

  const logOut = async () => {
    onClose();
    // The product promises that recorded changes are saved.
    await offlineOf(app).settle();
    const told = await session.logOut();
    if (told?.logout_url) return location.assign(told.logout_url);
    if (told) return report.success(told.detail);
    flash({ kind: "success", text: i18n._(msg`You have successfully logged out!`) });
  };

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={onClose}
      title={t`Log out of Daymark?`}
      description={
        waiting > 0 ? (
          <Plural
            value={waiting}
            one="# change has not been saved yet and would be lost. Wait for a connection to keep it."
            other="# changes have not been saved yet and would be lost. Wait for a connection to keep them."
          />
        ) : (
          t`Everything you recorded is saved. You stay logged in on your other devices.`
        )
      }
      cancelLabel={t`Stay logged in`}
      confirmLabel={t`Log out`}
      kind={waiting > 0 ? "danger" : "primary"}
      onConfirm={() => void logOut()}
      finalFocus={finalFocus}
    />
  );
}
