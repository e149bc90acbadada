import { recordEvent } from "@daymark/auth/security-event";
import type { SessionCaller } from "@daymark/auth/session";
import { passkeys } from "@daymark/db/schema/passkey";
import { and, eq } from "drizzle-orm";
import { holdAccount } from "../auth/hold-account.ts";
import { assertWayIn } from "../auth/way-in.ts";
import type { Context } from "../context.ts";
import { ApiError } from "../error.ts";
import { notify } from "../mail/notice.ts";

/**
 * Revokes one of the caller's passkeys, and tells them by mail.
 *
 * @throws ApiError passkey_not_found, conflict (it is the last way into the account)
 */
export function deletePasskey(ctx: Context & Pick<SessionCaller, "user" | "session">, id: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await holdAccount(tx, ctx);
    const [gone] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.user_id, ctx.user.id)))
      .returning();
    if (!gone) throw new ApiError("passkey_not_found");
    await assertWayIn(tx, ctx.user.id);
    const told = { userId: ctx.user.id, sessionId: ctx.session.id, client: ctx.client, now: ctx.now() };
    await recordEvent(tx, { ...told, kind: "passkey_deleted" });
    await notify(ctx, tx, ctx.user, "passkey_deleted", { name: gone.name });
  });
}
