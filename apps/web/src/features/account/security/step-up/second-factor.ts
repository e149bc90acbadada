import { backupCodeLength, normalizeBackupCode } from "@daymark/domain/account/two-factor";
import * as z from "zod/mini";

/** A security code or a backup code, in one field: their lengths tell them apart. */
export const secondFactorSchema = z.string().check(
  z.trim(),
  z.refine((text) => text !== "", { error: "blank", abort: true }),
  // A number is meant to be a security code, unless it is as long as a backup code, which may be one too.
  z.refine((text) => isSecurityCode(text) || isBackupCode(text) || !/^[\d\s]+$/.test(text), {
    error: "security_code_format",
    abort: true,
  }),
  z.refine((text) => isSecurityCode(text) || isBackupCode(text), { error: "backup_code_format" }),
);

/** The member that a text of {@link secondFactorSchema} travels in. */
export function secondFactorOf(text: string): { code: string } | { backup_code: string } {
  return isSecurityCode(text) ? { code: text.replaceAll(/\s/g, "") } : { backup_code: text };
}

function isBackupCode(text: string): boolean {
  return normalizeBackupCode(text).length === backupCodeLength;
}

function isSecurityCode(text: string): boolean {
  return /^\d{6}$/.test(text.replaceAll(/\s/g, ""));
}
