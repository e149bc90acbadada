import type { ErrorCode } from "@daymark/domain/base/errors";
import type { SuccessCode } from "@daymark/domain/base/successes";
import { errorMessage } from "@daymark/i18n/messages";
import { successMessage } from "@daymark/i18n/success-messages";
import type { LanguageStore } from "../language/language.ts";
import { problemOf, retryAfterDefaultSeconds } from "../network/problem.ts";
import { CountDown } from "./count-down.tsx";
import { closeFlash, flash, isFlashOpen } from "./flash.ts";
import { sentence, tooManyRequests } from "./sentence.ts";

/** Long enough to read a sentence that asks for an action. */
const askingTimeoutMs = 10_000;
const policyTimeoutMs = 15_000;

/** Session storage key: the code of the network policy that this session has already reported. */
const policyKey = "accessDenied";

const tooManyId = "too-many";
const policyId = "access-denied";
const successId = "success";

const policyCodes: ReadonlySet<ErrorCode> = new Set(["vpn_or_proxy_detected", "bot_detected"]);

const sessionCodes: ReadonlySet<ErrorCode> = new Set([
  "not_authenticated",
  "token_missing",
  "token_invalid",
  "token_expired",
  "session_terminated",
]);

interface ReportParts {
  languages: LanguageStore;
  isGuest: () => boolean;
  /** Storage of this tab only. */
  tab: Pick<Storage, "getItem" | "setItem">;
}

/** Tells the user what failed or succeeded, in the page's language. */
export function createReport({ languages, isGuest, tab }: ReportParts) {
  const { i18n } = languages;

  const tellOfPolicy = (code: ErrorCode): boolean => {
    if (tab.getItem(policyKey) === code) return isFlashOpen(policyId);
    tab.setItem(policyKey, code);
    flash({ kind: "warning", timeoutMs: policyTimeoutMs, id: policyId, text: errorMessage(i18n, code) });
    return true;
  };

  const tellOfTooMany = (seconds: number) => {
    const words = (left: number) => tooManyRequests(i18n, left);
    flash({
      kind: "danger",
      timeoutMs: askingTimeoutMs,
      id: tooManyId,
      text: words(seconds),
      live: <CountDown untilMs={Date.now() + seconds * 1000} words={words} onEnd={closeTooMany} />,
    });
  };

  return {
    /**
     * Reports a failed call. It never shows the same message twice at once, a general message beside "too many
     * requests", or the network policy's message more than once in a session.
     *
     * @returns false if no message is shown: a form that was refused then shows the error itself
     */
    async failure(error: unknown): Promise<boolean> {
      await languages.need("messages");
      const problem = problemOf(error);
      if (problem && policyCodes.has(problem.code)) return tellOfPolicy(problem.code);
      if (problem?.status === 429) {
        tellOfTooMany(problem.retryAfter ?? retryAfterDefaultSeconds);
        return true;
      }
      if ((!problem || problem.code === "internal_error") && isFlashOpen(tooManyId)) return true;
      // The code that ends the session reports it once.
      if (problem?.status === 401 && sessionCodes.has(problem.code) && isGuest()) return true;
      const isAsking = problem?.code === "email_not_verified";
      flash({
        kind: isAsking ? "warning" : "danger",
        ...(isAsking && { timeoutMs: askingTimeoutMs }),
        text: sentence(i18n, error),
        // The message may contain the title of a habit that was just deleted.
        isPersonal: problem?.code === "plan_limit_reached",
      });
      return true;
    },
    /** Tells the user that an action succeeded. The message replaces the message of the previous action. */
    async success(code: SuccessCode): Promise<void> {
      await languages.need("successes");
      flash({ kind: "success", id: successId, text: successMessage(i18n, code) });
    },
  };
}

export type Report = ReturnType<typeof createReport>;

function closeTooMany() {
  closeFlash(tooManyId);
}
