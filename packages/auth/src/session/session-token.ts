import { randomUUID } from "node:crypto";
import { accessTtlSeconds } from "@daymark/domain/account/auth";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { deriveKey } from "../crypto/derived-key.ts";

/** The claims of an access token: the user, the session, and the expiry (milliseconds since the epoch). */
export interface AccessClaims {
  userId: number;
  sessionId: string;
  expiresAt: number;
}

/** The claims of a refresh token: also which of the session's successive refresh tokens it is. */
export interface RefreshClaims extends AccessClaims {
  generation: number;
}

/** Why a token is refused: a key of the error table. */
export type TokenRefusal = "token_invalid" | "token_expired";

const issuer = "daymark";
const audience = "daymark-api";
const algorithm = "HS256";

type Kind = "access" | "refresh";

/** How many verified access tokens are cached: some 10 MB at worst. */
const genuineMax = 20_000;

/**
 * Whether the signature of a token is canonical base64url. Header and claims are signed as text, so they have one
 * spelling. The last character of a signature has two unused bits (RFC 4648 3.5), and decoders skip characters that are
 * not base64url.
 */
function hasCanonicalSignature(token: string): boolean {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
}

export type Tokens = ReturnType<typeof createTokens>;

/**
 * JWTs (RFC 7519) signed with keys of this installation. Each kind has its own key and its own `typ`, so that no kind
 * passes for another, and every claim is required: jose's defaults ask for none.
 *
 * @param secretKey SECRET_KEY as configured
 */
export function createTokens(secretKey: string | Uint8Array) {
  const keys = { access: deriveKey(secretKey, "access token"), refresh: deriveKey(secretKey, "refresh token") };
  /** Verified access tokens. Their claims stay true until they expire, and verifying a signature takes 50 µs. */
  const genuine = new Map<string, AccessClaims>();

  function sign(kind: Kind, claims: JWTPayload & { sub: string; sid: string; jti: string; iat: number; exp: number }) {
    return new SignJWT({ typ: kind, iss: issuer, aud: audience, ...claims })
      .setProtectedHeader({ alg: algorithm, typ: "JWT" })
      .sign(keys[kind]);
  }

  async function verify(kind: Kind, token: string, now: number) {
    if (!hasCanonicalSignature(token)) return "token_invalid";
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, keys[kind], {
        algorithms: [algorithm],
        typ: "JWT",
        issuer,
        audience,
        requiredClaims: ["typ", "sub", "sid", "jti", "iat", "exp"],
        currentDate: new Date(now),
      }));
    } catch (error) {
      // Its signature and other claims are right, so this server issued it.
      return error instanceof errors.JWTExpired ? "token_expired" : "token_invalid";
    }
    const userId = Number(payload.sub);
    const { sid, exp, typ } = payload;
    if (typ !== kind || !Number.isSafeInteger(userId) || typeof sid !== "string" || exp === undefined) {
      return "token_invalid";
    }
    return { payload, claims: { userId, sessionId: sid, expiresAt: exp * 1000 } };
  }

  return {
    /** Signs an access token for the next 10 minutes. */
    signAccess({ userId, sessionId }: { userId: number; sessionId: string }, now: number): Promise<string> {
      const iat = Math.floor(now / 1000);
      return sign("access", {
        sub: String(userId),
        sid: sessionId,
        jti: randomUUID(),
        iat,
        exp: iat + accessTtlSeconds,
      });
    },

    /** Signs a refresh token. The same claims give the same text, so that the server can return a lost one again. */
    signRefresh({ userId, sessionId, generation, issuedAt, expiresAt }: RefreshClaims & { issuedAt: number }) {
      return sign("refresh", {
        sub: String(userId),
        sid: sessionId,
        jti: `${sessionId}.${generation}`,
        iat: Math.floor(issuedAt / 1000),
        exp: Math.floor(expiresAt / 1000),
        gen: generation,
      });
    },

    async verifyAccess(token: string, now: number): Promise<AccessClaims | TokenRefusal> {
      const known = genuine.get(token);
      if (known && now < known.expiresAt) return known;
      if (known) genuine.delete(token);
      const verified = await verify("access", token, now);
      if (typeof verified === "string") return verified;
      if (genuine.size >= genuineMax) {
        const [oldest] = genuine.keys();
        if (oldest !== undefined) genuine.delete(oldest);
      }
      genuine.set(token, verified.claims);
      return verified.claims;
    },

    async verifyRefresh(token: string, now: number): Promise<RefreshClaims | TokenRefusal> {
      const verified = await verify("refresh", token, now);
      if (typeof verified === "string") return verified;
      const generation = verified.payload.gen;
      if (typeof generation !== "number") return "token_invalid";
      return { ...verified.claims, generation };
    },
  };
}
