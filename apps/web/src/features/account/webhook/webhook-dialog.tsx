import type { Webhook } from "@daymark/domain/webhook/webhook";
import { Dialog } from "@daymark/ui/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { SecretBox } from "../../copy/secret-box.tsx";
import { Acknowledgement } from "../security/two-factor/backup-codes.tsx";
import { useKeptSecret } from "../security/use-kept-secret.tsx";
import { RotateForm } from "./rotate-form.tsx";
import { WebhookForm } from "./webhook-form.tsx";

interface WebhookDialogProps {
  open: boolean;
  /** Null to add one. */
  webhook: Webhook | null;
  /** Gives the webhook a new secret instead of changing it. */
  isRotating: boolean;
  isStaff: boolean;
  onClose: () => void;
}

/** Adds or changes a webhook, or gives it a new secret. A secret is shown this one time. */
export default function WebhookDialog({ open, webhook, isRotating, isStaff, onClose }: WebhookDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [secret, setSecret] = useState<string | null>(null);
  const [shown, setShown] = useState({ webhook, isRotating });
  if (open && (shown.webhook !== webhook || shown.isRotating !== isRotating)) setShown({ webhook, isRotating });
  const kept = useKeptSecret({ isShown: secret !== null, success: "settings_updated", onClose });
  useEffect(() => {
    if (!open) setSecret(null);
  }, [open]);
  const reload = () => {
    void utils.webhook.invalidate();
    void utils.securityEvent.invalidate();
  };
  const takeSecret = (made: { secret: string }) => {
    setSecret(made.secret);
    reload();
  };
  const title = shown.isRotating ? t`New secret` : shown.webhook ? t`Edit the webhook` : t`Add a webhook`;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) kept.askToClose();
      }}
      title={secret ? t`Webhook secret` : title}
      description={
        secret
          ? t`Copy it now: the server cannot show it again. The receiver uses it to check that a message comes from this server.`
          : shown.isRotating
            ? undefined
            : t`The owner of the address receives your data, so enter only an address of your own.`
      }
      closeLabel={t`Close`}
    >
      {secret ? (
        <div className="flex flex-col gap-5">
          <SecretBox name="webhook-secret" secret={secret} label={t`Copy the secret`} />
          <p className="text-sm text-ink-muted">
            <Trans>
              Messages are signed according to Standard Webhooks. Most programming languages have a library for it. The
              documentation has examples without a library.
            </Trans>
          </p>
          <Acknowledgement label={t`I have saved this secret`} kept={kept} />
        </div>
      ) : shown.isRotating && shown.webhook ? (
        <RotateForm webhook={shown.webhook} onCancel={onClose} onRotated={takeSecret} />
      ) : (
        <WebhookForm
          key={shown.webhook?.id ?? 0}
          webhook={shown.webhook}
          isStaff={isStaff}
          onCancel={onClose}
          onCreated={takeSecret}
          onUpdated={() => {
            reload();
            onClose();
            void report.success("settings_updated");
          }}
        />
      )}
      {kept.warning}
    </Dialog>
  );
}
