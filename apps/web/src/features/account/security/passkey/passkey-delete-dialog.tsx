import type { Passkey } from "@daymark/domain/account/passkey";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef, useState } from "react";
import { useBrowser } from "../../../../lib/app.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { notConfirmed, useStepUp } from "../step-up/use-step-up.tsx";

interface PasskeyDeleteDialogProps {
  passkey: Passkey | null;
  /** The element that gets the focus once the passkey and the button that opened this dialog are removed. */
  afterwards: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function PasskeyDeleteDialog({ passkey, afterwards, onClose }: PasskeyDeleteDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const stepUp = useStepUp();
  const remove = trpc.passkey.delete.useMutation();
  const [shown, setShown] = useState(passkey);
  if (passkey && passkey !== shown) setShown(passkey);
  const gone = useRef<Passkey>(null);
  if (!shown) return null;
  const confirm = async () => {
    try {
      const answer = await stepUp.confirmed(() => remove.mutateAsync({ id: shown.id }));
      if (answer === notConfirmed) return;
      gone.current = shown;
      onClose();
      void report.success(answer.detail);
      void utils.passkey.list.invalidate();
      void utils.securityEvent.invalidate();
    } catch (error) {
      void report.failure(error);
    }
  };
  return (
    <AlertDialog
      open={passkey !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Remove “${{ name: shown.name }}”?`}
      description={t`You can no longer log in with it. Your device may still list it until you remove it there.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Remove`}
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      finalFocus={() => (gone.current === shown ? afterwards.current : true)}
    >
      {stepUp.dialog}
    </AlertDialog>
  );
}
