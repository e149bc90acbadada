import { notify } from "@daymark/api/account-change/notice";
import { recordEvent } from "@daymark/auth/client/security-event";
import { passwordFault } from "@daymark/auth/password/common-password";
import { hashPassword } from "@daymark/auth/password/password";
import { removeTwoFactor } from "@daymark/auth/second-factor/two-factor";
import { revokeAccess } from "@daymark/auth/session/revoke";
import type { Database } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import { StartError } from "@daymark/db/start-error";
import { emailSchema, newPasswordSchema, normalizeEmail, usernameSchema } from "@daymark/domain/account/auth";
import type { PageTopic } from "@daymark/domain/base/page-topic";
import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { type OperatorContext, recordCommand } from "./operator-context.ts";
import { refusal } from "./refusal.ts";

/** An admin, as `npm run admin -- list` shows them. */
export interface Admin {
  id: number;
  username: string;
  email: string;
  is_active: boolean;
  two_factor_enabled: boolean;
  date_joined: Date;
}

/** Pages that mark the comments of admins as the team's. */
const markedPages: readonly PageTopic[] = ["blog", "board"];

/** The client of changes that no logged-in user makes. */
const operator = { address: "", userAgent: "" };

/** The commands about the accounts of admins, and about an account whose owner cannot log in. */
export function createAdminAccountCommands(context: OperatorContext) {
  return {
    list: () => listAdmins(context),
    create: (given: NewAdmin) => createAdmin(context, given),
    promote: (name: string) => promote(context, name),
    demote: (name: string) => demote(context, name),
    resetPassword: (name: string, password: string, options: { removesTwoFactor: boolean }) =>
      resetPassword(context, name, password, options),
  };
}

interface NewAdmin {
  username: string;
  email: string;
  password: string;
}

async function listAdmins({ db }: OperatorContext): Promise<Admin[]> {
  const { id, username, email, is_active, two_factor_enabled, date_joined } = users;
  const columns = { id, username, email, is_active, two_factor_enabled, date_joined };
  return db.select(columns).from(users).where(eq(users.is_staff, true)).orderBy(users.id);
}

/**
 * Creates an account that is an admin, with a verified address. @throws StartError if a value is invalid or taken
 */
async function createAdmin({ db, defaultPlan }: OperatorContext, given: NewAdmin): Promise<void> {
  const username = check(usernameSchema, given.username, "The username");
  const email = check(emailSchema, given.email, "The email address");
  const password = checkPassword(given.password, { username, email });
  const values = {
    username,
    email,
    email_verified: true,
    is_staff: true,
    signed_up: false,
    plan: defaultPlan,
    password_hash: await hashPassword(password),
  };
  await db.transaction(async (tx) => {
    const [made] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id });
    if (!made) throw new StartError("An account already has that username or email: use promote to make it an admin.");
    await recordCommand(tx, "create", `user ${made.id}`);
  });
}

/** @returns false if the user already is an admin. @throws StartError if the user's address was never verified */
async function promote({ db, invalidate }: OperatorContext, name: string): Promise<boolean> {
  const user = await find(db, name);
  if (user.is_staff && user.is_active) return false;
  // A user who signed up with another person's address must not become an admin under it.
  if (!user.email_verified) throw new StartError(`${user.username} has not verified their email address yet.`);
  await db.transaction(async (tx) => {
    await tx.update(users).set({ is_staff: true, is_active: true }).where(eq(users.id, user.id));
    await recordCommand(tx, "promote", `user ${user.id}`);
  });
  await invalidate(markedPages);
  return true;
}

/** @returns false if the user is no admin. @throws StartError for the last admin */
async function demote({ db, invalidate }: OperatorContext, name: string): Promise<boolean> {
  const user = await find(db, name);
  if (!user.is_staff) return false;
  await db.transaction(async (tx) => {
    // Locks the rows, so that the second of two commands at once sees the change of the first.
    const admins = await tx.execute(sql`select id from users where is_staff and is_active order by id for update`);
    if (admins.every(({ id }) => Number(id) === user.id)) {
      throw new StartError(`${user.username} is the last admin who can log in: make someone else an admin first.`);
    }
    await tx.update(users).set({ is_staff: false }).where(eq(users.id, user.id));
    await recordCommand(tx, "demote", `user ${user.id}`);
  });
  await invalidate(markedPages);
  return true;
}

/**
 * Sets a new password and revokes the sessions, API keys and pending links of the account. The owner gets a mail.
 *
 * @param options.removesTwoFactor also removes the second factor, for an owner who has lost it
 */
async function resetPassword(
  { db, outbox, now }: OperatorContext,
  name: string,
  given: string,
  { removesTwoFactor }: { removesTwoFactor: boolean },
): Promise<void> {
  const user = await find(db, name);
  if (user.password_hash === null) {
    throw new StartError(`${user.username} logs in through a third party and has no password to reset.`);
  }
  const password = checkPassword(given, user);
  const password_hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await tx.update(users).set({ password_hash }).where(eq(users.id, user.id));
    await revokeAccess(tx, user.id);
    if (removesTwoFactor) await removeTwoFactor(tx, user.id);
    await recordEvent(tx, {
      userId: user.id,
      sessionId: null,
      kind: "password_reset",
      client: operator,
      now: now(),
    });
    await notify({ services: { outbox }, client: operator, timezone: null, now }, tx, user.id, "password_reset", {});
    await recordCommand(tx, "reset_password", `user ${user.id}`);
  });
}

async function find(db: Database, name: string): Promise<typeof users.$inferSelect> {
  const isThis = sql`lower(${users.username}) = lower(${name}) or ${users.email} = ${normalizeEmail(name)}`;
  const [user] = await db.select().from(users).where(isThis);
  if (!user) throw new StartError(`There is no account with the username or email ${name}.`);
  return user;
}

function checkPassword(given: string, owner: { username: string; email: string }): string {
  const password = check(newPasswordSchema, given, "The password");
  if (passwordFault(password, owner)) {
    throw new StartError("The password is refused: it is too common, or contains the username or the email address.");
  }
  return password;
}

function check(rules: z.ZodMiniType<string, string>, value: string, what: string): string {
  const result = rules.safeParse(value);
  if (result.success) return result.data;
  throw refusal(what, result.error.issues, value);
}
