import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDatabase } from "../connection/client.ts";
import { createQueuePool } from "../connection/job-queue.ts";
import { startReplicated } from "../testing-replica.ts";
import { readAddress } from "./address.ts";
import { findPrimary } from "./primary.ts";

const soon = { interval: 50, timeout: 20_000 };

let servers: Awaited<ReturnType<typeof startReplicated>>;
const closings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  servers = await startReplicated();
}, 60_000);
afterAll(async () => {
  for (const close of closings) await close();
  await servers?.stop();
});

test("after a failover, both drivers follow the promoted replica and do not return to the old primary", async () => {
  const { sql } = createDatabase(servers.failoverUrl, { max: 3 });
  const queue = createQueuePool(servers.failoverUrl, { max: 2 });
  closings.push(
    () => sql.end({ timeout: 1 }),
    () => queue.end(),
  );
  const replica = createDatabase(servers.replicaUrl, { max: 1 }).sql;
  closings.push(() => replica.end({ timeout: 1 }));
  const write = async (by: string) => {
    await sql`insert into things (name) values (${by})`;
    await queue.query("insert into things (name) values ($1)", [`${by} of the queue`]);
  };
  await sql`create table things (name text not null)`;
  await write("before");
  await vi.waitFor(async () => expect((await replica`select from things`).length).toBe(2), soon);

  await servers.killPrimary();
  // While no host takes writes, a statement fails. It must not wait, as that would hold its caller.
  await expect(write("meanwhile")).rejects.toMatchObject({ code: expect.any(String) });
  await expect(queue.query("select 1")).rejects.toMatchObject({ code: expect.any(String) });
  await replica`select pg_promote()`;
  await vi.waitFor(() => write("after"), soon);
  const names = (await replica`select name from things`).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["before", "before of the queue", "after", "after of the queue"]));
  expect(names).not.toContain("meanwhile");

  await servers.reviveOldPrimary();
  const { port } = new URL(servers.replicaUrl);
  await vi.waitFor(async () => {
    const old = createDatabase(servers.primaryUrl, { max: 1 }).sql;
    expect(await old`select pg_is_in_recovery() as is_replica`).toEqual([{ is_replica: false }]);
    await old.end();
  }, soon);
  // The memory of the last answer is over by then.
  await vi.waitFor(async () => {
    expect(await findPrimary(readAddress(servers.failoverUrl))).toMatchObject({ port: Number(port) });
    const fresh = createDatabase(servers.failoverUrl, { max: 1 }).sql;
    expect((await fresh`select from things where name = 'after'`).length).toBeGreaterThan(0);
    await fresh.end();
  }, soon);
}, 60_000);
