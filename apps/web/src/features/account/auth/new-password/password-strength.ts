import { newPasswordSchema } from "@daymark/domain/account/auth";

/** 0 empty, 1 refused, 2 fair, 3 good, 4 strong. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

/**
 * A rough estimate of how hard a password is to guess. Once the rules are met, length counts, and repeated characters
 * add no length. Only the server knows the common passwords.
 */
export function passwordScore(password: string): PasswordScore {
  if (password === "") return 0;
  if (!newPasswordSchema.safeParse(password).success) return 1;
  const variety = new Set(password).size;
  if (password.length >= 16 && variety >= 10) return 4;
  return password.length >= 12 && variety >= 8 ? 3 : 2;
}
