import { maskEmail } from "@daymark/domain/text/masked-email";
import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import MailExclamationPoint from "lucide-react/icons/mail-exclamation-point";
import Send from "lucide-react/icons/send";
import { useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { useProviderLabel } from "../../../lib/provider-label.ts";
import { ResendButton } from "../verification/resend-button.tsx";
import { EmailText, RevealButton, useEmailReveal } from "./email-reveal.tsx";
import type { Profile } from "./profile.ts";
import { Notice, SettingRow } from "./setting-card.tsx";

const EmailDialog = lazyComponent(
  () => import("./email-dialog.tsx"),
  ({ target }) => target,
);

/**
 * The email address: masked until the user asks for it, verified or not, and a pending change.
 */
export function EmailRow({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const { client } = trpc.useUtils();
  const reveal = useEmailReveal(async () => (await client.account.getEmail.query({})).email);
  const changer = useRef<HTMLButtonElement>(null);
  const [target, setTarget] = useState<{ email: string } | null>(null);
  const { pending_email: pendingEmail, provider } = profile;
  const labelOf = useProviderLabel();
  const providerName = provider ? labelOf(provider) : "";
  return (
    <SettingRow
      title={<Trans>Email</Trans>}
      status={
        profile.email_verified ? (
          <Badge tone="success">
            <Trans>Verified</Trans>
          </Badge>
        ) : (
          <Badge tone="warning">
            <Trans>Not verified</Trans>
          </Badge>
        )
      }
      text={
        <>
          <EmailText reveal={reveal} masked={profile.masked_email} />
          {profile.has_password ? null : (
            <p className="mt-1">
              <Trans>
                Your address comes from {providerName}. To use another one, first{" "}
                <Link to="/settings/security" className={linkClass}>
                  add a password
                </Link>
                .
              </Trans>
            </p>
          )}
        </>
      }
      control={
        <>
          <RevealButton reveal={reveal} showName={t`Show email`} hideName={t`Hide email`} />
          {profile.has_password ? (
            <Button ref={changer} size="small" onClick={() => setTarget({ email: "" })}>
              <Trans>Change email</Trans>
            </Button>
          ) : null}
        </>
      }
    >
      {pendingEmail ? (
        <PendingEmail
          key={pendingEmail}
          email={pendingEmail}
          onAgain={() => setTarget({ email: pendingEmail })}
          // The pressed button is removed with the pending change.
          onCancelled={() => changer.current?.focus()}
        />
      ) : profile.email_verified ? null : (
        <Notice
          tone="warning"
          icon={<MailExclamationPoint aria-hidden="true" />}
          action={<ResendButton size="small" />}
        >
          <Trans>
            Open the link we sent you. Until then you cannot comment, send feature requests or get the newsletter.
          </Trans>
        </Notice>
      )}
      <EmailDialog target={target} onClose={() => setTarget(null)} />
    </SettingRow>
  );
}

interface PendingEmailProps {
  email: string;
  onAgain: () => void;
  onCancelled: () => void;
}

/** The new address that waits until its link is opened; masked too. */
function PendingEmail({ email, onAgain, onCancelled }: PendingEmailProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const reveal = useEmailReveal(async () => email);
  const cancel = trpc.account.cancelEmailChange.useMutation({
    onSuccess: ({ detail }) => {
      onCancelled();
      void report.success(detail);
    },
    onError: (error) => void report.failure(error),
  });
  return (
    <Notice
      icon={<Send aria-hidden="true" />}
      action={
        <>
          <RevealButton reveal={reveal} showName={t`Show new email`} hideName={t`Hide new email`} />
          <Button size="small" onClick={onAgain}>
            <Trans>Send again</Trans>
          </Button>
          <Button size="small" kind="quiet" isBusy={cancel.isPending} onClick={() => cancel.mutate({})}>
            <Trans>Keep the current one</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        We sent a link to{" "}
        <b className="font-[560]">
          <EmailText reveal={reveal} masked={maskEmail(email)} />
        </b>
        . Until you open it, your current address stays.
      </Trans>
    </Notice>
  );
}
