/** Local storage key: the refresh token of the logged-in user. */
export const refreshKey = "refreshToken";

/**
 * When a JWT expires, from its `exp` claim, in milliseconds since the epoch; null if it cannot be read. The browser
 * uses it only for timers: the server decides whether a token is valid.
 */
export function tokenExpiryMs(token: string): number | null {
  const expiry = claimOf(token, "exp");
  return typeof expiry === "number" && Number.isFinite(expiry) ? expiry * 1000 : null;
}

/** The user of a JWT, from its `sub` claim: tells apart the data that different users left in the browser. */
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
