import type { Webhook } from "@daymark/domain/webhook/webhook";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";

interface WebhookDeleteDialogProps {
  webhook: Webhook | null;
  /** The element that gets the focus once the row and the button that opened this dialog are removed. */
  afterwards: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function WebhookDeleteDialog({ webhook, afterwards, onClose }: WebhookDeleteDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(webhook);
  if (webhook && webhook !== shown) setShown(webhook);
  const gone = useRef<Webhook>(null);
  const remove = trpc.webhook.delete.useMutation({
    onSuccess: ({ detail }) => {
      gone.current = shown;
      onClose();
      void report.success(detail);
      void utils.webhook.invalidate();
      void utils.securityEvent.invalidate();
    },
    onError: (error) => void report.failure(error),
  });
  if (!shown) return null;
  return (
    <AlertDialog
      open={webhook !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Delete this webhook?`}
      description={t`Its receiver gets no more messages, and its log is deleted. This cannot be undone.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Delete`}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: shown.id })}
      finalFocus={() => (gone.current === shown ? afterwards.current : true)}
    />
  );
}
