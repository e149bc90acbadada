import * as z from "zod/mini";
import { answeredInstantSchema } from "../base/instant.ts";
import { successCodes } from "../base/successes.ts";
import { composed } from "../text/characters.ts";
import { firstBroken, lengthFrom, lengthTo, notBlank, textLength, typedText } from "../text/text.ts";
import { domainLengthMax, parseWebAddress } from "../text/web-address.ts";
import { plans } from "./plan.ts";

const usernameLengthMin = 3;
export const usernameLengthMax = 30;
export const emailLengthMax = 254;
const passwordLengthMin = 8;
/** Prevents the server from hashing megabytes. The server never truncates a password. */
export const passwordLengthMax = 128;

export const accessTtlSeconds = 10 * 60;
export const sessionTtlSeconds = 24 * 3600;
export const rememberedSessionTtlSeconds = 30 * 24 * 3600;
export const rememberedSessionAgeMaxSeconds = 180 * 24 * 3600;
export const emailVerificationTtlSeconds = 24 * 3600;
export const passwordResetTtlSeconds = 3600;
/**
 * How long the link "This was not me" in the mail about a new device is valid: some users read mail only after a
 * weekend.
 */
export const notMeTtlSeconds = 7 * 24 * 3600;
/** How long the link is valid that sets the password of an account which an admin has made. */
export const setUpTtlSeconds = 7 * 24 * 3600;

/**
 * The form in which an address is compared, stored and hashed: trimmed, lower-cased, composed (NFC), with the domain in
 * ASCII (RFC 5890 2.3.2.1), because one domain has many spellings: `ｅxample.com` is `example.com`. A domain that IDNA
 * rejects stays as it is, and {@link emailSchema} rejects it.
 */
export function normalizeEmail(email: string): string {
  // Lower-casing can separate a letter and its combining mark, so the canonical composition comes last.
  const text = composed(email.trim().toLowerCase());
  const domainStart = text.lastIndexOf("@") + 1;
  return domainStart === 0 ? text : text.slice(0, domainStart) + asciiDomain(text.slice(domainStart));
}

/**
 * Letters, digits, hyphens, dots and the characters that IDNA maps to a dot (UTS 46), at least one of them not ASCII.
 * Other characters are excluded, because a URL parser would interpret an escape, a port or a number.
 */
const foreignDomain = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/** Uses the URL parser, the only IDNA implementation that both Node and browsers have. */
function asciiDomain(domain: string): string {
  if (domain.length > domainLengthMax || !foreignDomain.test(domain)) return domain;
  return parseWebAddress(`http://${domain}`)?.hostname ?? domain;
}

const local = "[\\p{L}\\p{M}\\p{N}_'+&=~-]+";
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/**
 * A normalised address: RFC 5321 4.1.2 with the letters of every script before the @ (RFC 6531 3.3), without quoted
 * parts, literal hosts and the characters that are special in a file system or a shell. No other part of the pattern
 * matches a dot or an @, so no text can match in two ways, and matching takes linear time.
 */
const emailPattern = new RegExp(
  `^(?=[^@]{1,64}@)${local}(?:\\.${local})*@(?:${label}\\.)+(?![0-9]+$)(?=..)${label}$`,
  "u",
);

/**
 * The form in which a password is counted, compared and hashed: one keyboard sends é as one code point, another as two.
 */
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

/** A new password. `packages/auth/src/password/common-password.ts` rejects common passwords and the user's own name. */
export const newPasswordSchema = z.string().check(
  z.overwrite(normalizePassword),
  firstBroken([
    notBlank,
    lengthTo(passwordLengthMax),
    // Hashing replaces every lone surrogate by the same character, so different passwords would have the same hash.
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

/** A password that the server compares with the stored hash. */
export const passwordSchema = boundedPassword();

/** The repeated new password. The only rules are that it is present and equal to the first. */
export const passwordConfirmation = boundedPassword();

/** Checks that both new passwords are equal. */
export function isConfirmed(password: string, confirmation: string) {
  return z.refine<Record<string, unknown>>((input) => input[password] === input[confirmation], {
    error: "passwords_differ",
    path: [confirmation],
    // By default zod runs this check only if every member is valid. We also run it if other members are invalid, but a
    // blank password is reported only as blank.
    when: ({ value }) => {
      const input = value as Record<string, unknown> | null | undefined;
      return (
        typeof input?.[password] === "string" && typeof input[confirmation] === "string" && input[confirmation] !== ""
      );
    },
  });
}

/** The solution of a captcha challenge. The server ignores it if the captcha is off. */
export const captcha = z.string().check(z.maxLength(4096));

/** Longer than any token of a link. */
const linkTokenLengthMax = 256;

/** The token of an invitation's link, which SIGN_UP=invite requires. */
export const invitationToken = z.string().check(z.maxLength(linkTokenLengthMax));

export const registerInput = z
  .strictObject({
    username: usernameSchema,
    email: emailSchema,
    password: newPasswordSchema,
    password_confirmation: passwordConfirmation,
    agreement: z.literal(true, { error: "agreement_required" }),
    newsletter: z.optional(z.boolean()),
    captcha: z.optional(captcha),
    invitation: z.optional(invitationToken),
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

/** Our JWTs have about 400 characters. The server does not verify a much longer token. */
const tokenText = z.string().check(z.maxLength(4096));

export const refreshInput = z.strictObject({ refresh: tokenText, rotate: z.optional(z.boolean()) });
export const refreshOutput = z.object({ access: z.string(), refresh: z.optional(z.string()) });
/** `logout_url`: where the browser goes to log out of the provider too; only if the session came from one that offers it. */
export const blacklistOutput = z.object({ detail: z.enum(successCodes), logout_url: z.optional(z.string()) });
export const blacklistInput = z.strictObject({ refresh: tokenText });
export const emailVerificationInput = z.strictObject({ captcha: z.optional(captcha) });
export const linkTokenInput = z.strictObject({ token: z.string().check(z.maxLength(linkTokenLengthMax)) });

/** A third party that users log in with: google, facebook, or an OpenID provider by its name in the configuration. */
export type Provider = string;

export const profileSchema = z.object({
  username: z.string(),
  is_staff: z.boolean(),
  /**
   * Lower-case hex SHA-256 of the address in the form of {@link normalizeEmail}. The client compares a typed address
   * with it.
   */
  hashed_email: z.string(),
  /** By {@link maskEmail} (masked-email.ts). `account.getEmail` returns the address itself. */
  masked_email: z.string(),
  newsletter_subscriber: z.boolean(),
  email_verified: z.boolean(),
  pending_email: z.nullable(z.string()),
  /** The first linked third-party account; null if there is none. */
  provider: z.nullable(z.string()),
  /** All linked providers, oldest first. */
  providers: z.array(z.string()),
  has_password: z.boolean(),
  two_factor_enabled: z.boolean(),
  plan: z.enum(plans),
  date_joined: answeredInstantSchema,
  limits: z.object({ good_habits: z.int(), bad_habits: z.int(), hues: z.int(), layouts: z.int() }),
});

export const themes = ["light", "dark", "system"] as const;
