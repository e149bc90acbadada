import type { ErrorCode } from "@daymark/domain/errors";
import type { SuccessCode } from "@daymark/domain/successes";
import { errorMessage, successMessage } from "@daymark/i18n/messages";
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { TRPCClientError } from "@trpc/client";
import { flash } from "./flash.ts";
import type { LanguageStore } from "./language.ts";
import { type Problem, problemOf } from "./problem.ts";

/** Long enough to read a sentence that asks for an action. */
const askingTimeoutMs = 10_000;

const sessionCodes: ReadonlySet<ErrorCode> = new Set([
  "not_authenticated",
  "token_invalid",
  "token_expired",
  "session_terminated",
]);

/** Tells the person what went wrong or what was done, in words of the page's language. */
export function createReport(languages: LanguageStore, isGuest: () => boolean) {
  const { i18n } = languages;
  let tooManyUntil = 0;

  return {
    /** A failed call. The same message is never shown twice at once, nor a general one beside "too many requests". */
    async failure(error: unknown) {
      await languages.need("messages");
      const problem = problemOf(error);
      if (problem?.status === 429) {
        tooManyUntil = Date.now() + askingTimeoutMs;
        return flash({ kind: "danger", timeoutMs: askingTimeoutMs, id: "too-many", text: sentence(i18n, error) });
      }
      if (!problem && Date.now() < tooManyUntil) return;
      // Whoever loses the session is told once, by what ends it.
      if (problem?.status === 401 && sessionCodes.has(problem.code) && isGuest()) return;
      const isAsking = problem?.code === "email_not_verified";
      flash({
        kind: isAsking ? "warning" : "danger",
        ...(isAsking && { timeoutMs: askingTimeoutMs }),
        text: sentence(i18n, error),
      });
    },
    /** Something was done. */
    async success(code: SuccessCode) {
      await languages.need("messages");
      flash({ kind: "success", text: successMessage(i18n, code) });
    },
  };
}

export type Report = ReturnType<typeof createReport>;

/** The sentence for a failed call; needs the catalog `messages`. */
export function sentence(i18n: I18n, error: unknown): string {
  const problem = problemOf(error);
  if (problem) return problem.status === 429 ? tooManyRequests(i18n, problem) : errorMessage(i18n, problem.code);
  if (error instanceof TRPCClientError && error.cause instanceof SyntaxError) {
    return i18n._(msg`Unexpected response from the server.`);
  }
  return i18n._(msg`Something went wrong! Try again.`);
}

function tooManyRequests(i18n: I18n, { retryAfter = 60 }: Problem): string {
  return i18n._(msg`Too many requests. Try again in ${{ seconds: retryAfter }} secs.`);
}
