import { Dialog } from "@daymark/ui/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { CopyButton } from "../../copy/copy-button.tsx";
import { SecretBox } from "../../copy/secret-box.tsx";
import { Acknowledgement } from "../security/two-factor/backup-codes.tsx";
import { useKeptSecret } from "../security/use-kept-secret.tsx";
import { BadgeForm } from "./badge-form.tsx";

/** Creates the address of a picture and shows it this one time. */
export default function BadgeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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
      title={url ? t`Your badge` : t`Add a badge`}
      description={
        url
          ? t`Copy the address now: we store only a fingerprint of it and cannot show it again.`
          : t`Anyone who can see the picture or its address sees what it shows, and nothing else.`
      }
      closeLabel={t`Close`}
    >
      {url ? (
        <div className="flex flex-col gap-5">
          <SecretBox name="badge-url" secret={url} label={t`Copy the address`} />
          <CopyButton text={`![Daymark](${url})`} label={t`Copy as Markdown`} />
          <p className="text-sm text-ink-muted">
            <Trans>
              Add ?theme=light or ?theme=dark for one theme, and lang=uk for Ukrainian. Pages may show a picture up to
              five minutes old.
            </Trans>
          </p>
          <Acknowledgement label={t`I have added or saved this address`} kept={kept} />
        </div>
      ) : (
        <BadgeForm
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
