import { emailTokens, users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createEmailToken, useEmailToken } from "./email-token.ts";
import { insertUser, noon } from "./testing.ts";

const database = await createTestDatabase({ max: 20 });
const { db } = database;
afterAll(database.drop);

const purpose = "verify_email";
const hour = 3_600_000;

function create(user: { id: number; email: string }, now = noon) {
  return db.transaction((tx) => createEmailToken(tx, { userId: user.id, purpose, email: user.email, now }));
}

function use(token: string, now = noon) {
  return db.transaction((tx) => useEmailToken(tx, { token, purpose, now }));
}

test("a link's token has 128 bits or more and the table holds only its hash", async () => {
  const user = await insertUser(db);
  const token = await create(user);
  expect(Buffer.from(token, "base64url").length).toBeGreaterThanOrEqual(16);
  expect(token).toMatch(/^[\w-]+$/);
  const [row] = await db.select().from(emailTokens).where(eq(emailTokens.user_id, user.id));
  expect(JSON.stringify(row)).not.toContain(token);
});

test("a token serves once, under 20 parallel uses too", async () => {
  const user = await insertUser(db);
  const token = await create(user);
  const results = await Promise.all(Array.from({ length: 20 }, () => use(token)));
  expect(results.filter(Boolean)).toEqual([{ userId: user.id, email: user.email }]);
  expect(await use(token)).toBe(null);
});

test("a token lives 24 hours", async () => {
  const user = await insertUser(db);
  const late = await create(user);
  expect(await use(late, noon + 24 * hour)).toBe(null);
  const timely = await create(user);
  expect(await use(timely, noon + 24 * hour - 1)).toMatchObject({ userId: user.id });
});

test("only the newest token of a user serves", async () => {
  const user = await insertUser(db);
  const [older, newer] = [await create(user), await create(user)];
  expect(await use(older)).toBe(null);
  expect(await use(newer)).toMatchObject({ userId: user.id });
});

test("a change of address voids the token", async () => {
  const user = await insertUser(db);
  const token = await create(user);
  await db
    .update(users)
    .set({ email: `new_${user.email}` })
    .where(eq(users.id, user.id));
  expect(await use(token)).toBe(null);
});

test("a deactivated or deleted user's token is void", async () => {
  const [inactive, deleted] = [await insertUser(db), await insertUser(db)];
  const tokens = [await create(inactive), await create(deleted)];
  await db.update(users).set({ is_active: false }).where(eq(users.id, inactive.id));
  await db.delete(users).where(eq(users.id, deleted.id));
  expect(await Promise.all(tokens.map((token) => use(token)))).toEqual([null, null]);
});

test("what was never a token is void", async () => {
  for (const token of ["", "x", "\u0000", "é".repeat(256), "' or 1=1 --"]) expect(await use(token)).toBe(null);
});

test("a use that is rolled back leaves the token good", async () => {
  const user = await insertUser(db);
  const token = await create(user);
  const rolledBack = db.transaction(async (tx) => {
    expect(await useEmailToken(tx, { token, purpose, now: noon })).toMatchObject({ userId: user.id });
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(await use(token)).toMatchObject({ userId: user.id });
});
