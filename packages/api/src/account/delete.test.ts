import { createLimits } from "@daymark/auth/limits/rate-limit";
import type { Transaction } from "@daymark/db/connection/client";
import { passkeys } from "@daymark/db/schema/passkey";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { deletePersonalRows } from "../host/personal-rows.ts";
import { fieldsOf, habitInput, keyOf, noon } from "../testing.ts";
import { createProtectedPerson } from "../two-factor/testing.ts";
import { createAccountApi, hour, password } from "./testing.ts";

const api = await createAccountApi();
const { db, sql, clock, guest } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

/** All rows of all tables, including the queue's, that contain one of the texts; and the number of searched tables. */
async function findRows(texts: string[]) {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe(`select row_to_json(it)::text as row from ${name} as it`);
    for (const { row } of rows) {
      if (texts.some((text) => row.toLowerCase().includes(text.toLowerCase()))) found.push(`${name} ${row}`);
    }
  }
  return { found, tables: tables.length };
}

/** A user with rows in as many tables as possible. */
async function createInhabitant() {
  const owner = await api.createOwner();
  const { user, caller } = owner;
  const habit = await caller.habit.create(habitInput);
  await caller.progress.set({ id: habit.id, day: "2026-11-20", value: 3 });
  await caller.progress.set({ id: habit.id, day: "2026-11-21", skipped: true });
  await caller.note.create({ text: `Write to ${user.email}` });
  await api.createKey(user);
  await db.insert(passkeys).values({ id: `key-${user.id}`, user_id: user.id, name: "phone", public_key: "x" });
  await caller.account.changeEmail({ email: `next.${user.email}`, password });
  await api.resetToken(user.email);
  for (const userAgent of ["curl/8", "Wget/1"]) await api.logIn(user, { userAgent });
  await guest.account.sendPasswordReset({ email: user.email });
  return owner;
}

test("a deletion ends all sessions and leaves the address and the name in no table", async () => {
  const { user, here, elsewhere, caller } = await createInhabitant();
  const stays = await createInhabitant();
  const texts = [user.email, user.username, `next.${user.email}`];
  const before = await findRows(texts);
  expect(before.tables).toBeGreaterThan(20);
  expect(before.found.map((row) => row.split(" ")[0])).toEqual(
    expect.arrayContaining(["public.users", "public.notes", "public.email_tokens"]),
  );
  expect(await caller.account.delete({ password })).toEqual({ detail: "account_deleted" });
  // The worker answers the earlier reset request after the deletion.
  await api.answerResets();
  await deletePersonalRows(sql, user.id);
  expect((await findRows(texts)).found).toEqual([]);
  expect([await api.isOver(here), await api.isOver(elsewhere)]).toEqual([true, true]);
  expect(await keyOf(api.logIn(user))).toBe("login_user_not_found");
  expect(await api.isOver(stays.here)).toBe(false);
  expect((await sql`select * from notes`).length).toBe(1);
});

test("a deletion empties the trash", async () => {
  const { user, caller } = await api.createOwner();
  const { id } = await caller.habit.create(habitInput);
  await caller.progress.set({ id, day: "2026-11-20", value: 3 });
  await caller.habit.delete({ id });
  await caller.account.delete({ password });
  await deletePersonalRows(sql, user.id);
  expect(await sql`select 1 from habits where user_id = ${user.id}`).toHaveLength(0);
  expect(await sql`select 1 from progress where user_id = ${user.id}`).toHaveLength(0);
});

test("the name and the address can be used again after a deletion", async () => {
  const { user, caller } = await api.createOwner();
  await caller.account.delete({ password });
  expect(await keyOf(api.insert({ username: user.username, email: user.email }).then(() => {}))).toBe("accepted");
});

test("the preview counts what the deletion removes", async () => {
  const { caller } = await createInhabitant();
  const trashed = await caller.habit.create(habitInput);
  await caller.progress.set({ id: trashed.id, day: "2026-11-20", value: 3 });
  await caller.habit.delete({ id: trashed.id });
  expect(await caller.account.preview({})).toEqual({
    habits: 1,
    trashed_habits: 1,
    recorded_days: 1,
    notes: 1,
    sessions: 4,
    api_keys: 1,
    connected_apps: 0,
    passkeys: 1,
    providers: 0,
  });
});

test("an account with a password needs the right password to be deleted", async () => {
  const { user, caller } = await api.createOwner();
  expect(await fieldsOf(caller.account.delete({}))).toEqual({ password: ["required"] });
  await expect(caller.account.delete({ password: "Wrong-Horse-7" })).rejects.toMatchObject({
    key: "password_incorrect",
    code: "BAD_REQUEST",
  });
  clock.now = noon + hour / 6;
  expect(await keyOf(caller.account.delete({}))).toBe("step_up_required");
  expect(await api.read(user)).toBeDefined();
  expect(await keyOf(caller.account.delete({ password }))).toBe("accepted");
});

test("an account without a password needs a recent log-in to be deleted", async () => {
  const { user, caller } = await api.createOwner({ password_hash: null });
  clock.now = noon + hour / 6;
  expect(await keyOf(caller.account.delete({}))).toBe("step_up_required");
  clock.now = noon;
  expect(await keyOf(caller.account.delete({}))).toBe("accepted");
  expect(await api.read(user)).toBeUndefined();
});

test("an account with a second factor cannot be deleted with the password alone", async () => {
  const { user, caller } = await api.createOwner({ two_factor_enabled: true });
  expect(await fieldsOf(caller.account.delete({ password }))).toEqual({ code: ["required"] });
  expect(await fieldsOf(caller.account.delete({}))).toEqual({ password: ["required"], code: ["required"] });
  expect(await api.read(user)).toBeDefined();
});

test("a backup code is accepted in lower case and with hyphens", async () => {
  const { user, caller, backupCodes } = await createProtectedPerson(api);
  const backup_code = backupCodes[0]?.toLowerCase().replaceAll(/(.{4})(?=.)/g, "$1-") ?? "";
  expect(await caller.account.delete({ password, backup_code })).toEqual({ detail: "account_deleted" });
  expect(await api.read(user)).toBe(undefined);
});

test("a call whose session ends meanwhile deletes nothing", async () => {
  const { user, caller } = await api.createOwner();
  // The session ends after the guard has let the call pass.
  await db.delete(sessions).where(eq(sessions.userId, user.id));
  expect(await keyOf(caller.account.delete({ password }))).toBe("session_terminated");
  expect(await api.read(user)).toBeDefined();
});

test("the last active admin cannot delete their account, and of two who try in parallel one stays", async () => {
  const { caller, user } = await api.createOwner({ is_staff: true });
  const lastAdmin = { key: "conflict", values: { reason: "last_admin" } };
  // An admin who cannot log in does not count.
  await api.insert({ is_staff: true, is_active: false });
  await expect(caller.account.delete({ password })).rejects.toMatchObject(lastAdmin);
  expect(await api.read(user)).toBeDefined();
  for (let round = 0; round < 3; round += 1) {
    await sql`update users set is_staff = false`;
    const admins = [await api.createOwner({ is_staff: true }), await api.createOwner({ is_staff: true })];
    const answers = await Promise.all(admins.map(({ caller }) => keyOf(caller.account.delete({ password }))));
    expect(answers.sort()).toEqual(["accepted", "conflict"]);
  }
});

test("a deletion is refused as unavailable if the user becomes an admin meanwhile", async () => {
  await api.createOwner({ is_staff: true });
  const { caller, user } = await api.createOwner();
  const promote = (tx: Transaction) => tx.update(users).set({ is_staff: true }).where(eq(users.id, user.id));
  expect(await api.callDuring(promote, () => keyOf(caller.account.delete({ password })))).toBe("unavailable");
  expect(await api.read(user)).toBeDefined();
  expect(await keyOf(caller.account.delete({ password }))).toBe("accepted");
});

test("an admin's deletion waits for a parallel loss of rights, and neither fails", async () => {
  await sql`update users set is_staff = false`;
  const [stays, leaves] = [await api.createOwner({ is_staff: true }), await api.createOwner({ is_staff: true })];
  const answers = await Promise.all([
    keyOf(leaves.caller.account.delete({ password })),
    ...Array.from({ length: 6 }, (_, call) =>
      keyOf(stays.caller.adminUser.update({ id: leaves.user.id, plan: call % 2 ? "paid" : "free" })),
    ),
  ]);
  expect(answers[0]).toBe("accepted");
  expect(answers.filter((answer) => answer !== "accepted" && answer !== "user_not_found")).toEqual([]);
});

test("a user can attempt five deletions an hour, because a log-out rolls each back", async () => {
  const limited = await createAccountApi({ limits: createLimits });
  onTestFinished(limited.drop);
  const { user, here, caller } = await limited.createOwner();
  await limited.guest.auth.blacklist({ refresh: here.refresh });
  expect(await keyOf(caller.account.delete({ password: "Wrong-Horse-7" }))).toBe("password_incorrect");
  for (let count = 0; count < 5; count += 1) {
    expect(await keyOf(caller.account.delete({ password }))).toBe("session_terminated");
  }
  expect(await keyOf(caller.account.delete({ password }))).toBe("too_many_requests");
  expect(await limited.read(user)).toBeDefined();
});

test("of 20 parallel deletions one succeeds", async () => {
  const { caller } = await api.createOwner({ password_hash: null });
  const answers = await Promise.all(Array.from({ length: 20 }, () => keyOf(caller.account.delete({}))));
  expect(answers.filter((answer) => answer === "accepted").length).toBe(1);
  expect(new Set(answers)).toEqual(new Set(["accepted", "session_terminated"]));
});
