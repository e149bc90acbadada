import { readKept } from "./pending-log-in.ts";

/** A way to a provider that began in this tab. */
export interface OAuthAttempt {
  provider: string;
  /** What the provider has to send back: one that did not start here is not ours (RFC 9700 4.7). */
  state: string;
  intent: "log_in" | "link";
  isRemembered: boolean;
  /** The page that was meant: a path of this site. */
  next?: string;
}

const key = "oauthAttempt";

/** Leaves for the provider's page, and remembers why, for the way back. */
export function leaveForProvider(url: string, attempt: OAuthAttempt) {
  sessionStorage.setItem(key, JSON.stringify(attempt));
  location.assign(url);
}

/** The attempt that a provider's answer belongs to, once; null where it was not started in this tab. */
export function takeAttempt(provider: string, state: string | undefined): OAuthAttempt | null {
  const kept = readKept<OAuthAttempt>(key, (attempt) => typeof attempt.state === "string" && attempt.state !== "");
  // Someone else's answer must not use up what was started here.
  if (!kept || kept.provider !== provider || kept.state !== state) return null;
  sessionStorage.removeItem(key);
  return kept;
}
