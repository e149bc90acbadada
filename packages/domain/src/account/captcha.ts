import * as z from "zod/mini";

/** The actions that a captcha may protect. A solution is valid only for the action of its challenge. */
export const captchaActions = ["register", "reset_password", "verify_email"] as const;
export type CaptchaAction = (typeof captchaActions)[number];

export const captchaProviders = ["altcha", "turnstile", "off"] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** How long a challenge and its solution are valid. */
export const captchaTtlSeconds = 600;
/**
 * The highest number that a client tries. On average it tries half of them: half a second to a second in the browser of
 * a phone, about 20 ms in a script.
 */
export const captchaNumberMax = 20_000;

export const captchaGetInput = z.strictObject({ action: z.enum(captchaActions) });

/**
 * The challenge. With `altcha` the client searches the number n, up to `maxnumber`, for which the lower-case hex
 * SHA-256 of `salt` followed by n is `challenge`. The member `captcha` is then the base64 of the JSON
 * `{ algorithm, challenge, number, salt, signature }` (ALTCHA's proof of work, version 1). With `turnstile` the member
 * is the token from the widget of `site_key`. With `off` no solution is required.
 */
export const captchaSchema = z.object({
  provider: z.enum(captchaProviders),
  algorithm: z.optional(z.literal("SHA-256")),
  challenge: z.optional(z.string()),
  maxnumber: z.optional(z.int()),
  salt: z.optional(z.string()),
  signature: z.optional(z.string()),
  site_key: z.optional(z.string()),
});
export type CaptchaChallenge = z.infer<typeof captchaSchema>;
