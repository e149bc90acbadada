import { readKept } from "./pending-log-in.ts";

/** A log-in or linking with a provider that began in this tab. */
export interface OAuthAttempt {
  provider: string;
  /**
   * The value that the provider has to return: an answer to a request that did not start here is not ours (RFC 9700
   * 4.7).
   */
  state: string;
  intent: "log_in" | "link";
  isRemembered: boolean;
  /** The page that the user wanted: a path of this site. */
  next?: string;
}

const key = "oauthAttempt";

/** Navigates to the provider's page, and stores the attempt for the return. */
export function leaveForProvider(url: string, attempt: OAuthAttempt) {
  sessionStorage.setItem(key, JSON.stringify(attempt));
  location.assign(url);
}

/** The attempt that a provider's answer belongs to; it can be taken once. Null if it was not started in this tab. */
export function takeAttempt(provider: string, state: string | undefined): OAuthAttempt | null {
  const kept = readKept<OAuthAttempt>(key, (attempt) => typeof attempt.state === "string" && attempt.state !== "");
  // An answer to another request must not use up the attempt started here.
  if (!kept || kept.provider !== provider || kept.state !== state) return null;
  sessionStorage.removeItem(key);
  return kept;
}
