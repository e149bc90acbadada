import * as z from "zod/mini";
import { languages } from "./language.ts";
import { plans } from "./plan.ts";
import { successCodes } from "./successes.ts";

export const usernameLengthMin = 3;
export const usernameLengthMax = 30;
export const emailLengthMax = 254;
export const passwordLengthMin = 8;
/** A bound against hashing megabytes; nothing is ever truncated. */
export const passwordLengthMax = 128;

export const accessTtlSeconds = 10 * 60;
export const sessionTtlSeconds = 24 * 3600;
export const rememberedSessionTtlSeconds = 30 * 24 * 3600;
export const rememberedSessionAgeMaxSeconds = 180 * 24 * 3600;
export const emailVerificationTtlSeconds = 24 * 3600;

/** The one form in which an address is compared and stored. */
export function normalizeEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}

export const usernameSchema = z.string().check(
  z.refine((name) => name.length > 0, { error: "blank", abort: true }),
  z.refine((name) => /^[A-Za-z0-9_]*$/.test(name), { error: "username_characters", abort: true }),
  z.minLength(usernameLengthMin),
  z.maxLength(usernameLengthMax),
);

export const emailSchema = z.pipe(
  z.pipe(z.string(), z.transform(normalizeEmail)),
  z.string().check(
    z.refine((email) => email.length > 0, { error: "blank", abort: true }),
    z.maxLength(emailLengthMax),
    z.email({ error: "email_invalid" }),
  ),
);

/** Upper and lower case, a digit and a symbol, in any script. */
export function isPasswordMixed(password: string): boolean {
  return (
    /\p{Ll}/u.test(password) &&
    /\p{Lu}/u.test(password) &&
    /\p{Nd}/u.test(password) &&
    /[^\p{L}\p{N}\s]/u.test(password)
  );
}

/** A password to be set. What is common, or the person's own name, is judged by `packages/auth/src/password.ts`. */
export const newPasswordSchema = z.string().check(
  z.refine((password) => password.length > 0, { error: "blank", abort: true }),
  z.maxLength(passwordLengthMax),
  z.refine((password) => !/^\d+$/.test(password), { error: "password_common", abort: true }),
  z.refine((password) => password.length >= passwordLengthMin && isPasswordMixed(password), { error: "password_weak" }),
);

/** A password to be checked: any bounded text, so that a wrong one is wrong and not invalid. */
export const passwordSchema = z.string().check(
  z.refine((password) => password.length > 0, { error: "blank", abort: true }),
  z.maxLength(1024),
);

export const registerInput = z
  .strictObject({
    username: usernameSchema,
    email: emailSchema,
    password: newPasswordSchema,
    password_confirmation: z.string(),
    agreement: z.literal(true, { error: "agreement_required" }),
    newsletter: z.optional(z.boolean()),
  })
  .check(
    z.refine((input) => input.password === input.password_confirmation, {
      error: "passwords_differ",
      path: ["password_confirmation"],
      when: ({ value }) => {
        const input = value as { password?: unknown; password_confirmation?: unknown };
        return typeof input?.password === "string" && typeof input.password_confirmation === "string";
      },
    }),
  );
export type RegisterInput = z.infer<typeof registerInput>;

export const registerOutput = z.object({ detail: z.enum(successCodes), username: z.string() });

export const loginInput = z.strictObject({
  /** User name or e-mail address, in any case. */
  username: z.string().check(
    z.trim(),
    z.refine((name) => name.length > 0, { error: "blank", abort: true }),
    z.maxLength(emailLengthMax),
  ),
  password: passwordSchema,
  remember_me: z.optional(z.boolean()),
});

export const tokenPairSchema = z.object({ access: z.string(), refresh: z.string() });

/** A JWT of ours is some 400 characters; anything much longer is not worth verifying. */
const tokenText = z.string().check(z.maxLength(4096));

export const refreshInput = z.strictObject({ refresh: tokenText, rotate: z.optional(z.boolean()) });
export const refreshOutput = z.object({ access: z.string(), refresh: z.optional(z.string()) });
export const blacklistInput = z.strictObject({ refresh: tokenText });
export const linkTokenInput = z.strictObject({ token: z.string().check(z.maxLength(256)) });

export const providers = ["google", "facebook"] as const;

export const profileSchema = z.object({
  username: z.string(),
  is_staff: z.boolean(),
  /** Lower-case hex SHA-256 of the lower-cased address: the client compares a typed one with it. */
  hashed_email: z.string(),
  newsletter_subscriber: z.boolean(),
  email_verified: z.boolean(),
  pending_email: z.nullable(z.string()),
  provider: z.nullable(z.enum(providers)),
  has_password: z.boolean(),
  two_factor_enabled: z.boolean(),
  plan: z.enum(plans),
  date_joined: z.string(),
  limits: z.object({ good_habits: z.int(), bad_habits: z.int(), hues: z.int(), layouts: z.int() }),
});
export type Profile = z.infer<typeof profileSchema>;

export const themes = ["light", "dark", "system"] as const;

export const settingsSchema = z.object({
  language: z.enum(languages),
  timezone: z.nullable(z.string()),
  theme: z.enum(themes),
  day_start_hour: z.int(),
});
