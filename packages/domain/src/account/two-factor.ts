import * as z from "zod/mini";
import { answeredInstantSchema } from "../base/instant.ts";
import { successCodes } from "../base/successes.ts";
import type { FieldErrorCode } from "../base/validation.ts";
import { firstBroken, notBlank, readable } from "../text/text.ts";
import { loginInput, passwordSchema } from "./auth.ts";
import { passkeyAssertionSchema } from "./webauthn.ts";

export const securityCodeLength = 6;
export const backupCodeLength = 12;
/** Number of backup codes that the server creates at once. */
export const backupCodesCount = 10;

/** RFC 6238 5.2 recommends this step. Authenticator apps support no other. */
export const securityCodeStepSeconds = 30;
/** How long a log-in waits for its second factor. */
export const challengeTtlSeconds = 5 * 60;
/** After this many wrong codes, the server ends a log-in that waits for its second factor. */
export const challengeFailuresMax = 5;
/** After this many wrong codes in all log-ins and calls of an account, the server refuses codes for a while. */
export const accountFailuresMax = 10;
export const accountFailuresSeconds = 15 * 60;

/** A code of the authenticator app, with or without the space that apps show in it. */
export const securityCodeSchema = z.string().check(
  z.overwrite((text) => text.replaceAll(/\s/g, "")),
  firstBroken([notBlank, { code: "security_code_format", holds: (code) => /^\d{6}$/.test(code) }]),
  z.meta({ pattern: "^\\d{6}$" }),
);

/**
 * Accepts a backup code as a user copies it: in any case, with spaces or hyphens, or with a letter in place of a digit.
 */
export function normalizeBackupCode(text: string): string {
  return text.replaceAll(/[\s-]/g, "").toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

/** Any text of the right length passes, so that a wrong code is reported as wrong and not as invalid. */
export const backupCodeSchema = z
  .string()
  .check(
    z.overwrite(normalizeBackupCode),
    firstBroken([
      notBlank,
      { code: "backup_code_format", holds: (code) => code.length === backupCodeLength },
      readable,
    ]),
    z.meta({ minLength: backupCodeLength }),
  );

/** The proofs that the caller is the user. */
export const stepUpMembers = {
  password: z.optional(passwordSchema),
  code: z.optional(securityCodeSchema),
  backup_code: z.optional(backupCodeSchema),
};

type Body = Partial<Record<string, unknown>>;

/** A rule about several members of a body. It runs even if other members are invalid; see registerInput. */
function bodyRule(path: string, error: FieldErrorCode, holds: (body: Body) => boolean) {
  return z.refine<unknown>((body) => holds(body as Body), {
    error,
    path: [path],
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  });
}

const has = (body: Body, member: string) => body[member] !== undefined;

/** A code and a backup code prove the same factor, so a caller sends only one. */
export const oneSecondFactor = bodyRule(
  "code",
  "code_or_backup_code",
  (body) => !(has(body, "code") && has(body, "backup_code")),
);

export const stepUpInput = z
  .strictObject({
    ...stepUpMembers,
    /** The answer to the challenge of `passkey.startStepUp`. */
    passkey: z.optional(passkeyAssertionSchema),
  })
  .check(
    oneSecondFactor,
    bodyRule("password", "required", (body) =>
      ["password", "code", "backup_code", "passkey"].some((name) => has(body, name)),
    ),
  );

/**
 * A log-in in one of three forms: credentials; credentials with a code or a backup code; or the challenge that the
 * server returned for the first form, with a code or a backup code.
 */
export const anyLoginInput = z
  .strictObject({
    username: z.optional(loginInput.shape.username),
    password: z.optional(loginInput.shape.password),
    remember_me: loginInput.shape.remember_me,
    /** The challenge in the server's 401 `two_factor_code_missing`. */
    challenge: z.optional(z.string().check(z.maxLength(4096))),
    code: z.optional(securityCodeSchema),
    backup_code: z.optional(backupCodeSchema),
  })
  .check(
    oneSecondFactor,
    ...(["username", "password"] as const).map((member) =>
      bodyRule(member, "required", (body) => has(body, member) || has(body, "challenge")),
    ),
    // The challenge contains them from the first call.
    ...(["username", "password", "remember_me"] as const).map((member) =>
      bodyRule(member, "unknown_field", (body) => !(has(body, member) && has(body, "challenge"))),
    ),
    bodyRule("code", "required", (body) => !has(body, "challenge") || has(body, "code") || has(body, "backup_code")),
  );
export type AnyLoginInput = z.infer<typeof anyLoginInput>;

export const twoFactorGenerateInput = z.strictObject({
  /** Required if the account has a password. */
  password: z.optional(passwordSchema),
});
export const twoFactorGenerateOutput = z.object({
  /** Base32 without padding (RFC 4648 6), the form that authenticator apps accept. */
  secret: z.string(),
  /** The content of the QR code. */
  otpauth_url: z.string(),
});

export const twoFactorVerifyInput = z.strictObject({ code: securityCodeSchema });
/** Returned when a user turns two-factor authentication on, and for new backup codes. */
export const newBackupCodesOutput = z.object({
  detail: z.enum(successCodes),
  /** The server shows them only once. */
  backup_codes: z.array(z.string()),
});

export const twoFactorDisableInput = z
  .strictObject({ code: z.optional(securityCodeSchema), backup_code: z.optional(backupCodeSchema) })
  .check(
    oneSecondFactor,
    bodyRule("code", "required", (body) => has(body, "code") || has(body, "backup_code")),
  );

/** `generated_at` is null if the user has no codes. */
export const backupCodesSchema = z.object({
  total: z.int(),
  remaining: z.int(),
  generated_at: z.nullable(answeredInstantSchema),
});
export const backupCodesCreateInput = z.strictObject({ code: securityCodeSchema });
