import { passkeys } from "@daymark/db/schema/passkey";
import { and, eq } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { recordAndNotify } from "../account-change/record-event.ts";
import { assertSignInMethod } from "../account-change/sign-in-method.ts";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";

/**
 * Revokes one of the caller's passkeys, and notifies them by mail.
 *
 * @throws ApiError passkey_not_found, conflict (it is the last sign-in method)
 */
export function deletePasskey(ctx: AccountContext, id: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const [gone] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.user_id, ctx.user.id)))
      .returning();
    if (!gone) throw new ApiError("passkey_not_found");
    await assertSignInMethod(tx, ctx.user.id);
    await recordAndNotify(ctx, tx, "passkey_deleted", { name: gone.name });
  });
}
