import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import FingerprintPattern from "lucide-react/icons/fingerprint-pattern";
import { useState } from "react";
import { trpc } from "../../../../lib/network/trpc.ts";
import { askCredential } from "../../passkey/web-authn.ts";
import { Refusal } from "../../settings/refusal.tsx";

/** A step-up with a passkey. */
export function StepUpPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const start = trpc.passkey.startStepUp.useMutation();
  const stepUp = trpc.auth.stepUp.useMutation();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      const passkey = await askCredential(await start.mutateAsync({}));
      if (!passkey) return;
      await stepUp.mutateAsync({ passkey });
      onConfirmed();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <Button
        kind="primary"
        icon={<FingerprintPattern aria-hidden="true" />}
        isBusy={isBusy}
        onClick={() => void confirm()}
      >
        <Trans>Continue with a passkey</Trans>
      </Button>
      <Refusal error={error} />
    </div>
  );
}
