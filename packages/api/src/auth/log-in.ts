import { hashPassword, needsRehash, verifyPassword } from "@daymark/auth/password";
import type { Database } from "@daymark/db/client";
import { users } from "@daymark/db/schema/user";
import { normalizeEmail } from "@daymark/domain/auth";
import { and, eq, sql } from "drizzle-orm";
import { ApiError } from "../error.ts";

/**
 * Who logs in with a name or address, in any case, and a password. Every failure costs the same work.
 *
 * @returns the user's id
 * @throws ApiError login_user_not_found (a deactivated account looks like none), login_password_incorrect,
 * third_party_account
 */
export async function checkCredentials(db: Database, login: { username: string; password: string }): Promise<number> {
  // A user name has no @ and an address always has one.
  const isLogin = login.username.includes("@")
    ? eq(users.email, normalizeEmail(login.username))
    : eq(sql`lower(${users.username})`, login.username.toLowerCase());
  const [user] = await db
    .select({ id: users.id, password_hash: users.password_hash })
    .from(users)
    .where(and(isLogin, eq(users.is_active, true)));
  const isRight = await verifyPassword(login.password, user?.password_hash ?? null);
  if (!user) throw new ApiError("login_user_not_found");
  if (user.password_hash === null) throw new ApiError("third_party_account");
  if (!isRight) throw new ApiError("login_password_incorrect");
  if (needsRehash(user.password_hash)) await rehash(db, user.id, user.password_hash, login.password);
  return user.id;
}

async function rehash(db: Database, userId: number, oldHash: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  // Only where it was not changed meanwhile: the old password must not come back.
  await db
    .update(users)
    .set({ password_hash })
    .where(and(eq(users.id, userId), eq(users.password_hash, oldHash)));
}
