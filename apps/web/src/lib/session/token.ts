/** Local storage key: the refresh token of the logged-in user. */
export const refreshKey = "refreshToken";

/**
 * When a JWT expires, from its `exp` claim, in milliseconds since the epoch; null if it cannot be read. The browser
 * uses it only for timers: the server decides whether a token is valid.
 */
export function tokenExpiryMs(token: string): number | null {
  return instantOf(token, "exp");
}

/**
 * When the server issued a JWT, by its own clock, from the `iat` claim, in milliseconds since the epoch; null if it
 * cannot be read.
 */
export function tokenIssuedMs(token: string): number | null {
  return instantOf(token, "iat");
}

/** The user of a JWT, from its `sub` claim: tells apart the data that different users left in the browser. */
export function tokenSubject(token: string): string | null {
  const subject = claimOf(token, "sub");
  return typeof subject === "string" ? subject : null;
}

/** The user whose session a browser stores, null for a guest: tells whose choices in that browser count now. */
export function storedUserId(local: Pick<Storage, "getItem">): string | null {
  return tokenSubject(local.getItem(refreshKey) ?? "");
}

/** RFC 7519 2: a NumericDate is in seconds. */
function instantOf(token: string, name: "exp" | "iat"): number | null {
  const instant = claimOf(token, name);
  return typeof instant === "number" && Number.isFinite(instant) ? instant * 1000 : null;
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
