import { backupCodeLength, normalizeBackupCode } from "@daymark/domain/two-factor";
import * as z from "zod/mini";

/** A security code or a backup code, in one field: their lengths tell them apart. */
export const secondFactorSchema = z.string().check(
  z.trim(),
  z.refine((text) => text !== "", { error: "blank", abort: true }),
  z.refine((text) => isSecurityCode(text) || normalizeBackupCode(text).length === backupCodeLength, {
    error: "backup_code_format",
  }),
);

/** The member that a text of {@link secondFactorSchema} travels in. */
export function secondFactorOf(text: string): { code: string } | { backup_code: string } {
  return isSecurityCode(text) ? { code: text.replaceAll(/\s/g, "") } : { backup_code: text };
}

function isSecurityCode(text: string): boolean {
  return /^\d{6}$/.test(text.replaceAll(/\s/g, ""));
}
