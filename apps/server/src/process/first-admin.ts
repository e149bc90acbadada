import { countAsOperator } from "@daymark/api/site-statistics/sign-ups";
import { passwordFault } from "@daymark/auth/password/common-password";
import { hashPassword } from "@daymark/auth/password/password";
import { takeOver } from "@daymark/auth/session/revoke";
import type { Database } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import { StartError } from "@daymark/db/start-error";
import { eq } from "drizzle-orm";

/**
 * Makes sure that the operator's admin exists, with a verified address. Where an account of that name or address is
 * already an admin, nothing changes: its password is its owner's. One that somebody registered under that very name and
 * address becomes the operator's, with the operator's password and without anything else that opened it. The admin is no
 * sign-up in the statistics.
 *
 * @throws StartError where the password is too common, or name and address belong to different accounts
 */
export async function ensureAdmin(
  db: Database,
  admin: { username: string; email: string; password: string },
): Promise<void> {
  const { username, email, password } = admin;
  if (passwordFault(password, admin)) {
    throw new StartError("ADMIN_PASSWORD is refused: it is too common, or holds the user name or the address.");
  }
  const sql = db.$client;
  const known = await sql<{ id: number; username: string; email: string; is_staff: boolean }[]>`
    select id, username, email, is_staff from users where lower(username) = lower(${username}) or email = ${email}`;
  const admins = known.filter(({ is_staff }) => is_staff);
  for (const { id } of admins) await countAsOperator(db, id);
  if (admins.length > 0) return;
  if (known.length === 0) {
    // A node that starts beside this one may have made it meanwhile.
    await sql`
      insert into users (username, email, email_verified, password_hash, is_staff, signed_up)
      values (${username}, ${email}, true, ${await hashPassword(password)}, true, false)
      on conflict do nothing`;
    return;
  }
  const [same] = known.filter((user) => user.email === email && user.username.toLowerCase() === username.toLowerCase());
  if (!same) throw new StartError("ADMIN_USERNAME or ADMIN_EMAIL is taken by another account: choose others.");
  const password_hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    // Nothing that whoever registered it set up opens it any more, nor keeps the operator out.
    await takeOver(tx, same.id);
    const rights = { is_staff: true, is_active: true, email_verified: true };
    await tx
      .update(users)
      .set({ ...rights, password_hash })
      .where(eq(users.id, same.id));
  });
  await countAsOperator(db, same.id);
}
