import type { SuccessCode } from "@daymark/domain/base/successes";
import { useRouter } from "@tanstack/react-router";
import { useApp } from "../../../lib/app.ts";
import { adoptGuestDrafts } from "../../../lib/drafts/comment-drafts.ts";
import { nextSuccessKey } from "../../../lib/messages/flash.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { forgetLinkToken } from "../../../lib/session/link-token.ts";
import { tokenSubject } from "../../../lib/session/token.ts";
import type { TokenPair } from "../../../lib/session/token-storage.ts";
import { forgetPendingLogIn, keepPendingLogIn, type PendingLogIn } from "./pending-log-in.ts";
import { forgetTypedNames } from "./typed-name.ts";

/** Data that a log-in carries through all its steps, for every sign-in method. */
type Luggage = Omit<PendingLogIn, "challenge">;

/** The last step of every sign-in method: it receives tokens, or asks for a second factor. */
export function useEntry() {
  const { browser } = useApp();
  const router = useRouter();
  return {
    /**
     * Begins the session and opens the page that the user wanted.
     *
     * @param success the code of the message for the user
     */
    enter(tokens: TokenPair, { isRemembered, next }: Luggage, success: SuccessCode = "logged_in") {
      if (!browser) return;
      // The route has checked that this is a path of this site.
      const path = next ?? "/dashboard";
      const begun = browser.session.begin(tokens, { isRemembered });
      const personId = tokenSubject(tokens.refresh);
      if (personId !== null) adoptGuestDrafts(personId);
      // A new document holds none of the other user's data.
      if (begun === "another") {
        forgetLinkToken();
        forgetPendingLogIn();
        forgetTypedNames();
        sessionStorage.setItem(nextSuccessKey, success);
        return location.assign(path);
      }
      void browser.report.success(success);
      router.history.push(path);
    },
    /** Continues with the second factor if the error asks for it; false for other errors. */
    askSecondFactor(error: unknown, luggage: Luggage): boolean {
      const problem = problemOf(error);
      if (problem?.code !== "two_factor_code_missing" || !problem.challenge) return false;
      keepPendingLogIn({ ...luggage, challenge: problem.challenge });
      void router.navigate({ to: "/login/2fa" });
      return true;
    },
  };
}
