import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import type { ApiKeyScope } from "@daymark/domain/account/api-key";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { insertUser, type Node, noon, startNode } from "../testing.ts";
import { createApiKey, hashApiKey } from "./api-key.ts";

// The nodes' clocks stand still, so cache entries never expire: only a notice can invalidate them.
const database = await createTestDatabase();
const { db } = database;
const [here, there] = [await startNode(database), await startNode(database)];
afterAll(async () => {
  await Promise.all([here.sessions.close(), there.sessions.close()]);
  await database.drop();
});
beforeEach(() => {
  here.clock.now = noon;
});

const minute = 60_000;

/** A key that both nodes have cached. */
async function insertKey(values: { scopes?: ApiKeyScope[]; expires_at?: Date } = {}) {
  const user = await insertUser(db);
  const { key, key_hash, key_end } = createApiKey();
  const scopes = values.scopes ?? ["read"];
  const [row] = await db
    .insert(apiKeys)
    .values({ ...values, user_id: user.id, name: "Script", scopes, key_hash, key_end })
    .returning();
  for (const node of [here, there]) expect(await node.sessions.authenticateKey(key)).toHaveProperty("user");
  return { key, user, id: row?.id ?? 0 };
}

const answerOf = (node: Node, key: string) =>
  expect.poll(() => node.sessions.authenticateKey(key), { interval: 20, timeout: 20_000 });

async function lastUseOf(id: number) {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
  return row?.last_used_at?.getTime() ?? null;
}

test("a key has 256 random bits, and its stored hash is not a key", async () => {
  const keys = Array.from({ length: 100 }, createApiKey);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(100);
  for (const { key, key_hash, key_end } of keys) {
    expect(key).toMatch(/^dmk_[\w-]{43}$/);
    expect(Buffer.from(key.slice(4), "base64url")).toHaveLength(32);
    expect(key_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(key.endsWith(key_end)).toBe(true);
    expect(hashApiKey(key)).toBe(key_hash);
    expect(hashApiKey(key_hash)).toBeNull();
  }
});

test("a key authenticates as its user, with its scopes and without a session", async () => {
  const { key, user, id } = await insertKey({ scopes: ["write"] });
  const caller = await here.sessions.authenticateKey(key);
  expect(caller).toMatchObject({ user: { id: user.id, username: user.username }, key: { id, scopes: ["write"] } });
  expect(caller).not.toHaveProperty("session");
  expect(JSON.stringify(caller)).not.toContain(user.email);
});

test.each(["", "dmk_", "dmk_short", `dmk_${"a".repeat(43)}`, `dmk_${"a".repeat(44)}`, `dmk_${"é".repeat(43)}`])(
  "an invalid key is refused: %s",
  async (key) => {
    expect(await here.sessions.authenticateKey(key)).toBe("api_key_invalid");
  },
);

test("a cached key costs no statement", async () => {
  const { key } = await insertKey();
  here.statements.length = 0;
  for (let again = 0; again < 10; again++) expect(await here.sessions.authenticateKey(key)).toHaveProperty("user");
  expect(here.statements).toEqual([]);
});

test("an expired key is refused at once, cached or not", async () => {
  const expires_at = new Date(noon + minute);
  const { key } = await insertKey({ expires_at });
  here.clock.now = expires_at.getTime() - 1;
  expect(await here.sessions.authenticateKey(key)).toHaveProperty("user");
  here.clock.now = expires_at.getTime();
  expect(await here.sessions.authenticateKey(key)).toBe("api_key_invalid");
});

test.each<[string, (id: number, userId: number) => PromiseLike<unknown>]>([
  ["a deleted key", (id) => db.delete(apiKeys).where(eq(apiKeys.id, id))],
  ["a key whose user is deleted", (_, userId) => db.delete(users).where(eq(users.id, userId))],
  [
    "a key whose user is deactivated",
    (_, userId) => db.update(users).set({ is_active: false }).where(eq(users.id, userId)),
  ],
  [
    "a key that expires sooner",
    (id) =>
      db
        .update(apiKeys)
        .set({ expires_at: new Date(0) })
        .where(eq(apiKeys.id, id)),
  ],
  ["all keys at once", () => db.execute("truncate api_keys")],
])("%s is soon refused on every instance", async (_, change) => {
  const { key, id, user } = await insertKey();
  await change(id, user.id);
  for (const node of [here, there]) await answerOf(node, key).toBe("api_key_invalid");
});

test("scopes that were removed are gone on every instance", async () => {
  const { key, id } = await insertKey({ scopes: ["write"] });
  await db
    .update(apiKeys)
    .set({ scopes: ["read"] })
    .where(eq(apiKeys.id, id));
  for (const node of [here, there]) await answerOf(node, key).toMatchObject({ key: { scopes: ["read"] } });
});

test("the last use is written at the first call and then at most once a minute by all instances together", async () => {
  const { key, id } = await insertKey();
  expect(await lastUseOf(id)).toBe(noon);
  const callAt = async (now: number) => {
    here.clock.now = now;
    await here.sessions.authenticateKey(key);
    return lastUseOf(id);
  };
  expect(await callAt(noon + minute - 1)).toBe(noon);
  expect(await callAt(noon + 2 * minute)).toBe(noon + 2 * minute);
  expect(await callAt(noon + 2 * minute + 30_000)).toBe(noon + 2 * minute);
});
