import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@daymark/db/connection/client";
import { nodeHealthSchema } from "@daymark/domain/operator/node";
import { afterAll, expect, test } from "vitest";
import { callAt, password, personAt } from "../e2e/product.ts";

const { CLUSTER_URL: url = "", CLUSTER_NODE_URLS: nodeUrls = "" } = process.env;
const [here = "", there = ""] = nodeUrls.split(",");
const primary = createDatabase(process.env.CLUSTER_PRIMARY_URL ?? "", { max: 1 }).sql;
const replica = createDatabase(process.env.CLUSTER_REPLICA_URL ?? "", { max: 1 }).sql;
const soon = { interval: 50, timeout: 30_000 };

/** The connections of the pooler (scripts/cluster/databases.ts), and one that this file may open. */
const pooledMax = 12 + 1;

afterAll(() => Promise.all([primary, replica].map((sql) => sql.end({ timeout: 1 }))));

const profile = (node: string, token: string) => callAt(node, "GET", "/api/profile/", { token });

async function logInAt(url: string, username: string): Promise<{ access: string; refresh: string }> {
  const { status, json } = await callAt(url, "POST", "/api/auth/token/", { body: { username, password } });
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
}

test("each instance reports that it reads the replica and is connected to Redis", async () => {
  const read = async () => {
    const rows = await primary<{ name: string; health: object }[]>`select name, health from nodes order by name`;
    return rows.map(({ name, health }) => ({ name, ...nodeHealthSchema.parse(health) }));
  };
  await expect
    .poll(read, soon)
    .toMatchObject(["node-1", "node-2"].map((name) => ({ name, replica: { state: "used" }, redis: "connected" })));
});

test("instances share the pooler's connections by transaction, and keep one only for work that needs it longer", async () => {
  const people = await Promise.all([here, there].map(personAt));
  // Sends more parallel calls than the pooler has connections.
  const lane = async (first: number) => {
    for (let index = first; index < 320; index += 40) {
      const { token, habitId } = people[index % 2] as (typeof people)[number];
      const day = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
      const path = `/api/habits/${habitId}/progress/${day}/`;
      const { status, json } = await callAt(url, "PUT", path, { token, body: { value: 1 } });
      expect(status, JSON.stringify(json)).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 40 }, (_, first) => lane(first)));
  const [held] = await primary<{ shared: number; kept: number }[]>`
    select count(*) filter (where application_name = 'daymark')::int as shared,
      count(*) filter (where application_name like 'daymark _%')::int as kept
    from pg_stat_activity where backend_type = 'client backend' and client_port is distinct from (
      select client_port from pg_stat_activity where pid = pg_backend_pid()
    )`;
  // Each node opens at most fourteen connections to the pooler (start.ts, protection.ts, health.ts).
  expect(held?.shared).toBeLessThanOrEqual(pooledMax);
  expect(held?.kept).toBeGreaterThan(0);
  // A prepared statement would now be on a connection that another transaction uses.
  const [{ kept } = { kept: -1 }] = await primary<{ kept: number }[]>`
    select count(*)::int as kept from progress where value = 1`;
  expect(kept).toBeGreaterThanOrEqual(320);
});

test("an export from one snapshot with a cursor passes through the pooler completely", async () => {
  const { token, habitId } = await personAt(here);
  for (const day of ["2026-01-05", "2026-01-06"]) {
    await callAt(there, "PUT", `/api/habits/${habitId}/progress/${day}/`, { token, body: { value: 3 } });
  }
  const { status, json } = await callAt(url, "GET", "/api/export/?format=json", { token });
  expect(status).toBe(200);
  expect(JSON.stringify(json)).toContain("2026-01-06");
});

test("a session ended on one instance is soon refused on the other", async () => {
  const { username } = await personAt(here);
  const [kept, ended] = [await logInAt(here, username), await logInAt(there, username)];
  for (const url of [here, there]) expect((await profile(url, ended.access)).status).toBe(200);
  await callAt(here, "PATCH", "/api/auth/sessions/", { token: kept.access, body: { keep_current: true } });
  const answeredAt = performance.now();
  while ((await profile(there, ended.access)).status !== 401) await sleep(5);
  // The guarantee is a second. A machine may stall for longer, so this bound is lenient.
  expect(performance.now() - answeredAt).toBeLessThan(5_000);
  expect((await profile(there, kept.access)).status).toBe(200);
});

test("password guesses are counted over both instances, in Redis", async () => {
  const { username } = await personAt(here);
  const statuses: number[] = [];
  for (let index = 0; index < 12; index++) {
    const body = { username, password: "Wrong-Horse-7" };
    statuses.push((await callAt(index % 2 ? here : there, "POST", "/api/auth/token/", { body })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  const [{ counted } = { counted: -1 }] = await primary<{ counted: number }[]>`
    select count(*)::int as counted from rate_limits`;
  expect(counted).toBe(0);
});

test("the client's own address is stored if a trusted proxy forwards it", async () => {
  const { username } = await personAt(here);
  const addressOf = async () => {
    const [row] = await primary<{ address: string }[]>`
      select s.address from sessions s join users u on u.id = s.user_id
      where u.username = ${username} order by s.created_at desc limit 1`;
    return row?.address;
  };
  const body = { username, password };
  await callAt(here, "POST", "/api/auth/token/", { body, headers: { "x-forwarded-for": "198.51.100.7" } });
  expect(await addressOf()).toBe("198.51.100.7");
  await logInAt(url, username);
  expect(await addressOf()).toBe("127.0.0.1");
});

test("a change on one instance reaches a page connected to the other", async () => {
  const { token } = await personAt(here);
  const leaving = new AbortController();
  const answer = await fetch(`${there}/trpc/live.changes?input=%7B%22json%22%3A%7B%22age_ms%22%3A0%7D%7D`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  })().catch(() => {});
  while (!text.includes("connected")) await sleep(5);
  const startedAt = performance.now();
  await callAt(here, "POST", "/api/notes/", { token, body: { text: "Hello" } });
  while (!text.includes('"note"')) await sleep(5);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  leaving.abort();
  await reading;
});

/** How often the replica has scanned the table of feature requests. */
async function replicaScans(): Promise<number> {
  const [row] = await replica<{ scans: number }[]>`
    select (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables where relname = 'feature_requests'`;
  return row?.scans ?? 0;
}

test("a page cached on one instance shows a change made on the other, read from the replica", async () => {
  const { username } = await personAt(here);
  await primary`update users set email_verified = true, is_staff = true where username = ${username}`;
  // The token was cached with the user's earlier rights.
  const { access } = await logInAt(there, username);
  const scansBefore = await replicaScans();
  for (let round = 1; round <= 10; round++) {
    const title = `A wish ${round} of ${username}`;
    const body = { title, details: "So that it can be seen on both nodes.", category: "improvements" };
    const [from, to] = round % 2 ? [here, there] : [there, here];
    const read = async (url: string) => (await fetch(`${url}/feature-requests`)).text();
    await Promise.all([read(here), read(there)]);
    const made = await callAt(from, "POST", "/api/feature-requests/", { token: access, body });
    expect(made.status, JSON.stringify(made.json)).toBe(201);
    await callAt(from, "POST", `/api/feature-requests/${made.json.id}/open/`, { token: access });
    expect(await read(from)).toContain(title);
    await expect.poll(() => read(to), soon).toContain(title);
  }
  // PostgreSQL reports statistics a moment later.
  await expect.poll(replicaScans, soon).toBeGreaterThan(scansBefore);
});
