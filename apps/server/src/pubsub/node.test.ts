import { nodeSamples, nodes } from "@daymark/db/schema/admin";
import { createTestDatabase } from "@daymark/db/testing";
import { version } from "@daymark/domain/base/brand";
import { nodeForgottenSeconds, nodeHealthSchema, nodeSampleForgottenSeconds } from "@daymark/domain/operator/node";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { cleanUp } from "../jobs/clean-up.ts";
import { openNode } from "./node.ts";

const database = await createTestDatabase();
const { db } = database;
afterAll(database.drop);
beforeEach(async () => {
  await db.delete(nodes);
  await db.delete(nodeSamples);
});

const healthOf = () => ({ replica: null, redis: "connected" }) as const;

function logOf() {
  const warnings: string[] = [];
  const none = () => {};
  return { warnings, log: { info: none, error: none, warn: (_: object, message: string) => warnings.push(message) } };
}

const open = (name: string, startedAt: number, { log } = logOf()) =>
  openNode({ db, name, healthOf, takeRequestP99: () => 12.5, log, startedAt });

test("an instance reports its health from its start to its stop", async () => {
  const { close } = await open("web-1", Date.now());
  const [row] = await db.select().from(nodes);
  expect(row).toMatchObject({ name: "web-1", version });
  expect(nodeHealthSchema.parse(row?.health)).toEqual({
    pid: process.pid,
    rss_bytes: expect.any(Number),
    event_loop_p99_ms: expect.any(Number),
    database_connections: expect.any(Number),
    database_connections_max: expect.any(Number),
    replica: null,
    redis: "connected",
  });
  await close();
  expect(await db.select().from(nodes)).toEqual([]);
});

test("an instance that replaces a dead one takes its name, and the dead one's return removes nothing", async () => {
  const dead = await open("web-1", 1_000);
  const alive = await open("web-1", 2_000);
  await dead.close();
  expect(await db.select({ at: nodes.started_at }).from(nodes)).toEqual([{ at: new Date(2_000) }]);
  await alive.close();
  expect(await db.select().from(nodes)).toEqual([]);
});

test("of two instances with one name the later one is listed, and the other one logs a warning", async () => {
  const later = await open("web-1", 2_000);
  const told = logOf();
  const earlier = await open("web-1", 1_000, told);
  expect(await db.select({ at: nodes.started_at }).from(nodes)).toEqual([{ at: new Date(2_000) }]);
  expect(told.warnings).toEqual([expect.stringContaining("NODE_NAME")]);
  await earlier.close();
  await later.close();
});

test("instances that are silent for long are deleted", async () => {
  const both = [await open("web-1", 1_000), await open("web-2", 1_000)];
  await db.execute(sql`
    update nodes set seen_at = now() - make_interval(secs => ${nodeForgottenSeconds + 1}) where name = 'web-1'`);
  await cleanUp(db);
  expect(await db.select({ name: nodes.name }).from(nodes)).toEqual([{ name: "web-2" }]);
  for (const { close } of both) await close();
});

test("a process adds to its history, with the jobs that are due, and the clean-up deletes what is too old to be seen", async () => {
  await db.execute(
    sql`select graphile_worker.add_job('due'), graphile_worker.add_job('later', run_at => now() + interval '1 hour')`,
  );
  const { close } = await open("web-1", 1_000);
  expect(await db.select().from(nodeSamples)).toEqual([
    {
      ...{ node: "web-1", at: expect.any(Date), rss_bytes: expect.any(Number), event_loop_p99_ms: expect.any(Number) },
      ...{ request_p99_ms: 12.5, due_jobs: 1 },
    },
  ]);
  // The history outlives the process.
  await close();
  await cleanUp(db);
  expect(await db.select().from(nodeSamples)).toHaveLength(1);
  await db.execute(sql`update node_samples set at = now() - make_interval(secs => ${nodeSampleForgottenSeconds + 1})`);
  await cleanUp(db);
  expect(await db.select().from(nodeSamples)).toEqual([]);
});

test("a process that lost its name to a later one adds nothing to the history", async () => {
  const later = await open("web-1", 2_000);
  const earlier = await open("web-1", 1_000);
  expect(await db.select().from(nodeSamples)).toHaveLength(1);
  await earlier.close();
  await later.close();
});
