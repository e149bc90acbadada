import { hash } from "node:crypto";
import type { Database } from "@daymark/db/connection/client";
import { usedCaptchas } from "@daymark/db/schema/limit";
import {
  type CaptchaAction,
  type CaptchaChallenge,
  type CaptchaProvider,
  captchaNumberMax,
  captchaTtlSeconds,
} from "@daymark/domain/account/captcha";
import { createChallenge, extractParams, verifySolution } from "altcha-lib/v1";
import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { deriveKey } from "../crypto/derived-key.ts";

/** Why a solution is refused: a key of the error table. */
export type CaptchaRefusal = "captcha_missing" | "captcha_invalid" | "captcha_expired";

/** A task that costs a script more than the call is worth to it. */
export interface Captcha {
  /** The configuration that the pages need. */
  readonly provider: CaptchaProvider;
  readonly siteKey?: string;
  challenge(action: CaptchaAction): Promise<CaptchaChallenge>;
  /**
   * Checks a solution and uses it up. Returns null if it is valid; a second use is refused.
   *
   * @param token the solution that the caller sends
   * @param client.address of the caller
   */
  check(action: CaptchaAction, token: string | undefined, client: { address: string }): Promise<CaptchaRefusal | null>;
  /** Makes a used solution valid again, if the provider allows it. */
  giveBack(token: string | undefined): Promise<void>;
}

export type CaptchaConfig =
  | { provider: "altcha" | "off" }
  | { provider: "turnstile"; siteKey: string; secretKey: string; verifyUrl: string };

/**
 * The captcha that the installation is configured for.
 *
 * @param deps.secretKey SECRET_KEY as configured
 * @param deps.now milliseconds since the epoch
 */
export function createCaptcha(
  config: CaptchaConfig,
  deps: {
    db: Database;
    secretKey: string | Uint8Array;
    now?: () => number;
    log: { warn(fields: object, message: string): void };
  },
): Captcha {
  if (config.provider === "off") return captchaOff;
  if (config.provider === "turnstile") return createTurnstile(config, deps.log);
  return createAltcha(deps);
}

/** Accepts every caller: for tests, benchmarks and closed installations. */
export const captchaOff: Captcha = {
  provider: "off",
  challenge: async () => ({ provider: "off" }),
  check: async () => null,
  giveBack: async () => {},
};

const solutionSchema = z.object({
  algorithm: z.literal("SHA-256"),
  challenge: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  number: z.int().check(z.gte(0), z.lte(captchaNumberMax)),
  salt: z.string().check(z.maxLength(256)),
  signature: z.string(),
});

/** ALTCHA's proof of work, without a third party. The signature covers the action and the expiry. */
function createAltcha({ db, secretKey, now = Date.now }: Parameters<typeof createCaptcha>[1]): Captcha {
  const hmacKey = Buffer.from(deriveKey(secretKey, "captcha")).toString("hex");

  return {
    provider: "altcha",

    async challenge(action) {
      const { challenge, maxnumber, salt, signature } = await createChallenge({
        algorithm: "SHA-256",
        hmacKey,
        maxnumber: captchaNumberMax,
        expires: new Date(now() + captchaTtlSeconds * 1000),
        params: { action },
      });
      return { provider: "altcha", algorithm: "SHA-256", challenge, maxnumber: maxnumber as number, salt, signature };
    },

    async check(action, token) {
      if (!token) return "captcha_missing";
      const solution = readSolution(token);
      // The library would use its own clock, and not distinguish an expired solution from a wrong one.
      if (!solution || !(await verifySolution(solution, hmacKey, false))) return "captcha_invalid";
      const params = extractParams(solution);
      if (params.action !== action) return "captcha_invalid";
      const expires_at = new Date(Number(params.expires) * 1000);
      if (!(expires_at.getTime() > now())) return "captcha_expired";
      const solution_hash = hashSolution(solution);
      // Of parallel calls with the same solution, only one inserts it.
      const taken = await db
        .insert(usedCaptchas)
        .values({ solution_hash, expires_at })
        .onConflictDoNothing()
        .returning({ hash: usedCaptchas.solution_hash });
      return taken.length > 0 ? null : "captcha_invalid";
    },

    async giveBack(token) {
      const solution = token ? readSolution(token) : null;
      if (solution) await db.delete(usedCaptchas).where(eq(usedCaptchas.solution_hash, hashSolution(solution)));
    },
  };
}

/** Hashes the challenge, because one solution has many spellings. */
function hashSolution({ challenge }: { challenge: string }): string {
  return hash("sha256", challenge);
}

function readSolution(token: string): z.infer<typeof solutionSchema> | null {
  try {
    return solutionSchema.safeParse(JSON.parse(Buffer.from(token, "base64").toString())).data ?? null;
  } catch {
    return null;
  }
}

/** The timeout of Cloudflare's answer. */
const turnstileMilliseconds = 5_000;
const turnstileAnswer = z.object({
  success: z.boolean(),
  action: z.optional(z.string()),
  "error-codes": z.optional(z.array(z.string())),
});

/**
 * Cloudflare's Turnstile. The server checks a token by a request to Cloudflare, which also uses the token up. Without
 * an answer every caller is refused. https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
function createTurnstile(
  config: Extract<CaptchaConfig, { provider: "turnstile" }>,
  log: { warn(fields: object, message: string): void },
): Captcha {
  async function ask(token: string, address: string) {
    const answer = await fetch(config.verifyUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ secret: config.secretKey, response: token, remoteip: address }),
      redirect: "error",
      signal: AbortSignal.timeout(turnstileMilliseconds),
    });
    return turnstileAnswer.parse(await answer.json());
  }

  return {
    provider: "turnstile",
    siteKey: config.siteKey,
    challenge: async () => ({ provider: "turnstile", site_key: config.siteKey }),

    async check(action, token, { address }) {
      if (!token) return "captcha_missing";
      try {
        const answer = await ask(token, address);
        if (answer.success && answer.action === action) return null;
        return answer["error-codes"]?.includes("timeout-or-duplicate") ? "captcha_expired" : "captcha_invalid";
      } catch (error) {
        log.warn({ error }, "the captcha's service gave no answer: all callers are refused");
        return "captcha_invalid";
      }
    },

    // Cloudflare used up the token when it answered.
    giveBack: async () => {},
  };
}
