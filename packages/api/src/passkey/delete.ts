import { passkeys } from "@daymark/db/schema/passkey";
import { and, eq } from "drizzle-orm";
import { holdAccount } from "../auth/hold-account.ts";
import { assertWayIn } from "../auth/way-in.ts";
import type { AccountContext } from "../context.ts";
import { ApiError } from "../error.ts";
import { recordAndNotify } from "../security-event/record.ts";

/**
 * Revokes one of the caller's passkeys, and tells them by mail.
 *
 * @throws ApiError passkey_not_found, conflict (it is the last way into the account)
 */
export function deletePasskey(ctx: AccountContext, id: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await holdAccount(tx, ctx);
    const [gone] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.user_id, ctx.user.id)))
      .returning();
    if (!gone) throw new ApiError("passkey_not_found");
    await assertWayIn(tx, ctx.user.id);
    await recordAndNotify(ctx, tx, "passkey_deleted", { name: gone.name });
  });
}
