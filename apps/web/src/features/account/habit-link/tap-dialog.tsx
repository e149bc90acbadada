import { Dialog } from "@daymark/ui/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { QrCode } from "../../copy/qr-code.tsx";
import { SecretBox } from "../../copy/secret-box.tsx";
import { Acknowledgement } from "../security/two-factor/backup-codes.tsx";
import { useKeptSecret } from "../security/use-kept-secret.tsx";
import { TapForm } from "./tap-form.tsx";

/** Creates a one-tap link and shows it this one time. */
export default function TapDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const [url, setUrl] = useState<string | null>(null);
  const kept = useKeptSecret({ isShown: url !== null, success: "settings_updated", onClose });
  useEffect(() => {
    if (!open) setUrl(null);
  }, [open]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) kept.askToClose();
      }}
      title={url ? t`Your one-tap link` : t`Add a one-tap link`}
      description={
        url
          ? t`Save the link now: we store only a fingerprint of it and cannot show it again.`
          : t`Anyone who has the link can see the habit’s title, record today and see today’s amount. They can do nothing else.`
      }
      closeLabel={t`Close`}
    >
      {url ? (
        <div className="flex flex-col gap-5">
          <SecretBox name="tap-url" secret={url} label={t`Copy the link`} />
          <QrCode text={url} label={t`QR code of the link`} />
          <p className="text-sm text-ink-muted">
            <Trans>
              Write it to an NFC tag, or scan the code with your phone. The page records when you press its button; on
              each device you can let it record at once. A script sends a POST request to the link.
            </Trans>
          </p>
          <Acknowledgement label={t`I have saved this link`} kept={kept} />
        </div>
      ) : (
        <TapForm
          onCancel={onClose}
          onCreated={(answer) => {
            setUrl(answer.url);
            void utils.habitLink.list.invalidate();
            void utils.securityEvent.invalidate();
          }}
        />
      )}
      {kept.warning}
    </Dialog>
  );
}
