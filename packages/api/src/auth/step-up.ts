import { verifyPassword } from "@daymark/auth/password";
import type { SessionCaller } from "@daymark/auth/session";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { ApiError } from "../error.ts";

/**
 * Lets through who logged in within the last 10 minutes or gives the password again: for what a stolen token must not
 * do. A password that is given is checked, needed or not.
 *
 * @throws ApiError step_up_required, password_incorrect, third_party_account (there is no password to give)
 */
export async function requireStepUp(
  ctx: Pick<Context, "db" | "now"> & SessionCaller,
  given: { password?: string | undefined },
): Promise<void> {
  if (given.password === undefined) {
    if (ctx.now() >= ctx.session.fresh_until.getTime()) throw new ApiError("step_up_required");
    return;
  }
  const [user] = await ctx.db
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, ctx.user.id));
  if (!user?.password_hash) throw new ApiError("third_party_account");
  if (!(await verifyPassword(given.password, user.password_hash))) throw new ApiError("password_incorrect");
}
