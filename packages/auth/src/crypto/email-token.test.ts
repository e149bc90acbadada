import { emailTokens, users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { insertUser, noon } from "../testing.ts";
import {
  createEmailToken,
  type EmailTokenPurpose,
  readEmailToken,
  useEmailToken,
  voidEmailTokens,
} from "./email-token.ts";

const database = await createTestDatabase({ max: 20 });
const { db } = database;
afterAll(database.drop);

const hour = 3_600_000;

function create(user: { id: number; email: string }, now = noon, purpose: EmailTokenPurpose = "verify_email") {
  return db.transaction((tx) => createEmailToken(tx, { userId: user.id, purpose, email: user.email, now }));
}

function use(token: string, now = noon, purpose: EmailTokenPurpose = "verify_email") {
  return db.transaction((tx) => useEmailToken(tx, { token, purpose, now }));
}

test("a token has at least 128 bits, and the table stores only its hash", async () => {
  const user = await insertUser(db);
  const token = await create(user);
  expect(Buffer.from(token, "base64url").length).toBeGreaterThanOrEqual(16);
  expect(token).toMatch(/^[\w-]+$/);
  const [row] = await db.select().from(emailTokens).where(eq(emailTokens.user_id, user.id));
  expect(JSON.stringify(row)).not.toContain(token);
});

test("a token can be used once, even in 20 parallel calls", async () => {
  const user = await insertUser(db);
  const token = await create(user);
  const results = await Promise.all(Array.from({ length: 20 }, () => use(token)));
  expect(results.filter(Boolean)).toEqual([{ userId: user.id, email: user.email, since: new Date(noon) }]);
  expect(await use(token)).toBe(null);
});

test.each([
  ["verify_email", 24],
  ["reset_password", 1],
  ["not_me", 7 * 24],
] as const)("a %s token expires after %i hours", async (purpose, hours) => {
  const user = await insertUser(db);
  const late = await create(user, noon, purpose);
  expect(await use(late, noon + hours * hour, purpose)).toBe(null);
  const timely = await create(user, noon, purpose);
  expect(await use(timely, noon + hours * hour - 1, purpose)).toMatchObject({ userId: user.id });
});

test("a token is valid only for its own purpose", async () => {
  const user = await insertUser(db, { pending_email: "next@example.com" });
  const purposes = ["verify_email", "change_email", "reset_password", "not_me"] as const;
  for (const made of purposes) {
    const email = made === "change_email" ? "next@example.com" : user.email;
    const token = await create({ id: user.id, email }, noon, made);
    for (const other of purposes.filter((purpose) => purpose !== made)) {
      expect(await use(token, noon, other), `${made} as ${other}`).toBe(null);
    }
    expect(await use(token, noon, made), made).toMatchObject({ userId: user.id, email });
  }
});

test("reading a token does not use it, and finds the same as using it", async () => {
  const user = await insertUser(db);
  const token = await create(user, noon, "reset_password");
  const look = (now: number) => readEmailToken(db, { token, purpose: "reset_password", now });
  expect(await look(noon)).toMatchObject({ userId: user.id });
  expect(await look(noon + hour)).toBe(null);
  expect(await use(token, noon, "reset_password")).toMatchObject({ userId: user.id });
  expect(await look(noon)).toBe(null);
});

test("a link to a new address is invalid once the user requests another change or cancels it", async () => {
  const user = await insertUser(db, { pending_email: "first@example.com" });
  const token = await create({ id: user.id, email: "first@example.com" }, noon, "change_email");
  for (const pending_email of ["second@example.com", null]) {
    await db.update(users).set({ pending_email }).where(eq(users.id, user.id));
    expect(await readEmailToken(db, { token, purpose: "change_email", now: noon })).toBe(null);
  }
});

test("all links of a user can be invalidated at once, except chosen purposes, and other users keep theirs", async () => {
  const [user, other] = [await insertUser(db), await insertUser(db)];
  const [verify, notMe] = [await create(user), await create(user, noon, "not_me")];
  const others = await create(other);
  await db.transaction((tx) => voidEmailTokens(tx, user.id, { keep: ["not_me"] }));
  expect(await use(verify)).toBe(null);
  expect(await readEmailToken(db, { token: notMe, purpose: "not_me", now: noon })).toMatchObject({ userId: user.id });
  await db.transaction((tx) => voidEmailTokens(tx, user.id));
  expect(await use(notMe, noon, "not_me")).toBe(null);
  expect(await use(others)).toMatchObject({ userId: other.id });
});

test("only a user's newest token is valid", async () => {
  const user = await insertUser(db);
  const [older, newer] = [await create(user), await create(user)];
  expect(await use(older)).toBe(null);
  expect(await use(newer)).toMatchObject({ userId: user.id });
});

test("a token that replaces a valid one inherits its start time, for at most one lifetime", async () => {
  const user = await insertUser(db);
  const since = async (now: number) => {
    const token = await create(user, now, "reset_password");
    return (await readEmailToken(db, { token, purpose: "reset_password", now }))?.since.getTime();
  };
  expect(await since(noon)).toBe(noon);
  expect(await since(noon + hour - 1)).toBe(noon);
  expect(await since(noon + hour + 10)).toBe(noon + 10);
  expect(await since(noon + 2 * hour + 10)).toBe(noon + 2 * hour + 10);
});

test("a change of address invalidates the token", async () => {
  const user = await insertUser(db);
  const token = await create(user);
  await db
    .update(users)
    .set({ email: `new_${user.email}` })
    .where(eq(users.id, user.id));
  expect(await use(token)).toBe(null);
});

test("the token of a deactivated or deleted user is invalid", async () => {
  const [inactive, deleted] = [await insertUser(db), await insertUser(db)];
  const tokens = [await create(inactive), await create(deleted)];
  await db.update(users).set({ is_active: false }).where(eq(users.id, inactive.id));
  await db.delete(users).where(eq(users.id, deleted.id));
  expect(await Promise.all(tokens.map((token) => use(token)))).toEqual([null, null]);
});

test("a made-up token is invalid", async () => {
  for (const token of ["", "x", "\u0000", "é".repeat(256), "' or 1=1 --"]) expect(await use(token)).toBe(null);
});

test("a token stays valid if its use is rolled back", async () => {
  const user = await insertUser(db);
  const token = await create(user);
  const rolledBack = db.transaction(async (tx) => {
    expect(await useEmailToken(tx, { token, purpose: "verify_email", now: noon })).toMatchObject({ userId: user.id });
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(await use(token)).toMatchObject({ userId: user.id });
});

test("using a token during a change of its user waits for the change, and neither fails", async () => {
  const user = await insertUser(db);
  const token = await create(user, noon, "reset_password");
  const waiting = () =>
    database.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let used: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.update(users).set({ password_hash: "new" }).where(eq(users.id, user.id));
    used = use(token, noon, "reset_password").catch((error) => error);
    await expect.poll(async () => (await waiting()).length, { interval: 10, timeout: 10_000 }).toBe(1);
    await voidEmailTokens(tx, user.id);
  });
  expect(await used).toBe(null);
});
