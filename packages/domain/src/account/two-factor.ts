import * as z from "zod/mini";
import { successCodes } from "../base/successes.ts";
import type { FieldErrorCode } from "../base/validation.ts";
import { firstBroken, notBlank, readable } from "../text/text.ts";
import { loginInput, passwordSchema } from "./auth.ts";
import { passkeyAssertionSchema } from "./webauthn.ts";

export const securityCodeLength = 6;
export const backupCodeLength = 12;
/** How many a user gets at once. */
export const backupCodesCount = 10;

/** RFC 6238 5.2 recommends it, and no authenticator app knows another. */
export const securityCodeStepSeconds = 30;
/** For as long a log-in waits for its second factor. */
export const challengeTtlSeconds = 5 * 60;
/** So many wrong codes end a log-in that waits for its second factor. */
export const challengeFailuresMax = 5;
/** So many wrong codes, over all log-ins and calls of an account, close it to codes for a while. */
export const accountFailuresMax = 10;
export const accountFailuresSeconds = 15 * 60;

/** A code of the authenticator app, with or without the space apps show in it. */
export const securityCodeSchema = z.string().check(
  z.overwrite((text) => text.replaceAll(/\s/g, "")),
  firstBroken([notBlank, { code: "security_code_format", holds: (code) => /^\d{6}$/.test(code) }]),
  z.meta({ pattern: "^\\d{6}$" }),
);

/** A backup code as a person copies it: in any case, with spaces or hyphens, or with a letter that stands for a digit. */
export function normalizeBackupCode(text: string): string {
  return text.replaceAll(/[\s-]/g, "").toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

/** Any of the right length, so that a wrong one is wrong and not invalid. */
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

/** What proves once more that the caller is the user. */
export const stepUpMembers = {
  password: z.optional(passwordSchema),
  code: z.optional(securityCodeSchema),
  backup_code: z.optional(backupCodeSchema),
};

type Body = Partial<Record<string, unknown>>;

/** A rule over several members of a body, whatever else is wrong with it; see registerInput. */
function bodyRule(path: string, error: FieldErrorCode, holds: (body: Body) => boolean) {
  return z.refine<unknown>((body) => holds(body as Body), {
    error,
    path: [path],
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  });
}

const has = (body: Body, member: string) => body[member] !== undefined;

/** A code and a backup code answer the same question. */
export const oneSecondFactor = bodyRule(
  "code",
  "code_or_backup_code",
  (body) => !(has(body, "code") && has(body, "backup_code")),
);

export const stepUpInput = z
  .strictObject({
    ...stepUpMembers,
    /** The answer to what `passkey.startStepUp` gave. */
    passkey: z.optional(passkeyAssertionSchema),
  })
  .check(
    oneSecondFactor,
    bodyRule("password", "required", (body) =>
      ["password", "code", "backup_code", "passkey"].some((name) => has(body, name)),
    ),
  );

/**
 * A log-in in any of its three forms: credentials; credentials with a code or a backup code; the challenge that the
 * first form was answered with, and a code or a backup code.
 */
export const anyLoginInput = z
  .strictObject({
    username: z.optional(loginInput.shape.username),
    password: z.optional(loginInput.shape.password),
    remember_me: loginInput.shape.remember_me,
    /** As a 401 `two_factor_code_missing` gave it. */
    challenge: z.optional(z.string().check(z.maxLength(4096))),
    code: z.optional(securityCodeSchema),
    backup_code: z.optional(backupCodeSchema),
  })
  .check(
    oneSecondFactor,
    ...(["username", "password"] as const).map((member) =>
      bodyRule(member, "required", (body) => has(body, member) || has(body, "challenge")),
    ),
    // The challenge knows them from the first call.
    ...(["username", "password", "remember_me"] as const).map((member) =>
      bodyRule(member, "unknown_field", (body) => !(has(body, member) && has(body, "challenge"))),
    ),
    bodyRule("code", "required", (body) => !has(body, "challenge") || has(body, "code") || has(body, "backup_code")),
  );
export type AnyLoginInput = z.infer<typeof anyLoginInput>;

export const twoFactorGenerateInput = z.strictObject({
  /** Where there is one. */
  password: z.optional(passwordSchema),
});
export const twoFactorGenerateOutput = z.object({
  /** Base32 without padding (RFC 4648 6), as authenticator apps take it. */
  secret: z.string(),
  /** What the QR code holds. */
  otpauth_url: z.string(),
});

export const twoFactorVerifyInput = z.strictObject({ code: securityCodeSchema });
/** Of turning it on, and of new backup codes. */
export const newBackupCodesOutput = z.object({
  detail: z.enum(successCodes),
  /** Shown this once. */
  backup_codes: z.array(z.string()),
});

export const twoFactorDisableInput = z
  .strictObject({ code: z.optional(securityCodeSchema), backup_code: z.optional(backupCodeSchema) })
  .check(
    oneSecondFactor,
    bodyRule("code", "required", (body) => has(body, "code") || has(body, "backup_code")),
  );

/** `generated_at` is null while the user has no codes. */
export const backupCodesSchema = z.object({ total: z.int(), remaining: z.int(), generated_at: z.nullable(z.string()) });
export const backupCodesCreateInput = z.strictObject({ code: securityCodeSchema });
