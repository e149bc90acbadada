import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";

type Account = typeof users.$inferSelect;

/** The caller's row. If the user was deleted after the guard's check, the session has ended. */
export async function readAccount(ctx: AccountContext): Promise<Account> {
  const [account] = await ctx.db.select().from(users).where(eq(users.id, ctx.user.id));
  if (!account) throw new ApiError("session_terminated");
  return account;
}

/**
 * The caller's row, if the account has a password.
 *
 * @throws ApiError third_party_account, with a code for the intended action
 */
export async function readPasswordAccount(
  ctx: AccountContext,
  action: "password" | "email",
): Promise<Account & { password_hash: string }> {
  const account = await readAccount(ctx);
  const { password_hash } = account;
  if (password_hash === null) throw new ApiError("third_party_account", { values: { action } });
  return { ...account, password_hash };
}
