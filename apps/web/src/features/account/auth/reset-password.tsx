import { buttonClass } from "@daymark/ui/button";
import { Spinner } from "@daymark/ui/spinner";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useSearch } from "@tanstack/react-router";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import Lock from "lucide-react/icons/lock";
import { useEffect, useRef } from "react";
import { useSite } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { forgetLinkToken } from "../../../lib/session/link-token.ts";
import { AskReset } from "./ask-reset.tsx";
import { Outcome } from "./frame/outcome.tsx";
import { NewPassword } from "./new-password.tsx";
import { UncheckedLink } from "./unchecked-link.tsx";
import { useLinkToken } from "./use-link-token.ts";

/**
 * Without a token, the form that requests the mail, unless passwords are off; with the token of the mail's link, the form for the new password.
 */
export function ResetPassword() {
  const { t } = useLingui();
  const { token: given } = useSearch({ from: "/reset-password" });
  const token = useLinkToken(given);
  const { passwords } = useSite();
  return (
    <>
      <PageHead title={t`Reset Password`} />
      {token ? <Linked key={token} token={token} /> : passwords ? <AskReset /> : <SwitchedOff />}
    </>
  );
}

/** Checks the link before the user types a password. The check does not use up the token. */
function Linked({ token }: { token: string }) {
  const check = trpc.account.verifyPasswordReset.useMutation();
  const { mutate } = check;
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate({ token });
  }, [token, mutate]);

  if (check.isSuccess) {
    return <NewPassword token={token} isFirst={check.data.is_set_up ?? false} expired={<Expired />} />;
  }
  if (problemOf(check.error)?.code === "token_invalid") return <Expired />;
  if (check.isError) return <UncheckedLink onRetry={() => mutate({ token })} />;
  return (
    <Outcome icon={<Spinner />} title={<Trans>Checking your link…</Trans>}>
      <Trans>This takes a moment.</Trans>
    </Outcome>
  );
}

/** Where PASSWORD_LOGIN is off. A link that was mailed still works: without it the owner could not replace a password. */
function SwitchedOff() {
  return (
    <Outcome
      icon={<Lock aria-hidden="true" />}
      title={<Trans>Passwords are turned off here</Trans>}
      action={
        <Link to="/login" className={buttonClass({ kind: "primary" })}>
          <Trans>Back to log-in</Trans>
        </Link>
      }
    >
      <Trans>Use another way to log in.</Trans>
    </Outcome>
  );
}

function Expired() {
  return (
    <Outcome
      tone="danger"
      icon={<CircleExclamationPoint aria-hidden="true" />}
      title={<Trans>This link no longer works</Trans>}
      action={
        // Loads a new document, because this page keeps its token until the user leaves it.
        <a href="/reset-password" onClick={forgetLinkToken} className={buttonClass({ kind: "primary" })}>
          <Trans>Get a new link</Trans>
        </a>
      }
    >
      <Trans>It was already used, a newer one was sent, or it has expired.</Trans>
    </Outcome>
  );
}
