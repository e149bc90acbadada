import type { ApiKey } from "@daymark/domain/api-key";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../lib/app.ts";
import { trpc } from "../../lib/trpc.ts";

export default function ApiKeyDeleteDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  const revoke = trpc.apiKey.delete.useMutation({
    onSuccess: ({ detail }) => {
      onClose();
      void report.success(detail);
      void utils.apiKey.list.invalidate();
      void utils.securityEvent.invalidate();
    },
    onError: (error) => void report.failure(error),
  });
  if (!shown) return null;
  return (
    <AlertDialog
      open={apiKey !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Revoke “${{ name: shown.name }}”?`}
      description={t`Whatever uses it stops working at once. A new key does not bring it back.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Revoke`}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: shown.id })}
    />
  );
}
