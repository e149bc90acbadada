import { Button, buttonClass } from "@daymark/ui/button";
import { Spinner } from "@daymark/ui/spinner";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import Clock from "lucide-react/icons/clock";
import Mail from "lucide-react/icons/mail";
import MailCheck from "lucide-react/icons/mail-check";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { useApp, useSessionStatus } from "../../../lib/app.ts";
import { leftComment, setReturning } from "../../../lib/drafts/comment-drafts.ts";
import { PageHead } from "../../../lib/head.tsx";
import { NeedsScripts } from "../../../lib/needs-scripts.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { forgetLinkToken } from "../../../lib/session/link-token.ts";
import { ResendButton } from "../verification/resend-button.tsx";
import { Outcome } from "./frame/outcome.tsx";
import { UncheckedLink } from "./unchecked-link.tsx";
import { useLinkToken } from "./use-link-token.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The address that a link has verified: after a reload the page shows it again, although the link is used up. */
    verified?: "email" | "new_email";
  }
}

/**
 * The page of a mailed link: for a new account, or for a new address. Only a browser with a logged-in user sends the
 * token by itself. Others have to press a button, so that neither a mail scanner that runs scripts nor a curious reader
 * verifies the account of a stranger who signed up with their address (decision 47).
 */
export function VerifyEmail() {
  const { t } = useLingui();
  const { token: given } = useSearch({ from: "/verify-email" });
  const token = useLinkToken(given);
  const { verified } = useLocation().state;
  const navigate = useNavigate();
  const status = useSessionStatus();
  const isStarted = status !== "starting";
  const leave = useWayToDashboard();
  const verify = trpc.auth.verifyEmail.useMutation({
    onSuccess: async ({ detail }) => {
      forgetLinkToken();
      if (detail === "email_verified" && (await leave())) return;
      const state = { verified: verifiedBy(detail) };
      await navigate({ to: "/verify-email", search: {}, state, replace: true });
    },
  });
  const { mutate } = verify;
  const sent = useRef("");
  const send = useCallback(() => {
    sent.current = token;
    mutate({ token });
  }, [token, mutate]);

  useEffect(() => {
    if (status === "user" && token !== "" && sent.current !== token) send();
  }, [status, token, send]);

  const code = problemOf(verify.error)?.code;
  const done = verify.isSuccess ? verifiedBy(verify.data.detail) : isStarted && token === "" ? verified : undefined;
  const isMissing = isStarted && !done && token === "";
  return (
    <>
      <PageHead title={t`Email Verification`} />
      {/* As high as the tallest step on a phone, so that no step moves the footer. */}
      <div className="flex min-h-140 flex-1 flex-col">
        {done ? (
          <Verified isNew={done === "new_email"} />
        ) : isMissing ? (
          <Missing />
        ) : code === "token_invalid" ? (
          <Refused />
        ) : code === "email_taken" ? (
          <Taken />
        ) : code === "conflict" ? (
          <NotYet />
        ) : verify.isError ? (
          <UncheckedLink onRetry={send} />
        ) : status === "guest" ? (
          <Unconfirmed isBusy={verify.isPending} onConfirm={send} />
        ) : (
          <Waiting isHidden={!isStarted} />
        )}
      </div>
    </>
  );
}

/**
 * Opens the dashboard for a user whose address the link has just verified. Others read the result on this page: a guest,
 * a user who opened the link of another account, and a user who returns to a comment.
 *
 * @returns whether it has
 */
function useWayToDashboard(): () => Promise<boolean> {
  const { browser } = useApp();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  return async () => {
    if (browser?.session.currentUserId == null || leftComment()) return false;
    // A query that is under way may have been answered before the link was used.
    await utils.auth.profile.cancel();
    const profile = await utils.client.auth.profile.query({}).catch(() => null);
    if (!profile?.email_verified) return false;
    utils.auth.profile.setData({}, profile);
    void browser.report.success("email_verified");
    await navigate({ to: "/dashboard", replace: true });
    return true;
  };
}

function verifiedBy(detail: string): "email" | "new_email" {
  return detail === "email_changed" ? "new_email" : "email";
}

/** The page for a guest, who may not be the person who signed up. */
function Unconfirmed({ isBusy, onConfirm }: { isBusy: boolean; onConfirm: () => void }) {
  return (
    <Outcome
      icon={<Mail aria-hidden="true" />}
      title={<Trans>Verify your email</Trans>}
      action={
        <Button kind="primary" size="large" isBusy={isBusy} onClick={onConfirm}>
          <Trans>Verify my email</Trans>
        </Button>
      }
    >
      <Trans>
        Press the button if you signed up for Daymark with this address or chose it for your account. If it was not you,
        close this page: nothing will change.
      </Trans>
    </Outcome>
  );
}

/**
 * Also the final state of the page if scripts are disabled.
 *
 * @param isHidden until the page knows whether it sends the token: a guest would see this for a moment, and then the
 *   button
 */
function Waiting({ isHidden }: { isHidden: boolean }) {
  return (
    <div className={`contents ${isHidden ? "invisible noscript:visible" : ""}`}>
      <Outcome icon={<Spinner />} title={<Trans>Verifying your email…</Trans>}>
        <p className="noscript:hidden">
          <Trans>This takes a moment.</Trans>
        </p>
        <NeedsScripts />
      </Outcome>
    </div>
  );
}

function Verified({ isNew }: { isNew: boolean }) {
  return (
    <Outcome
      tone="success"
      icon={<MailCheck aria-hidden="true" />}
      title={isNew ? <Trans>Your email has been changed</Trans> : <Trans>Your email is verified</Trans>}
      action={<WayOn />}
    >
      {isNew ? (
        <Trans>From now on, log in with the new address. Our emails go there too.</Trans>
      ) : (
        <Trans>Thank you. Your account is all set.</Trans>
      )}
    </Outcome>
  );
}

/** Leads back to a comment that the user began as a guest, else to the dashboard or the log-in. */
function WayOn() {
  const isUser = useSessionStatus() === "user";
  const personId = useApp().browser?.session.userId ?? null;
  const kept = leftComment();
  const isOfAnother = isUser && kept !== null && kept.writer !== null && kept.writer !== personId;
  const left = isOfAnother ? null : kept;
  const goBack = () => left && setReturning(left.name);
  if (left && isUser) {
    return (
      <a href={left.path} onClick={goBack} className={buttonClass({ kind: "primary" })}>
        <Trans>Continue with your comment</Trans>
      </a>
    );
  }
  if (left) {
    return (
      <Link to="/login" search={{ next: left.path }} onClick={goBack} className={buttonClass({ kind: "primary" })}>
        <Trans>Log in and continue with your comment</Trans>
      </Link>
    );
  }
  return (
    <Link to={isUser ? "/dashboard" : "/login"} className={buttonClass({ kind: "primary" })}>
      {isUser ? <Trans>Go to the dashboard</Trans> : <Trans>Log in</Trans>}
    </Link>
  );
}

/** `isVerified` once the profile is loaded and no address of the user waits for its link. */
function useOwnEmail() {
  const isUser = useSessionStatus() === "user";
  const { data: profile } = trpc.auth.profile.useQuery({}, { enabled: isUser });
  return { isUser, isVerified: Boolean(profile?.email_verified && !profile.pending_email) };
}

function AlreadyVerified({ children }: { children: ReactNode }) {
  return (
    <Outcome
      tone="success"
      icon={<MailCheck aria-hidden="true" />}
      title={<Trans>Your email is verified</Trans>}
      action={<WayOn />}
    >
      {children}
    </Outcome>
  );
}

/** The page's address has no token: a user typed it, or a mail program cut the link. */
function Missing() {
  const { isUser, isVerified } = useOwnEmail();
  if (isVerified) {
    return (
      <AlreadyVerified>
        <Trans>There is nothing left to do here.</Trans>
      </AlreadyVerified>
    );
  }
  return (
    <Outcome
      icon={<Mail aria-hidden="true" />}
      title={<Trans>Open the link in the email</Trans>}
      action={isUser ? <ResendButton kind="primary" /> : <WayOn />}
    >
      {isUser ? (
        <Trans>To verify your email, open the link we sent you. No email? We can send you a new link.</Trans>
      ) : (
        <Trans>To verify your email, open the link we sent you. No email? Log in to get a new link.</Trans>
      )}
    </Outcome>
  );
}

function Refused() {
  const { isUser, isVerified } = useOwnEmail();
  // Users open a link twice, and it worked the first time.
  if (isVerified) {
    return (
      <AlreadyVerified>
        <Trans>You have already used this link. There is nothing left to do.</Trans>
      </AlreadyVerified>
    );
  }
  return (
    <Outcome
      tone="danger"
      icon={<CircleExclamationPoint aria-hidden="true" />}
      title={<Trans>This link no longer works</Trans>}
      action={isUser ? <ResendButton kind="primary" /> : <WayOn />}
    >
      {isUser ? (
        <Trans>It was already used, a newer one was sent, or a day has passed. We can send you a new link.</Trans>
      ) : (
        <Trans>It was already used, a newer one was sent, or a day has passed. Log in to get a new link.</Trans>
      )}
    </Outcome>
  );
}

function Taken() {
  return (
    <Outcome
      tone="danger"
      icon={<CircleExclamationPoint aria-hidden="true" />}
      title={<Trans>This address now belongs to another account</Trans>}
      action={<WayOn />}
    >
      <Trans>
        Another account took the new address before you opened this link. Your account keeps its old one. You can choose
        another in the settings.
      </Trans>
    </Outcome>
  );
}

/** The current address was never verified, and its reader received a mail with a link that takes the account over. */
function NotYet() {
  return (
    <Outcome
      icon={<Clock aria-hidden="true" />}
      title={<Trans>Your email cannot be changed yet</Trans>}
      action={<WayOn />}
    >
      <Trans>
        We emailed a password reset link to your current address, which is not verified. Open this link again once that
        one expires, in an hour at most.
      </Trans>
    </Outcome>
  );
}
