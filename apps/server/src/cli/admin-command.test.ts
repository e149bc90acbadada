import { verifyPassword } from "@daymark/auth/password/password";
import { insertUser } from "@daymark/auth/testing";
import { createDatabase } from "@daymark/db/connection/client";
import { adminActions } from "@daymark/db/schema/admin";
import { invitations } from "@daymark/db/schema/invitation";
import { mails } from "@daymark/db/schema/mail";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { StartError } from "@daymark/db/start-error";
import { createTestDatabase } from "@daymark/db/testing";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createAdminCommands } from "./admin-command.ts";

const database = await createTestDatabase();
afterAll(database.drop);
const { db } = database;
const options = {
  defaultPlan: "free" as const,
  hasPasswords: true,
  ...{ publicUrl: "http://localhost", secretKey: "a secret key of this test" },
  // commands.test.ts tests the invalidation with running nodes.
  invalidate: async () => {},
};
const commands = createAdminCommands({ ...options, db });
const password = "Quiet-River-88";

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(StartError);
  return error.message;
}

const read = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0];

test("an admin is created under the rules for every account, and never over an existing one", async () => {
  for (const wrong of [{ username: "a b" }, { email: "nobody" }, { password: "short" }, { password: "Passw0rd!" }]) {
    await refusal(commands.create({ username: "boss", email: "boss@example.com", password, ...wrong }));
  }
  expect(await commands.list()).toEqual([]);
  await commands.create({ username: "boss", email: "Boss@example.com", password });
  const [admin] = await commands.list();
  expect(admin).toMatchObject({ username: "boss", email: "boss@example.com", is_active: true });
  const row = await read(admin?.id as number);
  expect(row).toMatchObject({ is_staff: true, email_verified: true });
  expect(await verifyPassword(password, row?.password_hash ?? null)).toBe(true);
  expect(await refusal(commands.create({ username: "BOSS", email: "other@example.com", password }))).toContain(
    "promote",
  );
});

test("a verified user can be promoted and demoted, except for the last admin", async () => {
  const user = await insertUser(db, { email_verified: false });
  expect(await refusal(commands.promote(user.username))).toContain("verified");
  await db.update(users).set({ email_verified: true }).where(eq(users.id, user.id));
  expect(await commands.promote(user.email.toUpperCase())).toBe(true);
  expect(await commands.promote(user.username)).toBe(false);
  expect(await commands.promote(user.email.replace("example", "ｅxample"))).toBe(false);
  expect(await commands.demote("boss")).toBe(true);
  expect(await refusal(commands.demote(user.username))).toContain("last admin");
  expect(await refusal(commands.promote("nobody_here"))).toContain("no account");
});

test("of two admins who demote each other in parallel one remains", async () => {
  const [one, two] = [await insertUser(db, { is_staff: true }), await insertUser(db, { is_staff: true })];
  await db.update(users).set({ is_staff: false }).where(eq(users.username, "boss"));
  const others = (await commands.list()).filter(({ id }) => id !== one.id && id !== two.id);
  for (const { id } of others) await db.update(users).set({ is_staff: false }).where(eq(users.id, id));
  const beside = createDatabase(database.url, { max: 1 });
  const other = createAdminCommands({ ...options, db: beside.db });
  const results = await Promise.allSettled([commands.demote(one.username), other.demote(two.username)]);
  await beside.sql.end();
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await commands.list()).length).toBe(1);
});

test("a password reset ends sessions and other access, notifies the owner, and is recorded without the password", async () => {
  const user = await insertUser(db, { password_hash: "$argon2id$old", two_factor_enabled: true, email_verified: true });
  const soon = new Date(Date.now() + 60_000);
  await db.insert(sessions).values({ id: "his", userId: user.id, expiresAt: soon, fresh_until: soon });
  await refusal(commands.resetPassword(user.username, user.username, { removesTwoFactor: false }));
  await commands.resetPassword(user.username, password, { removesTwoFactor: false });
  const row = await read(user.id);
  expect(await verifyPassword(password, row?.password_hash ?? null)).toBe(true);
  expect(row?.two_factor_enabled).toBe(true);
  expect(await db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([]);
  expect(await database.sql`select template from mails where user_id = ${user.id}`).toEqual([
    { template: "password_reset" },
  ]);
  await commands.resetPassword(user.email, `${password}!`, { removesTwoFactor: true });
  expect((await read(user.id))?.two_factor_enabled).toBe(false);
  const trail =
    await database.sql`select action, target, details, outcome from admin_actions where target = ${`user ${user.id}`}`;
  expect(trail).toEqual(
    Array(2).fill({ action: "command.reset_password", target: `user ${user.id}`, details: {}, outcome: "done" }),
  );
  const foreign = await insertUser(db, { password_hash: null });
  expect(await refusal(commands.resetPassword(foreign.username, password, { removesTwoFactor: false }))).toContain(
    "third party",
  );
});

test("passwords are allowed again from the moment of the command, which the trail records", async () => {
  for (const now of [1_000_000, 2_000_000]) {
    const { allowPasswords } = createAdminCommands({ ...options, db, now: () => now });
    expect(await allowPasswords()).toBe("http://localhost/login?local=password");
    const rows =
      await database.sql`select extract(epoch from changed_at)::int as at, is_on from feature_switches where name = 'password_exception'`;
    expect(rows).toEqual([{ at: now / 1000, is_on: true }]);
  }
  expect(
    await database.sql`select target, outcome from admin_actions where action = 'command.allow_passwords'`,
  ).toEqual(Array(2).fill({ target: null, outcome: "done" }));
});

test("an invitation made by a command lets one person sign up, and is recorded without its link", async () => {
  const link = await commands.invite({ uses_max: 2, days: 3, note: "Family" });
  expect(link).toMatch(/^http:\/\/localhost\/signup\?invitation=[\w-]{43}$/);
  const [row] = await db.select().from(invitations);
  expect(row).toMatchObject({ uses_max: 2, note: "Family", created_by: null, is_staff: false });
  expect(row?.expires_at.getTime()).toBe((row?.created_at.getTime() ?? 0) + 3 * 24 * 3_600_000);
  const [entry] = await db.select().from(adminActions).where(eq(adminActions.action, "command.invite"));
  expect(entry).toMatchObject({ actor_id: null, target: `invitation ${row?.id}`, details: {}, outcome: "done" });
  for (const [wrong, name] of [
    [{ uses_max: 0 }, "--uses"],
    [{ days: Number("soon") }, "--days"],
    [{ plan: "gold" }, "--plan"],
    [{ is_staff: true }, "--email"],
    [{ mail_to: "nobody" }, "--mail"],
    [{ mail_language: "de" }, "--language"],
  ] as const) {
    expect(await refusal(commands.invite(wrong))).toContain(`${name} is refused`);
  }
  expect(await db.$count(invitations)).toBe(1);
  await commands.invite({ mail_to: "friend@example.com", mail_language: "uk" });
  expect(await db.$count(mails, and(eq(mails.template, "invitation"), isNull(mails.user_id)))).toBe(1);
});

test("an account made by a command has no password but a link to set one, printed or mailed, and is recorded without it", async () => {
  const link = await commands.createUser({
    username: "olena",
    email: "olena@example.com",
    plan: "paid",
    language: "uk",
  });
  expect(link).toMatch(/^http:\/\/localhost\/reset-password\?token=[\w-]{27}$/);
  const [row] = await db.select().from(users).where(eq(users.username, "olena"));
  expect(row).toMatchObject({
    plan: "paid",
    language: "uk",
    password_hash: null,
    email_verified: false,
    is_staff: false,
  });
  const [entry] = await db.select().from(adminActions).where(eq(adminActions.action, "command.create_user"));
  expect(entry).toMatchObject({ actor_id: null, target: `user ${row?.id}`, details: {}, outcome: "done" });
  expect(await commands.createUser({ username: "taras", email: "taras@example.com", send_mail: true })).toBeNull();
  expect(await db.$count(mails, eq(mails.template, "account_created"))).toBe(1);
  for (const [wrong, said] of [
    [{ username: "a b" }, "The username is refused"],
    [{ email: "nobody" }, "The email address is refused"],
    [{ plan: "gold" }, "--plan is refused"],
    [{ language: "de" }, "--language is refused"],
    [{ username: "OLENA" }, "already has"],
  ] as const) {
    expect(await refusal(commands.createUser({ username: "next", email: "next@example.com", ...wrong }))).toContain(
      said,
    );
  }
});
