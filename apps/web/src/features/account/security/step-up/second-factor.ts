import { backupCodeLength, normalizeBackupCode } from "@daymark/domain/account/two-factor";
import * as z from "zod/mini";

/** A security code or a backup code, in one field: their lengths distinguish them. */
export const secondFactorSchema = z.string().check(
  z.trim(),
  z.refine((text) => text !== "", { error: "blank", abort: true }),
  // Digits are taken as a security code, unless they are as long as a backup code, which may consist of digits too.
  z.refine((text) => isSecurityCode(text) || isBackupCode(text) || !/^[\d\s]+$/.test(text), {
    error: "security_code_format",
    abort: true,
  }),
  z.refine((text) => isSecurityCode(text) || isBackupCode(text), { error: "backup_code_format" }),
);

/** The member of the input for a text of {@link secondFactorSchema}. */
export function secondFactorOf(text: string): { code: string } | { backup_code: string } {
  return isSecurityCode(text) ? { code: text.replaceAll(/\s/g, "") } : { backup_code: text };
}

function isBackupCode(text: string): boolean {
  return normalizeBackupCode(text).length === backupCodeLength;
}

function isSecurityCode(text: string): boolean {
  return /^\d{6}$/.test(text.replaceAll(/\s/g, ""));
}
