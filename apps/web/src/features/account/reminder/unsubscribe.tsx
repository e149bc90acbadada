import { type UnsubscribePurpose, unsubscribePurposes } from "@daymark/domain/account/unsubscribe";
import { Button, buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useSearch } from "@tanstack/react-router";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import MailCheck from "lucide-react/icons/mail-check";
import MailX from "lucide-react/icons/mail-x";
import type { ReactNode } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Outcome } from "../auth/frame/outcome.tsx";
import { useLinkToken } from "../auth/use-link-token.ts";

/**
 * Unsubscribes from optional mails. Opening the page does nothing, because programs open links too: the button acts.
 */
export function Unsubscribe() {
  const { t } = useLingui();
  const { report } = useBrowser();
  const { token: given } = useSearch({ from: "/unsubscribe" });
  const token = useLinkToken(given);
  const end = trpc.reminder.unsubscribe.useMutation({
    onError: (error) => {
      if (problemOf(error)?.code !== "token_invalid") void report.failure(error);
    },
  });
  const isRefused = purposeOf(token) === null || problemOf(end.error)?.code === "token_invalid";
  const purpose = purposeOf(token) ?? "reminders";
  return (
    <>
      <PageHead title={t`Stop these emails`} />
      {end.data ? (
        <Ended purpose={end.data.purpose} />
      ) : isRefused ? (
        <Refused />
      ) : (
        <Outcome
          icon={<MailX aria-hidden="true" />}
          title={questions[purpose]}
          action={
            <Button kind="primary" size="large" isBusy={end.isPending} onClick={() => end.mutate({ token })}>
              <Trans>Stop these emails</Trans>
            </Button>
          }
        >
          {consequences[purpose]}
        </Outcome>
      )}
    </>
  );
}

const questions: Record<UnsubscribePurpose, ReactNode> = {
  reminders: <Trans>Stop reminder emails?</Trans>,
  newsletter: <Trans>Stop the newsletter?</Trans>,
  board: <Trans>Stop emails about feature requests?</Trans>,
};

const consequences: Record<UnsubscribePurpose, ReactNode> = {
  reminders: <Trans>Your habits stay as they are, and so do notifications in your browsers.</Trans>,
  newsletter: <Trans>Your account, your habits and all other emails stay as they are.</Trans>,
  board: <Trans>Your requests, votes and comments stay as they are.</Trans>,
};

const outcomes: Record<UnsubscribePurpose, ReactNode> = {
  reminders: <Trans>You will no longer get reminders by email. You can turn them on again in the settings.</Trans>,
  newsletter: <Trans>You will no longer get the newsletter. You can subscribe again in the settings.</Trans>,
  board: (
    <Trans>You will no longer get emails about feature requests. You can turn them on again in the settings.</Trans>
  ),
};

function Ended({ purpose }: { purpose: UnsubscribePurpose }) {
  return (
    <Outcome
      tone="success"
      icon={<MailCheck aria-hidden="true" />}
      title={<Trans>You are unsubscribed</Trans>}
      action={
        <Link to="/settings" className={buttonClass({ kind: "secondary" })}>
          <Trans>Go to the settings</Trans>
        </Link>
      }
    >
      {outcomes[purpose]}
    </Outcome>
  );
}

function Refused() {
  return (
    <Outcome
      tone="danger"
      icon={<CircleExclamationPoint aria-hidden="true" />}
      title={<Trans>This link is incomplete</Trans>}
      action={
        <Link to="/settings" className={buttonClass({ kind: "primary" })}>
          <Trans>Go to the settings</Trans>
        </Link>
      }
    >
      <Trans>Open the link in the email once more, or turn the emails off in the settings.</Trans>
    </Outcome>
  );
}

/** The purpose in a token; the server decides whether the token is genuine. */
function purposeOf(token: string): UnsubscribePurpose | null {
  const [, purpose] = /^([a-z]+)\.\d+\.[\w-]+$/.exec(token) ?? [];
  return unsubscribePurposes.find((each) => each === purpose) ?? null;
}
