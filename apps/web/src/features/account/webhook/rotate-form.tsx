import type { Webhook } from "@daymark/domain/webhook/webhook";
import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { notConfirmed, useStepUp } from "../security/step-up/use-step-up.tsx";

interface RotateFormProps {
  webhook: Webhook;
  onCancel: () => void;
  onRotated: (made: { secret: string }) => void;
}

export function RotateForm({ webhook, onCancel, onRotated }: RotateFormProps) {
  const { report } = useBrowser();
  const stepUp = useStepUp();
  const rotate = trpc.webhook.rotateSecret.useMutation();
  const submit = async () => {
    try {
      const answer = await stepUp.confirmed(() => rotate.mutateAsync({ id: webhook.id }));
      if (answer !== notConfirmed) onRotated(answer);
    } catch (error) {
      void report.failure(error);
    }
  };
  return (
    <div className="flex flex-col gap-6">
      <p>
        <Trans>
          For 24 hours each message is signed with both secrets, so that you have time to give the receiver the new one.
        </Trans>
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" isBusy={rotate.isPending} onClick={() => void submit()}>
          <Trans>Create a new secret</Trans>
        </Button>
      </div>
      {stepUp.dialog}
    </div>
  );
}
