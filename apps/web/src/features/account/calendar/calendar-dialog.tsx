import { Dialog } from "@daymark/ui/dialog";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { SecretBox } from "../../copy/secret-box.tsx";
import { Acknowledgement } from "../security/two-factor/backup-codes.tsx";
import { useKeptSecret } from "../security/use-kept-secret.tsx";
import { CalendarForm } from "./calendar-form.tsx";

/** Creates a calendar address and shows it this one time. */
export default function CalendarDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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
      title={url ? t`Your calendar address` : t`Add a calendar`}
      description={
        url
          ? t`Copy the address now: we store only a fingerprint of it and cannot show it again.`
          : t`Anyone who has the address can see these habits and days, so add it only to your own calendar apps.`
      }
      closeLabel={t`Close`}
    >
      {url ? (
        <div className="flex flex-col gap-5">
          <SecretBox name="calendar-url" secret={url} label={t`Copy the address`} />
          <div className="flex flex-col items-start gap-2">
            <a href={url.replace(/^https?:/, "webcal:")} className={linkClass}>
              <Trans>Open in the calendar app on this device</Trans>
            </a>
            <p className="text-sm text-ink-muted">
              <Trans>
                In Google Calendar, choose “From URL”; in Outlook, “Subscribe from web”. Apps read a calendar about once
                an hour, some only once a day.
              </Trans>
            </p>
          </div>
          <Acknowledgement label={t`I have added or saved this address`} kept={kept} />
        </div>
      ) : (
        <CalendarForm
          onCancel={onClose}
          onCreated={(answer) => {
            setUrl(answer.url);
            void utils.calendarLink.list.invalidate();
            void utils.securityEvent.invalidate();
          }}
        />
      )}
      {kept.warning}
    </Dialog>
  );
}
