import { errorMessage } from "@daymark/i18n/messages";
import { msg } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useApp, useBrowser, useSessionStatus } from "../../../lib/app.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { isForEveryCall, problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { useProviderLabel } from "../../../lib/provider-label.ts";
import { type OAuthAttempt, takeAttempt } from "./oauth-attempt.ts";
import { useEntry } from "./use-entry.ts";

/** The search parameters with which a provider redirects the browser back (RFC 6749 4.1.2). */
export interface OAuthAnswer {
  code?: string;
  state?: string;
  error?: string;
  /** RFC 9207 2. */
  iss?: string;
}

type OAuthOutcome =
  | { kind: "waiting" }
  /** No attempt of this tab has this state. */
  | { kind: "foreign" }
  /** The user declined at the provider. */
  | { kind: "denied" }
  | { kind: "failed"; error: unknown; sentence: string };

/** Handles a provider's answer once, and removes it from the address bar. On success it navigates away. */
export function useOAuthAnswer(provider: string, answer: OAuthAnswer): OAuthOutcome {
  const { i18n } = useApp().languages;
  const { session, report } = useBrowser();
  const isStarted = useSessionStatus() !== "starting";
  const { client, invalidate } = trpc.useUtils();
  const navigate = useNavigate();
  const labelOf = useProviderLabel();
  const entry = useEntry();
  const [outcome, setOutcome] = useState<OAuthOutcome>({ kind: "waiting" });
  const isTaken = useRef(false);

  const fail = async (error: unknown) => {
    if (isForEveryCall(problemOf(error))) void report.failure(error);
    const { sentence } = await import("../../../lib/messages/sentence.ts");
    setOutcome({ kind: "failed", error, sentence: sentence(i18n, error) });
  };

  const iss = answer.iss && { iss: answer.iss };

  const logIn = async (code: string, { state, isRemembered, next }: OAuthAttempt) => {
    const luggage = { isRemembered, ...(next && { next }) };
    try {
      entry.enter(await client.oauth.complete.mutate({ provider, code, state, ...iss }), luggage);
    } catch (error) {
      if (!entry.askSecondFactor(error, luggage)) await fail(error);
    }
  };

  const link = async (code: string, { state }: OAuthAttempt) => {
    try {
      const { detail } = await client.oauth.link.mutate({ provider, code, state, ...iss });
      void report.success(detail);
      await invalidate();
    } catch (error) {
      void report.failure(error);
    }
    // If the session has ended meanwhile, its end leads the user to the start page.
    if (session.status === "user") await navigate({ to: "/settings/security", replace: true });
  };

  const take = () => {
    const attempt = takeAttempt(provider, answer.state);
    // The parameters are useless to a user who finds them in the history.
    void navigate({ to: "/oauth/$provider", params: { provider }, search: {}, replace: true });
    if (!attempt) return setOutcome({ kind: "foreign" });
    const isLink = attempt.intent === "link";
    if (!answer.code) {
      if (isLink) {
        flash({ kind: "warning", text: i18n._(msg`Nothing was linked.`) });
        return void navigate({ to: "/settings/security", replace: true });
      }
      if (answer.error === "access_denied") return setOutcome({ kind: "denied" });
      const sentence = errorMessage(i18n, "oauth_failed", { reason: "refused", label: labelOf(provider) });
      return setOutcome({ kind: "failed", error: null, sentence });
    }
    void (isLink ? link : logIn)(answer.code, attempt);
  };

  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (!isStarted || isTaken.current) return;
    isTaken.current = true;
    latest.current();
  }, [isStarted]);
  return outcome;
}
