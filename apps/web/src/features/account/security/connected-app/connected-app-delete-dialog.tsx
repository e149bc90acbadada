import type { ConnectedApp } from "@daymark/domain/account/connected-app";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef, useState } from "react";
import { useBrowser } from "../../../../lib/app.ts";
import { flash } from "../../../../lib/messages/flash.ts";
import { trpc } from "../../../../lib/network/trpc.ts";

interface ConnectedAppDeleteDialogProps {
  app: ConnectedApp | null;
  /** The element that gets the focus once the application and the button that opened this dialog are removed. */
  afterwards: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function ConnectedAppDeleteDialog({ app, afterwards, onClose }: ConnectedAppDeleteDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(app);
  if (app && app !== shown) setShown(app);
  const gone = useRef<ConnectedApp>(null);
  const disconnect = trpc.connectedApp.delete.useMutation({
    onSuccess: () => {
      gone.current = shown;
      onClose();
      flash({ kind: "success", text: t`The application is disconnected.` });
      void utils.connectedApp.list.invalidate();
      void utils.securityEvent.invalidate();
    },
    onError: (error) => void report.failure(error),
  });
  if (!shown) return null;
  return (
    <AlertDialog
      open={app !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Disconnect “${{ name: shown.name }}”?`}
      description={t`From now on, it can no longer use your habits. You can allow it again later.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Disconnect`}
      isBusy={disconnect.isPending}
      onConfirm={() => disconnect.mutate({ id: shown.id })}
      finalFocus={() => (gone.current === shown ? afterwards.current : true)}
    />
  );
}
