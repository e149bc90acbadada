import { countAsOperator } from "@daymark/api/site-statistics/sign-ups";
import { passwordFault } from "@daymark/auth/password/common-password";
import { hashPassword } from "@daymark/auth/password/password";
import { takeOver } from "@daymark/auth/session/revoke";
import type { Database } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import { StartError } from "@daymark/db/start-error";
import type { Plan } from "@daymark/domain/account/plan";
import type { Language } from "@daymark/domain/text/language";
import { eq } from "drizzle-orm";

/**
 * Makes sure that the operator's admin exists, with a verified address. If an account with that name or address is
 * already an admin, nothing changes: its owner has chosen the password. If another user has registered that very name
 * and address, the account becomes the operator's: it gets the operator's password and loses all other sign-in methods.
 * The statistics do not count the admin as a sign-up.
 *
 * @param admin.language ADMIN_LANGUAGE, if the account is created
 * @param plan DEFAULT_PLAN, if the account is created
 * @throws StartError if the password is too common, or if name and address belong to different accounts
 */
export async function ensureAdmin(
  db: Database,
  admin: { username: string; email: string; password: string; language?: Language | undefined },
  plan: Plan,
): Promise<void> {
  const { username, email, password, language = "en" } = admin;
  if (passwordFault(password, admin)) {
    throw new StartError("ADMIN_PASSWORD is refused: it is too common, or contains the username or the email address.");
  }
  const sql = db.$client;
  const known = await sql<{ id: number; username: string; email: string; is_staff: boolean }[]>`
    select id, username, email, is_staff from users where lower(username) = lower(${username}) or email = ${email}`;
  const admins = known.filter(({ is_staff }) => is_staff);
  for (const { id } of admins) await countAsOperator(db, id);
  if (admins.length > 0) return;
  if (known.length === 0) {
    // Another node that starts at the same time may have created it.
    await sql`
      insert into users (username, email, email_verified, password_hash, is_staff, signed_up, plan, language)
      values (${username}, ${email}, true, ${await hashPassword(password)}, true, false, ${plan}, ${language})
      on conflict do nothing`;
    return;
  }
  const [same] = known.filter((user) => user.email === email && user.username.toLowerCase() === username.toLowerCase());
  if (!same) throw new StartError("ADMIN_USERNAME or ADMIN_EMAIL is taken by another account: choose others.");
  const password_hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    // Removes the sign-in methods of the user who registered it, and anything that would keep the operator out.
    await takeOver(tx, same.id);
    const rights = { is_staff: true, is_active: true, email_verified: true };
    await tx
      .update(users)
      .set({ ...rights, password_hash })
      .where(eq(users.id, same.id));
  });
  await countAsOperator(db, same.id);
}
