import { createECDH, createPrivateKey, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { deriveKey } from "./derived-key.ts";

/** The lifetime of a token; RFC 8292 2 allows a day. */
const ttlSeconds = 12 * 3600;
/** A token is reused until it has less than this left: the clock of a push service may be ahead. */
const leftSeconds = 3600;
/** One for each push service. There are a handful; Microsoft's has one host for each region. */
const tokensMax = 100;

/** Authenticates the server to push services (RFC 8292). */
export interface Vapid {
  /**
   * The `Authorization` header of a message.
   *
   * @param endpoint address of the subscription
   * @param now milliseconds since the epoch
   */
  authorize(endpoint: string, now: number): Promise<string>;
}

/** @param options.contact `mailto:` or `https:` address at which a push service can reach the operator */
export function createVapid(options: { secretKey: string | Uint8Array; contact: string }): Vapid {
  const { privateKey, publicKey } = deriveVapidKeys(options.secretKey);
  const tokens = new Map<string, { token: string; expiresAt: number }>();

  async function tokenFor(audience: string, now: number): Promise<string> {
    const nowSeconds = Math.floor(now / 1000);
    const known = tokens.get(audience);
    if (known && known.expiresAt - nowSeconds > leftSeconds && known.expiresAt - nowSeconds <= ttlSeconds) {
      return known.token;
    }
    const expiresAt = nowSeconds + ttlSeconds;
    const token = await new SignJWT({ aud: audience, exp: expiresAt, sub: options.contact })
      .setProtectedHeader({ alg: "ES256", typ: "JWT" })
      .sign(privateKey);
    if (tokens.size >= tokensMax) tokens.clear();
    tokens.set(audience, { token, expiresAt });
    return token;
  }

  return {
    authorize: async (endpoint, now) => `vapid t=${await tokenFor(new URL(endpoint).origin, now)}, k=${publicKey}`,
  };
}

/**
 * A key pair derived from the installation's secret: every node has the same, and no configuration is needed. With
 * another SECRET_KEY push services see another server, so browsers then subscribe again. The public key, which browsers
 * subscribe with, is base64url of the uncompressed point.
 */
export function deriveVapidKeys(secretKey: string | Uint8Array): { privateKey: KeyObject; publicKey: string } {
  const curve = createECDH("prime256v1");
  let scalar = deriveKey(secretKey, "push identity");
  // FIPS 186-5 A.2.2: one in 2^32 values of 256 random bits is no private key of P-256; then the next value is used.
  while (!isPrivateKey(curve, scalar)) scalar = deriveKey(scalar, "push identity");
  const point = curve.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: Buffer.from(scalar).toString("base64url"),
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  return { privateKey: createPrivateKey({ key: jwk, format: "jwk" }), publicKey: point.toString("base64url") };
}

function isPrivateKey(curve: ReturnType<typeof createECDH>, scalar: Uint8Array): boolean {
  try {
    curve.setPrivateKey(scalar);
    return true;
  } catch {
    return false;
  }
}
