import { AlertDialog } from "@daymark/ui/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../lib/app.ts";
import { trpc } from "../../lib/trpc.ts";
import { type Provider, providerNames } from "../auth/provider-mark.tsx";
import { Refusal } from "../settings/refusal.tsx";

interface ProviderUnlinkDialogProps {
  provider: Provider | null;
  onClose: () => void;
}

export default function ProviderUnlinkDialog({ provider, onClose }: ProviderUnlinkDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(provider);
  if (provider && provider !== shown) setShown(provider);
  const unlink = trpc.oauth.unlink.useMutation({
    onSuccess: ({ detail }) => {
      onClose();
      void report.success(detail);
      void utils.securityEvent.invalidate();
    },
  });
  if (!shown) return null;
  const name = providerNames[shown];
  return (
    <AlertDialog
      open={provider !== null}
      onOpenChange={(next) => {
        if (next) return;
        onClose();
        unlink.reset();
      }}
      title={t`Unlink ${name}?`}
      description={t`You can no longer log in with ${name}. Your account and all that is in it stay.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Unlink`}
      isBusy={unlink.isPending}
      onConfirm={() => unlink.mutate({ provider: shown })}
    >
      <div className="mt-4 empty:hidden">
        {/* The last way in stays: the server says so here. */}
        <Refusal error={unlink.error} />
      </div>
    </AlertDialog>
  );
}
