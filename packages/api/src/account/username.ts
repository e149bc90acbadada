import { violatedUnique } from "@daymark/db/connection/unique";
import { users } from "@daymark/db/schema/user";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { eq } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { recordAndNotify } from "../account-change/record-event.ts";
import { requireStepUp } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { readAccount } from "./read.ts";

/**
 * Changes the user name; another spelling of the same name is a change too.
 *
 * @throws ApiError validation_failed (the name is taken or the present one, the password is missing),
 *   password_incorrect, third_party_account, too_many_requests, session_terminated
 */
export async function changeUsername(
  ctx: AccountContext,
  { username, password }: { username: string; password?: string },
): Promise<void> {
  const account = await readAccount(ctx);
  if (account.password_hash !== null && password === undefined) throw refused({ password: [{ code: "required" }] });
  if (password !== undefined) await requireStepUp(ctx, { password });
  if (username === account.username) throw refused({ username: [{ code: "username_unchanged" }] });
  const userId = account.id;
  await limit(ctx, "username_change", userId);
  try {
    await ctx.db.transaction(async (tx) => {
      await lockAccount(tx, ctx);
      await tx.update(users).set({ username }).where(eq(users.id, userId));
      await recordAndNotify(ctx, tx, "username_changed", { old_username: account.username });
    });
  } catch (error) {
    if (violatedUnique(error) !== "users_username_key") throw error;
    throw refused({ username: [{ code: "username_taken" }] }, error);
  }
  ctx.services.sessions.forget(userId);
}

function refused(fields: FieldErrors, cause?: unknown): ApiError {
  return new ApiError("validation_failed", { fields, cause });
}
