import type { Transaction } from "@daymark/db/connection/client";
import { identities } from "@daymark/db/schema/identity";
import { passkeys } from "@daymark/db/schema/passkey";
import { users } from "@daymark/db/schema/user";
import { and, eq, exists, isNotNull, or } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

/**
 * Called after a sign-in method was removed. It makes the transaction fail if the account has no other one.
 *
 * @throws ApiError conflict
 */
export async function assertSignInMethod(tx: Transaction, userId: number): Promise<void> {
  if (!(await hasSignInMethod(tx, userId))) throw new ApiError("conflict", { values: { reason: "last_way_in" } });
}

/** Whether the user can sign in with a password, a third party or a passkey. */
export async function hasSignInMethod(tx: Transaction, userId: number): Promise<boolean> {
  const [open] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        or(
          isNotNull(users.password_hash),
          exists(tx.select({ user_id: identities.user_id }).from(identities).where(eq(identities.user_id, userId))),
          exists(tx.select({ user_id: passkeys.user_id }).from(passkeys).where(eq(passkeys.user_id, userId))),
        ),
      ),
    );
  return open !== undefined;
}
