import * as z from "zod/mini";

/** What a captcha may be asked for; a solution is good for the action it was made for alone. */
export const captchaActions = ["register", "reset_password", "verify_email"] as const;
export type CaptchaAction = (typeof captchaActions)[number];

export const captchaProviders = ["altcha", "turnstile", "off"] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** How long a challenge may be worked at and its solution kept. */
export const captchaTtlSeconds = 600;
/**
 * The highest number to be tried. On average half of them are: half a second to a second in a phone's browser, some
 * 20 ms in a script.
 */
export const captchaNumberMax = 20_000;

export const captchaGetInput = z.strictObject({ action: z.enum(captchaActions) });

/**
 * What is to be solved. With `altcha` the number n, up to `maxnumber`, for which the lower-case hex SHA-256 of `salt`
 * followed by n is `challenge`; what goes into the member `captcha` is the base64 of the JSON
 * `{ algorithm, challenge, number, salt, signature }` (ALTCHA's proof of work, version 1). With `turnstile` what the
 * widget of `site_key` gives. With `off` nothing is asked.
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
