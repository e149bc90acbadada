import type { ApiKey } from "@daymark/domain/account/api-key";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef, useState } from "react";
import { useBrowser } from "../../../../lib/app.ts";
import { trpc } from "../../../../lib/network/trpc.ts";

interface ApiKeyDeleteDialogProps {
  apiKey: ApiKey | null;
  /** The element that gets the focus once the key and the button that opened this dialog are removed. */
  afterwards: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function ApiKeyDeleteDialog({ apiKey, afterwards, onClose }: ApiKeyDeleteDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  const gone = useRef<ApiKey>(null);
  const revoke = trpc.apiKey.delete.useMutation({
    onSuccess: ({ detail }) => {
      gone.current = shown;
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
      description={t`Anything that uses it stops working at once. This cannot be undone.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Revoke`}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: shown.id })}
      finalFocus={() => (gone.current === shown ? afterwards.current : true)}
    />
  );
}
