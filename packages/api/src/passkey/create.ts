import type { Database, Transaction } from "@daymark/db/connection/client";
import { passkeys } from "@daymark/db/schema/passkey";
import { passkeysMax } from "@daymark/domain/account/passkey";
import { count, eq } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { recordAndNotify } from "../account-change/record-event.ts";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";

/**
 * Stores a verified passkey, and notifies its owner.
 *
 * @throws ApiError conflict (the user has as many as allowed), passkey_invalid (it is already registered)
 */
export function createPasskey(
  ctx: AccountContext,
  row: typeof passkeys.$inferInsert,
): Promise<typeof passkeys.$inferSelect> {
  return ctx.db.transaction(async (tx) => {
    // A parallel call that creates a passkey waits here, and then counts this one too.
    await lockAccount(tx, ctx);
    await assertRoom(tx, ctx.user.id);
    const [made] = await tx.insert(passkeys).values(row).onConflictDoNothing().returning();
    if (!made) throw new ApiError("passkey_invalid");
    await recordAndNotify(ctx, tx, "passkey_created", { name: made.name });
    return made;
  });
}

/** @throws ApiError conflict */
export async function assertRoom(db: Database | Transaction, userId: number): Promise<void> {
  const [held] = await db.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.user_id, userId));
  if ((held?.passkeys ?? 0) >= passkeysMax) throw new ApiError("conflict", { values: { reason: "too_many" } });
}
