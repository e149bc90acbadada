import type { ApiKeyCreateInput } from "@daymark/domain/account/api-key";
import { Dialog } from "@daymark/ui/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { trpc } from "../../../../lib/network/trpc.ts";
import { SecretBox } from "../../../copy/secret-box.tsx";
import { Acknowledgement } from "../two-factor/backup-codes.tsx";
import { useKeptSecret } from "../use-kept-secret.tsx";
import { ApiKeyForm } from "./api-key-form.tsx";

/** Creates a key and shows it this one time. */
export default function ApiKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const [created, setCreated] = useState<(Pick<ApiKeyCreateInput, "name"> & { key: string }) | null>(null);
  const kept = useKeptSecret({ isShown: created !== null, success: "api_key_created", onClose });
  useEffect(() => {
    if (!open) setCreated(null);
  }, [open]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) kept.askToClose();
      }}
      title={created ? t`Your key “${{ name: created.name }}”` : t`Create an API key`}
      description={
        created
          ? t`Copy it now: we store only a fingerprint of it and cannot show it again.`
          : t`Anyone who has the key can use it. Give each script a key of its own, so that you can revoke just that one.`
      }
      closeLabel={t`Close`}
    >
      {created ? (
        <div className="flex flex-col gap-5">
          <SecretBox name="api-key" secret={created.key} label={t`Copy the key`} />
          <p className="text-sm text-ink-muted">
            <Trans>Try it:</Trans>{" "}
            <code translate="no" className="font-mono text-[0.92em] break-words text-ink">
              curl -H "Authorization: Bearer $KEY" {location.origin}/api/habits/
            </code>
          </p>
          <Acknowledgement label={t`I have saved this key`} kept={kept} />
        </div>
      ) : (
        <ApiKeyForm
          onCancel={onClose}
          onCreated={(answer) => {
            setCreated(answer);
            void utils.apiKey.list.invalidate();
            void utils.securityEvent.invalidate();
          }}
        />
      )}
      {kept.warning}
    </Dialog>
  );
}
