import { Button, buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useSearch } from "@tanstack/react-router";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldExclamationPoint from "lucide-react/icons/shield-exclamation-point";
import { useSite } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { forgetLinkToken } from "../../../lib/session/link-token.ts";
import { Outcome } from "./frame/outcome.tsx";
import { useRefusal } from "./frame/use-refusal.ts";
import { useEndedSession } from "./use-ended-session.ts";
import { useLinkToken } from "./use-link-token.ts";

/**
 * The page that mails link to after a log-in from a new device, a changed address or a new second factor, for a user
 * who did not do that. Opening it does nothing: the button acts.
 */
export function NotMe() {
  const { t } = useLingui();
  const { token: given } = useSearch({ from: "/not-me" });
  const token = useLinkToken(given);
  const leaveEndedSession = useEndedSession();
  const refusal = useRefusal();
  const secure = trpc.account.reportNotMe.useMutation({
    onSuccess: () => {
      forgetLinkToken();
      return leaveEndedSession();
    },
    onError: (error) => {
      if (problemOf(error)?.code !== "token_invalid") void refusal.tell(error);
    },
  });
  const isRefused = token === "" || problemOf(secure.error)?.code === "token_invalid";
  return (
    <>
      <PageHead title={t`Secure your account`} />
      {secure.isSuccess ? (
        <Secured />
      ) : isRefused ? (
        <Refused />
      ) : (
        <Outcome
          icon={<ShieldExclamationPoint aria-hidden="true" />}
          tone="danger"
          title={<Trans>Was it someone else?</Trans>}
          action={
            <Button kind="primary" size="large" isBusy={secure.isPending} onClick={() => secure.mutate({ token })}>
              <Trans>Secure my account</Trans>
            </Button>
          }
        >
          <p>
            <Trans>
              Someone logged in to your account from a device we had not seen before, changed its email address or
              turned on two-factor authentication. If it was not you, secure your account now:
            </Trans>
          </p>
          <ul className="flex list-disc flex-col gap-1 pl-5 text-left">
            <li>
              <Trans>
                every device is logged out, including yours, and all API keys, connected applications, webhooks,
                notification targets, calendar addresses, badges and one-tap links stop working
              </Trans>
            </li>
            <li>
              <Trans>
                passkeys, linked accounts, two-factor authentication and backup codes are removed if they were set up
                recently; the email says since when
              </Trans>
            </li>
            <li>
              <Trans>if the email address was changed, your account goes back to the one that received the email</Trans>
            </li>
            <li>
              <Trans>the password stops working, and we email you a link to choose a new one</Trans>
            </li>
          </ul>
          <p>
            <Trans>If it was you, there is nothing to do: close this page.</Trans>
          </p>
        </Outcome>
      )}
    </>
  );
}

function Secured() {
  return (
    <Outcome
      tone="success"
      icon={<ShieldCheck aria-hidden="true" />}
      title={<Trans>Your account is safe again</Trans>}
      action={
        <Link to="/login" className={buttonClass({ kind: "primary" })}>
          <Trans>Log in</Trans>
        </Link>
      }
    >
      <p>
        <Trans>All devices are logged out. Next, open the email we just sent you and choose a new password.</Trans>
      </p>
      <p>
        <Trans>
          After you log in, check the security settings: remove passkeys and linked accounts that are not yours. If your
          own were removed, set them up again.
        </Trans>
      </p>
      <p>
        <Trans>
          If you log in with a linked account and have no password, no email comes. Check the security of that account
          too.
        </Trans>
      </p>
    </Outcome>
  );
}

function Refused() {
  const { passwords } = useSite();
  return (
    <Outcome
      tone="danger"
      icon={<CircleExclamationPoint aria-hidden="true" />}
      title={<Trans>This link no longer works</Trans>}
      action={
        <Link to={passwords ? "/reset-password" : "/login"} className={buttonClass({ kind: "primary" })}>
          {passwords ? <Trans>Reset password</Trans> : <Trans>Log in</Trans>}
        </Link>
      }
    >
      {passwords ? (
        <Trans>
          It was already used, a newer email replaced it, or it is more than a week old. To lock someone out, reset your
          password: that ends every session.
        </Trans>
      ) : (
        <Trans>
          It was already used, a newer email replaced it, or it is more than a week old. To lock someone out, log in and
          end all other sessions in the settings.
        </Trans>
      )}
    </Outcome>
  );
}
