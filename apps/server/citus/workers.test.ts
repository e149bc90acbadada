import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { rebalance } from "@daymark/db/connection/distribute";
import { createDistributedDatabase, distributeTestDatabase, findCitus, startCitus } from "@daymark/db/testing-citus";
import type { TestServer } from "@daymark/db/testing-server";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createPlace, personAt } from "../e2e/product.ts";
import { assertAllThere, type Person, startWriter } from "./writer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How often the test kills a worker. */
    killTimes: number;
  }
}

const peopleCount = 12;
/** Pause before the test restarts a killed worker. */
const awayMilliseconds = 500;

const place = createPlace();
let servers: TestServer[];
let stopServers: () => Promise<void>;
let url: string;
let databaseUrl: string;
let sql: Sql;
let people: Person[];

beforeAll(async () => {
  // The database does not sync to disk. Killing its processes loses no written page.
  ({ servers, stop: stopServers } = await startCitus(findCitus() ?? "", 4));
  databaseUrl = await createDistributedDatabase(
    servers.slice(0, 3).map((server) => server.url),
    "daymark",
  );
  ({ sql } = createDatabase(databaseUrl, { max: 2 }));
  ({ url } = await place.start({ DATABASE_URL: databaseUrl, SECRET_KEY: "k".repeat(32), LOG_LEVEL: "warn" }));
  people = [];
  for (let count = 0; count < peopleCount; count += 1) people.push(await personAt(url));
});
afterAll(async () => {
  await sql.end();
  await place.remove();
  await stopServers();
});

/** The port of the worker that stores a user's calendar. */
async function workerOf({ username }: Person): Promise<number> {
  const [row] = await sql<{ nodeport: number }[]>`
    select s.nodeport from citus_shards s
    where s.table_name = 'progress'::regclass and s.shardid = get_shard_id_for_distribution_column(
      'progress', (select id from users where username = ${username}))`;
  return row?.nodeport ?? 0;
}

test("killing a worker during writes loses nothing, and delays only its own users", async () => {
  const workers = new Map<number, TestServer>(servers.slice(1).map((server) => [server.port, server]));
  const places = new Map<Person, number>();
  for (const person of people) places.set(person, await workerOf(person));
  const ports = [...new Set(places.values())];
  expect(ports).toHaveLength(2);
  const writers = people.map((person) => startWriter(url, person, "2001-01-01"));
  const backAfter: number[] = [];
  for (let kill = 0; kill < inject("killTimes"); kill += 1) {
    const port = ports[kill % 2] as number;
    const server = workers.get(port) as TestServer;
    const others = writers.filter(({ person }) => places.get(person) !== port);
    const refusedBefore = others.map(({ refused }) => refused.length);
    await server.kill();
    await sleep(awayMilliseconds);
    expect(others.map(({ refused }) => refused.length)).toEqual(refusedBefore);
    const own = writers.filter(({ person }) => places.get(person) === port);
    await server.start();
    const begun = performance.now();
    const counts = own.map(({ acknowledged }) => acknowledged.size);
    await expect
      .poll(() => own.every(({ acknowledged }, index) => acknowledged.size > (counts[index] as number)), {
        interval: 10,
        timeout: 60_000,
      })
      .toBe(true);
    backAfter.push(performance.now() - begun);
  }
  await Promise.all(writers.map((writer) => writer.stop()));
  for (const writer of writers) {
    for (const { status, retryAfter } of writer.refused) expect([status, retryAfter !== null]).toEqual([503, true]);
    await assertAllThere(sql, writer);
  }
  const written = writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const refused = writers.reduce((sum, each) => sum + each.refused.length, 0);
  console.log(
    `${inject("killTimes")} kills: ${written} writes acknowledged, all there; ${refused} answers 503; back after at most ${Math.round(Math.max(...backAfter))} ms`,
  );
});

test("adding a worker and moving shards during writes loses nothing and refuses no call", async () => {
  const writers = people.map((person) => startWriter(url, person, "2051-01-01"));
  await distributeTestDatabase(
    databaseUrl,
    servers.slice(1).map((server) => server.url),
  );
  await rebalance({ url: databaseUrl, isDryRun: false, tell: () => {} });
  await Promise.all(writers.map((writer) => writer.stop()));
  const used = await sql`select distinct nodeport from citus_shards where table_name = 'progress'::regclass`;
  expect(used).toHaveLength(3);
  for (const writer of writers) {
    expect(writer.refused).toEqual([]);
    await assertAllThere(sql, writer);
  }
  const longest = Math.max(...writers.map(({ longestMilliseconds }) => longestMilliseconds));
  const written = writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  console.log(`shards moved: ${written} writes acknowledged, the longest took ${Math.round(longest)} ms`);
});
