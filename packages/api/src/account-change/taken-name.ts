import { isHeldAddress } from "@daymark/auth/crypto/email-token";
import type { Database } from "@daymark/db/connection/client";
import { violatedUnique } from "@daymark/db/connection/unique";
import { users } from "@daymark/db/schema/user";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { eq, or, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

const usernameTaken: FieldErrors = { username: [{ code: "username_taken" }] };
export const emailTaken: FieldErrors = { email: [{ code: "email_taken" }] };
const uniqueFields: Record<string, FieldErrors> = { users_username_key: usernameTaken, users_email_key: emailTaken };

/**
 * Finds out whether a new account may have a name and an address.
 *
 * @param wanted.now milliseconds since the epoch
 * @returns the errors of both fields; empty if both are free
 */
export async function findTaken(
  db: Database,
  { username, email, now }: { username: string; email: string; now: number },
): Promise<FieldErrors> {
  const rows = await db
    .select({ email: users.email, isName: sql<boolean>`lower(${users.username}) = lower(${username})` })
    .from(users)
    .where(or(eq(sql`lower(${users.username})`, username.toLowerCase()), eq(users.email, email)));
  return {
    ...(rows.some((row) => row.isName) && usernameTaken),
    ...((rows.some((row) => row.email === email) || (await isHeldAddress(db, { email, now }))) && emailTaken),
  };
}

/** The error to throw if an insert failed: another call took the name or the address after {@link findTaken}. */
export function takenMeanwhile(error: unknown): unknown {
  const fields = uniqueFields[violatedUnique(error) ?? ""];
  return fields ? new ApiError("validation_failed", { fields, cause: error }) : error;
}
