import { afterAll, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";
import { insertKey } from "../testing-calls.ts";

const host = await createTestHost();
const { sql } = host.database;
afterAll(host.drop);

const headers = { accept: "application/json, text/event-stream" };
const ask = (token: string, method: string, params: object = {}) =>
  host.send("POST", "/mcp", { token, headers, body: { jsonrpc: "2.0", id: 1, method, params } });
const listHabits = (token: string) => ask(token, "tools/call", { name: "list_habits", arguments: {} });

async function createKey(): Promise<string> {
  const { token, id } = await host.createUser();
  await host.createHabit(token);
  return (await insertKey(host, id, "write")).key;
}

async function waitingStatements(): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row.count;
}

test.each([
  ["ping", {}],
  ["initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }],
  ["tools/list", {}],
  ["prompts/list", {}],
  ["prompts/get", { name: "weekly_review" }],
  ["resources/list", {}],
  ["tools/call", { name: "no_such_tool", arguments: {} }],
])("%s waits for a turn of its key, although it reaches no procedure", async (method, params) => {
  const [busy, other] = [await createKey(), await createKey()];
  // Both keys are known before the table is locked.
  for (const key of [busy, other]) expect((await ask(key, "ping")).status).toBe(200);
  let isAnswered = false;
  const { calls, answer } = await sql.begin(async (holder) => {
    await holder`lock table habits in access exclusive mode`;
    // A key has two turns.
    const calls = [listHabits(busy), listHabits(busy)];
    await expect.poll(waitingStatements, { timeout: 20_000 }).toBe(2);
    const answer = ask(busy, method, params).finally(() => {
      isAnswered = true;
    });
    // Another key has separate turns.
    for (let time = 0; time < 5; time++) expect((await ask(other, "tools/list")).status).toBe(200);
    expect(isAnswered).toBe(false);
    return { calls, answer };
  });
  expect((await answer).status).toBe(200);
  for (const { text } of await Promise.all(calls)) expect(text).toContain("structuredContent");
});

test("many parallel calls of one key all get their answers, because a procedure runs in the turn of its request", async () => {
  const key = await createKey();
  const answers = await Promise.all(Array.from({ length: 30 }, () => listHabits(key)));
  for (const { text } of answers) expect(text).toContain("structuredContent");
});

test("a request whose key is revoked while it waits is refused", async () => {
  const { token, id } = await host.createUser();
  await host.createHabit(token);
  const { key, id: keyId } = await insertKey(host, id, "write");
  expect((await ask(key, "ping")).status).toBe(200);
  const { answer } = await sql.begin(async (holder) => {
    await holder`lock table habits in access exclusive mode`;
    const calls = [listHabits(key), listHabits(key)];
    await expect.poll(waitingStatements, { timeout: 20_000 }).toBe(2);
    const answer = ask(key, "tools/list");
    expect((await host.send("DELETE", `/api/api-keys/${keyId}/`, { token })).status).toBe(200);
    return { calls, answer };
  });
  expect((await answer).status).toBe(401);
});
