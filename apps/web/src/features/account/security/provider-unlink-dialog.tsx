import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { useProviderLabel } from "../../../lib/provider-label.ts";
import { Refusal } from "../settings/refusal.tsx";
import { notConfirmed, useStepUp } from "./step-up/use-step-up.tsx";

interface ProviderUnlinkDialogProps {
  provider: string | null;
  onClose: () => void;
}

export default function ProviderUnlinkDialog({ provider, onClose }: ProviderUnlinkDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const stepUp = useStepUp();
  const unlink = trpc.oauth.unlink.useMutation();
  const [error, setError] = useState<unknown>(null);
  const [shown, setShown] = useState(provider);
  if (provider && provider !== shown) setShown(provider);
  const labelOf = useProviderLabel();
  if (!shown) return null;
  const name = labelOf(shown);
  const confirm = async () => {
    setError(null);
    try {
      const answer = await stepUp.confirmed(() => unlink.mutateAsync({ provider: shown }));
      if (answer === notConfirmed) return;
      onClose();
      void report.success(answer.detail);
      void utils.securityEvent.invalidate();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <AlertDialog
      open={provider !== null}
      onOpenChange={(next) => {
        if (next) return;
        onClose();
        setError(null);
      }}
      title={t`Unlink ${name}?`}
      description={t`You can no longer log in with ${name}. Your account and everything in it stay.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Unlink`}
      isBusy={unlink.isPending}
      onConfirm={() => void confirm()}
    >
      <div className="mt-4 empty:hidden">
        {/* The last sign-in method cannot be removed: the server's error is shown here. */}
        <Refusal error={error} />
      </div>
      {stepUp.dialog}
    </AlertDialog>
  );
}
