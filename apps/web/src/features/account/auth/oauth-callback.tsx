import { buttonClass } from "@daymark/ui/button";
import { Spinner } from "@daymark/ui/spinner";
import { Trans, useLingui } from "@lingui/react/macro";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import type { ReactNode } from "react";
import { PageHead } from "../../../lib/head.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { useProviderLabel } from "../../../lib/provider-label.ts";
import { InvitationAdvice, InvitationHeading, InvitationReason } from "./frame/invitation-reason.tsx";
import { Outcome } from "./frame/outcome.tsx";
import SignUpRefused from "./frame/sign-up-refused.tsx";
import { type OAuthAnswer, useOAuthAnswer } from "./use-oauth-answer.ts";

/** The page to which a provider redirects the browser: it completes the log-in, or the linking of an account. */
export function OAuthCallback({ provider, answer }: { provider: string; answer: OAuthAnswer }) {
  const { t } = useLingui();
  const outcome = useOAuthAnswer(provider, answer);
  const name = useProviderLabel()(provider);
  return (
    <>
      <PageHead title={t`Log In`} />
      {outcome.kind === "waiting" ? (
        <Outcome icon={<Spinner />} title={<Trans>Logging you in with {name}…</Trans>}>
          <Trans>This takes a moment.</Trans>
        </Outcome>
      ) : outcome.kind === "foreign" ? (
        <Failed title={<Trans>This log-in did not start here</Trans>}>
          <Trans>
            For your security, a log-in can only finish in the browser tab where it began. Nothing has changed: start
            again.
          </Trans>
        </Failed>
      ) : outcome.kind === "denied" ? (
        <Failed title={<Trans>You did not continue with {name}</Trans>}>
          <Trans>{name} told us that you cancelled. Nothing has changed.</Trans>
        </Failed>
      ) : problemOf(outcome.error)?.values?.invitation ? (
        <InvitationFailed reason={problemOf(outcome.error)?.values?.invitation} />
      ) : problemOf(outcome.error)?.values?.sign_up ? (
        <SignUpRefused />
      ) : (
        <Failed title={<Trans>Authentication failed</Trans>}>
          <p>{outcome.sentence}</p>
          {problemOf(outcome.error)?.code === "email_taken" ? (
            <p>
              <Trans>Log in the way you did before. You can then link {name} in the settings.</Trans>
            </p>
          ) : null}
        </Failed>
      )}
    </>
  );
}

function InvitationFailed({ reason }: { reason: unknown }) {
  return (
    <Failed title={<InvitationHeading reason={reason} />}>
      <p>
        <InvitationReason reason={reason} />
      </p>
      <p>
        <InvitationAdvice />
      </p>
    </Failed>
  );
}

function Failed({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Outcome
      tone="danger"
      icon={<CircleExclamationPoint aria-hidden="true" />}
      title={title}
      action={
        // Not to the provider at once, which may refuse again.
        <a href="/login?local" className={buttonClass({ kind: "primary" })}>
          <Trans>Back to log-in</Trans>
        </a>
      }
    >
      {children}
    </Outcome>
  );
}
