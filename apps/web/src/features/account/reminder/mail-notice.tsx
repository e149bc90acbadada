import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import MailExclamationPoint from "lucide-react/icons/mail-exclamation-point";
import { trpc } from "../../../lib/network/trpc.ts";
import { Refusal } from "../settings/refusal.tsx";
import { Notice } from "../settings/setting-card.tsx";
import { useSetting } from "../settings/use-setting.ts";
import { ResendButton } from "../verification/resend-button.tsx";

/** Shown for email reminders if something prevents them. */
export function MailNotice() {
  const profile = trpc.auth.profile.useQuery({});
  const mails = useSetting("reminder_mails");
  if (profile.data && !profile.data.email_verified) {
    return (
      <Notice tone="warning" icon={<MailExclamationPoint aria-hidden="true" />} action={<ResendButton size="small" />}>
        <Trans>To get emails, first open the link that confirms your address.</Trans>
      </Notice>
    );
  }
  if (mails.value !== false) return null;
  return (
    <div className="flex flex-col gap-2">
      <Notice
        tone="warning"
        icon={<MailExclamationPoint aria-hidden="true" />}
        action={
          <Button size="small" isBusy={mails.phase === "saving"} onClick={() => void mails.save(true)}>
            <Trans>Send them again</Trans>
          </Button>
        }
      >
        <Trans>You turned off reminder emails.</Trans>
      </Notice>
      <Refusal error={mails.error} />
    </div>
  );
}
