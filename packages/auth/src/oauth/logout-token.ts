import { type JWTVerifyGetKey, jwtVerify } from "jose";
import { algorithms, clockToleranceSeconds } from "./client-authentication.ts";
import { ProviderFailed } from "./provider-request.ts";
import type { EndedAtProvider } from "./provider-session.ts";

const event = "http://schemas.openid.net/event/backchannel-logout";
/** Older tokens are refused. */
const ageMaxSeconds = 5 * 60;

/**
 * Validates a logout token (OpenID Connect Back-Channel Logout 2.6). An ID token is none: it has no `events`.
 *
 * @throws ProviderFailed
 */
export async function readLogoutToken(
  token: string,
  { keys, issuer, clientId }: { keys: JWTVerifyGetKey; issuer: string; clientId: string },
): Promise<EndedAtProvider> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: [...algorithms],
    issuer,
    audience: clientId,
    requiredClaims: ["iat", "jti", "events"],
    maxTokenAge: ageMaxSeconds,
    clockTolerance: clockToleranceSeconds,
  }).catch((error: unknown) => {
    if (error instanceof ProviderFailed) throw error;
    throw new ProviderFailed("refused", "the logout token is not to be believed", error);
  });
  const { typ } = protectedHeader;
  const { events, nonce, sub, sid, iat = 0, jti } = payload;
  const isLogout = typeof events === "object" && events !== null && Object.hasOwn(events, event);
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  if (
    !isLogout ||
    nonce !== undefined ||
    typeof jti !== "string" ||
    !isText(sub) ||
    !isText(sid) ||
    (typ && !/^(logout\+jwt|jwt)$/i.test(typ))
  ) {
    throw new ProviderFailed("refused", "the token is no logout token");
  }
  if (sub === undefined && sid === undefined) throw new ProviderFailed("refused", "the logout token names no session");
  return {
    ...{ subject: sub ?? null, sid: (sid as string) ?? null, jti },
    issuedAt: iat * 1000,
    at: (iat + 1 + clockToleranceSeconds) * 1000,
  };
}
