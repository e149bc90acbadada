import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { linkClass } from "@daymark/ui/link";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { MailWarning, Send } from "lucide-react";
import { useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { providerNames } from "../auth/provider-mark.tsx";
import { ResendButton } from "../verification/resend-button.tsx";
import type { Profile } from "./profile.ts";
import { Notice, SettingRow } from "./setting-card.tsx";

const EmailDialog = lazyComponent(
  () => import("./email-dialog.tsx"),
  ({ target }) => target,
);

/**
 * The email address: verified or not, and a pending change. The address itself is never shown, because the page does
 * not need it.
 */
export function EmailRow({ profile }: { profile: Profile }) {
  const { report } = useBrowser();
  const changer = useRef<HTMLButtonElement>(null);
  const cancel = trpc.account.cancelEmailChange.useMutation({
    onSuccess: ({ detail }) => {
      // The pressed button was removed with the pending change.
      changer.current?.focus();
      void report.success(detail);
    },
    onError: (error) => void report.failure(error),
  });
  const [target, setTarget] = useState<{ email: string } | null>(null);
  const { pending_email: pendingEmail, provider } = profile;
  const providerName = provider ? providerNames[provider] : "";
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
        profile.has_password ? (
          <Trans>Not shown here, so that nobody reads it over your shoulder.</Trans>
        ) : (
          <Trans>
            It comes from {providerName}. To use another one, first{" "}
            <Link to="/settings/security" className={linkClass}>
              add a password
            </Link>
            .
          </Trans>
        )
      }
      control={
        profile.has_password ? (
          <Button ref={changer} size="small" onClick={() => setTarget({ email: "" })}>
            <Trans>Change email</Trans>
          </Button>
        ) : null
      }
    >
      {pendingEmail ? (
        <Notice
          icon={<Send aria-hidden="true" />}
          action={
            <>
              <Button size="small" onClick={() => setTarget({ email: pendingEmail })}>
                <Trans>Send again</Trans>
              </Button>
              <Button size="small" kind="quiet" isBusy={cancel.isPending} onClick={() => cancel.mutate({})}>
                <Trans>Keep the current one</Trans>
              </Button>
            </>
          }
        >
          <Trans>
            We sent a link to <b className="font-[560]">{pendingEmail}</b>. Until it is opened, your present address
            stays.
          </Trans>
        </Notice>
      ) : profile.email_verified ? null : (
        <Notice tone="warning" icon={<MailWarning aria-hidden="true" />} action={<ResendButton size="small" />}>
          <Trans>
            Open the link we sent you. Until then you cannot comment, send feature requests or get the newsletter.
          </Trans>
        </Notice>
      )}
      <EmailDialog target={target} onClose={() => setTarget(null)} />
    </SettingRow>
  );
}
