import type { Webhook } from "@daymark/domain/webhook/webhook";
import { useLingui } from "@lingui/react/macro";
import { trpc } from "../../../lib/network/trpc.ts";
import { RemovalDialog, type RemovalTarget } from "../security/removal-dialog.tsx";

export default function WebhookDeleteDialog(target: RemovalTarget<Webhook>) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  return (
    <RemovalDialog
      {...target}
      words={() => ({
        title: t`Delete this webhook?`,
        description: t`Its receiver gets no more messages, and its log is deleted. This cannot be undone.`,
        confirm: t`Delete`,
      })}
      removal={trpc.webhook.delete.useMutation()}
      onRemoved={() => utils.webhook.invalidate()}
    />
  );
}
