import * as z from "zod/mini";
import { successCodes } from "../base/successes.ts";
import { composed, firstBroken, lengthFrom, lengthTo, notBlank, textLength, typedText } from "../text/text.ts";
import { domainLengthMax, parseWebAddress } from "../text/web-address.ts";
import { plans } from "./plan.ts";

const usernameLengthMin = 3;
export const usernameLengthMax = 30;
export const emailLengthMax = 254;
const passwordLengthMin = 8;
/** A bound against hashing megabytes; nothing is ever truncated. */
export const passwordLengthMax = 128;

export const accessTtlSeconds = 10 * 60;
export const sessionTtlSeconds = 24 * 3600;
export const rememberedSessionTtlSeconds = 30 * 24 * 3600;
export const rememberedSessionAgeMaxSeconds = 180 * 24 * 3600;
export const emailVerificationTtlSeconds = 24 * 3600;
export const passwordResetTtlSeconds = 3600;
/** The way out in the mail about a new device: people read mail after the weekend. */
export const notMeTtlSeconds = 7 * 24 * 3600;

/**
 * The one form in which an address is compared, stored and hashed: trimmed, lower-cased, composed (NFC), with the domain
 * in ASCII (RFC 5890 2.3.2.1), because one domain has many spellings: `ｅxample.com` is `example.com`. A domain that
 * IDNA does not know stays as it is, and {@link emailSchema} refuses it.
 */
export function normalizeEmail(email: string): string {
  // Lower-casing can leave a letter and its mark apart, so the canonical composition comes last.
  const text = composed(email.trim().toLowerCase());
  const domainStart = text.lastIndexOf("@") + 1;
  return domainStart === 0 ? text : text.slice(0, domainStart) + asciiDomain(text.slice(domainStart));
}

/**
 * Letters, digits, hyphens, dots and what IDNA takes for a dot (UTS 46), not all of them ASCII. A URL would also take
 * an escape, a port or a number for what it means in a URL.
 */
const foreignDomain = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/** By the URL parser, which is the one IDNA implementation that both Node and browsers have. */
function asciiDomain(domain: string): string {
  if (domain.length > domainLengthMax || !foreignDomain.test(domain)) return domain;
  return parseWebAddress(`http://${domain}`)?.hostname ?? domain;
}

const local = "[\\p{L}\\p{M}\\p{N}_'+&=~-]+";
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/**
 * A normalised address: RFC 5321 4.1.2 with the letters of every script before the @ (RFC 6531 3.3), without quoted
 * parts, literal hosts and the characters that mean something to a file system or a shell. The dots and the @ are in no
 * other part of the pattern, so no text can match in two ways and the time is linear.
 */
const emailPattern = new RegExp(
  `^(?=[^@]{1,64}@)${local}(?:\\.${local})*@(?:${label}\\.)+(?![0-9]+$)(?=..)${label}$`,
  "u",
);

/** The form in which a password is counted, compared and hashed: one keyboard's é is another's e and accent. */
export function normalizePassword(password: string): string {
  return composed(password);
}

const usernamePattern = /^[A-Za-z0-9_]*$/;

export const usernameSchema = z
  .string()
  .check(
    firstBroken([
      notBlank,
      { code: "username_characters", holds: (name) => usernamePattern.test(name) },
      lengthFrom(usernameLengthMin),
      lengthTo(usernameLengthMax),
    ]),
    z.meta({ minLength: usernameLengthMin, maxLength: usernameLengthMax, pattern: usernamePattern.source }),
  );

export const emailSchema = z
  .string()
  .check(
    z.overwrite(normalizeEmail),
    firstBroken([
      notBlank,
      lengthTo(emailLengthMax),
      { code: "email_invalid", holds: (email) => emailPattern.test(email) },
    ]),
    z.meta({ format: "email", maxLength: emailLengthMax }),
  );

/** Upper and lower case, a digit and a symbol, in any script. */
export function isPasswordMixed(password: string): boolean {
  return (
    /\p{Ll}/u.test(password) &&
    /\p{Lu}/u.test(password) &&
    /\p{Nd}/u.test(password) &&
    /[^\p{L}\p{M}\p{N}\s]/u.test(password)
  );
}

/** A password to be set. What is common, or the person's own name, is judged by `packages/auth/src/password/common-password.ts`. */
export const newPasswordSchema = z.string().check(
  z.overwrite(normalizePassword),
  firstBroken([
    notBlank,
    lengthTo(passwordLengthMax),
    // A lone surrogate would be hashed as the same replacement character as any other.
    { code: "unreadable_text", holds: (password) => password.isWellFormed() },
    { code: "password_common", holds: (password) => !/^\p{Nd}+$/u.test(password) },
    {
      code: "password_weak",
      holds: (password) => textLength(password) >= passwordLengthMin && isPasswordMixed(password),
    },
  ]),
  z.meta({ minLength: passwordLengthMin, maxLength: passwordLengthMax }),
);

/** Longer than any password that can be set, so that a wrong password is reported as wrong and not as invalid. */
const checkedPasswordLengthMax = 1024;

function boundedPassword() {
  return z.string().check(z.overwrite(normalizePassword), firstBroken([notBlank, lengthTo(checkedPasswordLengthMax)]));
}

/** A password to be checked. */
export const passwordSchema = boundedPassword();

/** The repetition of a new password: judged by being the same, or by being there at all. */
export const passwordConfirmation = boundedPassword();

/** That a new password was typed the same twice. */
export function isConfirmed(password: string, confirmation: string) {
  return z.refine<Record<string, unknown>>((input) => input[password] === input[confirmation], {
    error: "passwords_differ",
    path: [confirmation],
    // Whatever else is wrong with the body: zod would first have every member valid. A blank one is only blank.
    when: ({ value }) => {
      const input = value as Record<string, unknown> | null | undefined;
      return (
        typeof input?.[password] === "string" && typeof input[confirmation] === "string" && input[confirmation] !== ""
      );
    },
  });
}

/** The answer to a captcha's challenge; read only where one is on. */
export const captcha = z.string().check(z.maxLength(4096));

export const registerInput = z
  .strictObject({
    username: usernameSchema,
    email: emailSchema,
    password: newPasswordSchema,
    password_confirmation: passwordConfirmation,
    agreement: z.literal(true, { error: "agreement_required" }),
    newsletter: z.optional(z.boolean()),
    captcha: z.optional(captcha),
  })
  .check(isConfirmed("password", "password_confirmation"));
export type RegisterInput = z.infer<typeof registerInput>;

export const registerOutput = z.object({ detail: z.enum(successCodes), username: z.string() });

export const loginInput = z.strictObject({
  /** User name or e-mail address, in any case. */
  username: typedText({ min: 1, max: emailLengthMax }),
  password: passwordSchema,
  remember_me: z.optional(z.boolean()),
});

export const tokenPairSchema = z.object({ access: z.string(), refresh: z.string() });

/** A JWT of ours is some 400 characters; anything much longer is not worth verifying. */
const tokenText = z.string().check(z.maxLength(4096));

export const refreshInput = z.strictObject({ refresh: tokenText, rotate: z.optional(z.boolean()) });
export const refreshOutput = z.object({ access: z.string(), refresh: z.optional(z.string()) });
export const blacklistInput = z.strictObject({ refresh: tokenText });
export const emailVerificationInput = z.strictObject({ captcha: z.optional(captcha) });
export const linkTokenInput = z.strictObject({ token: z.string().check(z.maxLength(256)) });

/** Third parties that one can log in with. */
export const providers = ["google", "facebook"] as const;
export type Provider = (typeof providers)[number];

export const profileSchema = z.object({
  username: z.string(),
  is_staff: z.boolean(),
  /** Lower-case hex SHA-256 of the address by {@link normalizeEmail}: the client compares a typed one with it. */
  hashed_email: z.string(),
  newsletter_subscriber: z.boolean(),
  email_verified: z.boolean(),
  pending_email: z.nullable(z.string()),
  /** The third-party account that was there first; null where there is none. */
  provider: z.nullable(z.enum(providers)),
  /** All that are linked, oldest first. */
  providers: z.array(z.enum(providers)),
  has_password: z.boolean(),
  two_factor_enabled: z.boolean(),
  plan: z.enum(plans),
  date_joined: z.string(),
  limits: z.object({ good_habits: z.int(), bad_habits: z.int(), hues: z.int(), layouts: z.int() }),
});

export const themes = ["light", "dark", "system"] as const;
