import { sql as statement } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startReplicated } from "../testing-replica.ts";
import { createDatabase } from "./client.ts";
import { openReplica, type Replica } from "./replica.ts";
import { snapshot, withinTransaction } from "./within-transaction.ts";

const things = pgTable("things", { name: text().notNull() });
const soon = { interval: 20, timeout: 15_000 };

let servers: Awaited<ReturnType<typeof startReplicated>>;
let primary: ReturnType<typeof createDatabase>;
/** A connection to the replica itself, to pause and resume its replay. */
let behind: ReturnType<typeof createDatabase>;
let replica: Replica;
const states: string[] = [];

beforeAll(async () => {
  servers = await startReplicated();
  primary = createDatabase(servers.primaryUrl, { max: 4 });
  behind = createDatabase(servers.replicaUrl, { max: 1 });
  await primary.sql`create table things (name text not null)`;
  replica = openReplica({
    url: servers.replicaUrl,
    isPrepared: true,
    primary: primary.db,
    onChange: (state) => states.push(state),
  });
  await vi.waitFor(() => expect(replica.status().state).toBe("used"), soon);
}, 60_000);
afterAll(async () => {
  await replica?.close();
  for (const client of [primary, behind]) await client?.sql.end({ timeout: 1 });
  await servers?.stop();
});
afterEach(async () => {
  await primary.sql`truncate things`;
});

/** Whether the replica or the primary answered a read. */
async function whereRead(): Promise<"replica" | "primary"> {
  const [row] = await replica.db.execute<{ is_replica: boolean }>(statement`select pg_is_in_recovery() as is_replica`);
  return row?.is_replica ? "replica" : "primary";
}

test("the replica answers every kind of read", async () => {
  await primary.db.insert(things).values({ name: "one" });
  expect(await whereRead()).toBe("replica");
  const { db } = replica;
  const where = statement<boolean>`pg_is_in_recovery()`;
  expect(await db.select({ name: things.name, where }).from(things)).toEqual([{ name: "one", where: true }]);
  const filter = db.$client`where name = ${"one"}`;
  expect(await db.$client`select name, pg_is_in_recovery() as is_there from things ${filter}`).toEqual([
    { name: "one", is_there: true },
  ]);
  const read = (one: typeof db) => one.select({ name: things.name, where }).from(things);
  expect(await db.transaction((tx) => tx.select({ where }).from(things))).toEqual([{ where: true }]);
  expect(await withinTransaction(db, read, snapshot)).toEqual([{ name: "one", where: true }]);
});

test("a read always includes what was committed before it began", async () => {
  for (let count = 1; count <= 200; count++) {
    await primary.db.insert(things).values({ name: `thing ${count}` });
    const [row] = await replica.db.select({ count: statement<number>`count(*)::int` }).from(things);
    expect(row?.count).toBe(count);
  }
});

test("the replica refuses writes, and no writing call falls back to the primary", async () => {
  const failed = replica.db.insert(things).values({ name: "one" });
  await expect(failed).rejects.toMatchObject({ cause: { code: "25006" } });
  expect(await primary.db.select().from(things)).toEqual([]);
});

test("an invalid statement fails with the same error as on the primary", async () => {
  await expect(replica.db.execute(statement`select nothing from nowhere`)).rejects.toMatchObject({
    cause: { code: "42P01" },
  });
});

test("a replica that lags is not used until it has caught up, and no read is stale", async () => {
  await behind.sql`select pg_wal_replay_pause()`;
  await primary.db.insert(things).values({ name: "one" });
  // Immediately, before a check noticed the failure.
  expect(await replica.db.select().from(things)).toEqual([{ name: "one" }]);
  expect(await whereRead()).toBe("primary");
  await expect.poll(() => replica.status().state, soon).toBe("late");
  expect(replica.status().lag_ms).toBeGreaterThan(0);
  await behind.sql`select pg_wal_replay_resume()`;
  await expect.poll(() => replica.status().state, soon).toBe("used");
  expect(await whereRead()).toBe("replica");
});

test("no read fails while the replica dies, is down and comes back", async () => {
  await primary.db.insert(things).values({ name: "one" });
  let isOver = false;
  let reads = 0;
  const reading = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      expect(await replica.db.select().from(things)).toEqual([{ name: "one" }]);
      reads += 1;
    }
  });
  const slow = replica.db.execute(statement`select pg_sleep(1), count(*)::int as count from things`);
  await servers.kill();
  await expect.poll(() => replica.status().state, soon).toBe("away");
  expect(await whereRead()).toBe("primary");
  expect(await slow).toMatchObject([{ count: 1 }]);
  await servers.start();
  await expect.poll(() => replica.status().state, soon).toBe("used");
  expect(await whereRead()).toBe("replica");
  isOver = true;
  await Promise.all(reading);
  expect(reads).toBeGreaterThan(0);
  expect(states.slice(-2)).toEqual(["away", "used"]);
});
