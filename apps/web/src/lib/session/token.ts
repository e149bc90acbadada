/** The key of the local storage under which the refresh token of the logged-in person is. */
export const refreshKey = "refreshToken";

/** The longest delay a timer takes; a longer one overflows 32 bits and fires at once. */
export const timerDelayMaxMs = 2 ** 31 - 1;

/** A token is looked at again this long after its end. */
const timerMarginMs = 3_000;
const timerDelayMinMs = 1_000;

/** @param remainingMs until the token expires; negative where it already has */
export function timerDelayMs(remainingMs: number): number {
  return Math.min(timerDelayMaxMs, Math.max(timerDelayMinMs, remainingMs + timerMarginMs));
}

/**
 * When a JWT expires, from its `exp` claim, in milliseconds since the epoch; null where there is none to read. The
 * browser only plans by it: whether a token is good is the server's to say.
 */
export function tokenExpiryMs(token: string): number | null {
  const expiry = claimOf(token, "exp");
  return typeof expiry === "number" && Number.isFinite(expiry) ? expiry * 1000 : null;
}

/** Whom a JWT is about, from its `sub` claim: tells what one person left in the browser from what another did. */
export function tokenSubject(token: string): string | null {
  const subject = claimOf(token, "sub");
  return typeof subject === "string" ? subject : null;
}

function claimOf(token: string, name: string): unknown {
  const payload = token.split(".")[1];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" && claims !== null ? Reflect.get(claims, name) : null;
  } catch {
    return null;
  }
}
