import { Button, buttonClass } from "@daymark/ui/button";
import { Spinner } from "@daymark/ui/spinner";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useSearch } from "@tanstack/react-router";
import { CircleAlert, MailCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { ResendButton } from "../../layout/resend-button.tsx";
import { useSessionStatus } from "../../lib/app.ts";
import { PageHead } from "../../lib/head.tsx";
import { problemOf } from "../../lib/problem.ts";
import { trpc } from "../../lib/trpc.ts";

/**
 * The page a mail's link opens. Opening it consumes nothing: the token is only used by the script, once the page is
 * alive, so a mail scanner that follows links does not spend it.
 */
export function VerifyEmail() {
  const { t } = useLingui();
  const { token = "" } = useSearch({ from: "/verify-email" });
  const isStarted = useSessionStatus() !== "starting";
  const utils = trpc.useUtils();
  const verify = trpc.auth.verifyEmail.useMutation({ onSuccess: () => utils.auth.profile.invalidate() });
  const { mutate } = verify;
  const asked = useRef("");

  useEffect(() => {
    if (!isStarted || token === "" || asked.current === token) return;
    asked.current = token;
    mutate({ token });
  }, [isStarted, token, mutate]);

  const isRefused = isStarted && (token === "" || problemOf(verify.error)?.code === "token_invalid");
  return (
    <div className="hero-chart hero-chart-aside flex flex-1 flex-col items-center justify-center px-4 py-20 text-center *:max-w-md">
      <PageHead title={t`Email Verification`} />
      {verify.isSuccess ? (
        <Verified />
      ) : isRefused ? (
        <Refused />
      ) : verify.isError ? (
        <Failed onRetry={() => mutate({ token })} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function Waiting() {
  return (
    <Outcome icon={<Spinner />} title={<Trans>Verifying your email…</Trans>}>
      <Trans>This takes a moment.</Trans>
    </Outcome>
  );
}

function Verified() {
  const isUser = useSessionStatus() === "user";
  return (
    <Outcome
      tone="success"
      icon={<MailCheck aria-hidden="true" />}
      title={<Trans>Your email is verified</Trans>}
      action={
        <Link to={isUser ? "/dashboard" : "/login"} className={buttonClass({ kind: "primary" })}>
          {isUser ? <Trans>Go to the dashboard</Trans> : <Trans>Log in</Trans>}
        </Link>
      }
    >
      <Trans>Thank you. That was the last step of setting up your account.</Trans>
    </Outcome>
  );
}

function Refused() {
  const isUser = useSessionStatus() === "user";
  return (
    <Outcome
      tone="danger"
      icon={<CircleAlert aria-hidden="true" />}
      title={<Trans>This link no longer works</Trans>}
      action={
        isUser ? (
          <ResendButton kind="primary" />
        ) : (
          <Link to="/login" className={buttonClass({ kind: "primary" })}>
            <Trans>Log in</Trans>
          </Link>
        )
      }
    >
      {isUser ? (
        <Trans>It was used already, a newer one was sent, or a day has passed. We can send you a new link.</Trans>
      ) : (
        <Trans>It was used already, a newer one was sent, or a day has passed. Log in to get a new link.</Trans>
      )}
    </Outcome>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <Outcome
      tone="danger"
      icon={<CircleAlert aria-hidden="true" />}
      title={<Trans>We could not check the link</Trans>}
      action={
        <Button kind="primary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The server did not answer. Your link is not used up.</Trans>
    </Outcome>
  );
}

interface OutcomeProps {
  icon: ReactNode;
  tone?: "neutral" | "success" | "danger";
  title: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

function Outcome({ icon, tone = "neutral", title, action, children }: OutcomeProps) {
  return (
    <div role="status" className="flex flex-col items-center">
      <span className={`grid size-14 place-items-center rounded-2xl text-[1.5rem] [&_svg]:size-7 ${tones[tone]}`}>
        {icon}
      </span>
      <h1 className="mt-6 text-3xl">{title}</h1>
      <p className="mt-3 text-ink-muted">{children}</p>
      {action ? <div className="mt-8">{action}</div> : null}
    </div>
  );
}

const tones = {
  neutral: "bg-raised text-ink-muted",
  success: "bg-success-soft text-success-text",
  danger: "bg-danger-soft text-danger-text",
};
