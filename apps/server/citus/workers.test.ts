import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { distribute, type Machine, rebalance } from "@daymark/db/connection/distribute";
import { migrateDatabase } from "@daymark/db/connection/migrate";
import { findCitus, startCitus } from "@daymark/db/testing-citus";
import type { TestServer } from "@daymark/db/testing-server";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { callAt, createPlace, personAt } from "../e2e/product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How often a worker is killed. */
    killTimes: number;
  }
}

const peopleCount = 12;
/** How long a killed worker stays away. */
const awayMilliseconds = 500;
const dayMilliseconds = 86_400_000;

type Person = Awaited<ReturnType<typeof personAt>>;

const place = createPlace();
let servers: TestServer[];
let stopServers: () => Promise<void>;
let url: string;
let databaseUrl: string;
let sql: Sql;
let people: Person[];

beforeAll(async () => {
  // The database does not sync to disk, which a kill of its process does not need.
  ({ servers, stop: stopServers } = await startCitus(findCitus() ?? "", 4));
  const [coordinator, ...workers] = servers as [TestServer, ...TestServer[]];
  const administer = createDatabase(coordinator.url, { max: 1 }).sql;
  await administer`create database daymark`;
  await administer.end();
  databaseUrl = coordinator.url.replace(/postgres$/, "daymark");
  await migrateDatabase(databaseUrl);
  ({ sql } = createDatabase(databaseUrl, { max: 2 }));
  await distributeTo(workers.slice(0, 2));
  ({ url } = await place.start({ DATABASE_URL: databaseUrl, SECRET_KEY: "k".repeat(32), LOG_LEVEL: "warn" }));
  people = [];
  for (let count = 0; count < peopleCount; count += 1) people.push(await personAt(url));
});
afterAll(async () => {
  await sql.end();
  await place.remove();
  await stopServers();
});

async function distributeTo(workers: readonly TestServer[]): Promise<void> {
  const machines = workers.map(({ port }): Machine => ({ host: "127.0.0.1", port }));
  await distribute({ url: databaseUrl, workers: machines, servingRole: undefined, isDryRun: false, tell: () => {} });
}

/** The port of the worker that holds a person's calendar. */
async function workerOf({ username }: Person): Promise<number> {
  const [row] = await sql<{ nodeport: number }[]>`
    select s.nodeport from citus_shards s
    where s.table_name = 'progress'::regclass and s.shardid = get_shard_id_for_distribution_column(
      'progress', (select id from users where username = ${username}))`;
  return row?.nodeport ?? 0;
}

interface Writer {
  person: Person;
  firstDay: string;
  /** The acknowledged value of each day. */
  acknowledged: Map<string, number>;
  /** The statuses of refused writes. */
  refused: { status: number; retryAfter: string | null }[];
  longestMilliseconds: number;
  stop: () => Promise<void>;
}

/**
 * Writes one day after the other, each once, and repeats a refused write until it is acknowledged.
 *
 * @param firstDay `YYYY-MM-DD`
 */
function startWriter(person: Person, firstDay: string): Writer {
  let isStopping = false;
  const writer: Writer = {
    person,
    firstDay,
    acknowledged: new Map(),
    refused: [],
    longestMilliseconds: 0,
    stop: async () => {
      isStopping = true;
      await writing;
    },
  };
  async function write(): Promise<void> {
    for (let index = 0; !isStopping; index += 1) {
      const day = new Date(Date.parse(firstDay) + index * dayMilliseconds).toISOString().slice(0, 10);
      const value = 1 + (index % 9_999);
      for (;;) {
        const begun = performance.now();
        const path = `/api/habits/${person.habitId}/progress/${day}/`;
        const answer = await callAt(url, "PUT", path, { token: person.token, body: { value } });
        if (answer.status === 200) {
          writer.longestMilliseconds = Math.max(writer.longestMilliseconds, performance.now() - begun);
          writer.acknowledged.set(day, value);
          break;
        }
        writer.refused.push({ status: answer.status, retryAfter: answer.headers.get("retry-after") });
        await sleep(50);
      }
      await sleep(5);
    }
  }
  const writing = write();
  return writer;
}

async function assertAllThere({ person, firstDay, acknowledged }: Writer): Promise<void> {
  const rows = await sql<{ day: string; value: number }[]>`
    select p.day::text as day, p.value from progress p
    where p.user_id = (select id from users where username = ${person.username}) and p.day >= ${firstDay}
    order by p.day`;
  const stored = new Map(rows.map(({ day, value }) => [day, value]));
  expect(stored.size).toBe(rows.length);
  for (const [day, value] of acknowledged) expect(stored.get(day), `${person.username} ${day}`).toBe(value);
  // At most the write that was under way at the end.
  expect(stored.size - acknowledged.size).toBeLessThanOrEqual(1);
}

test("a worker that is killed under writes loses nothing, and only its own people wait", async () => {
  const workers = new Map<number, TestServer>(servers.slice(1).map((server) => [server.port, server]));
  const places = new Map<Person, number>();
  for (const person of people) places.set(person, await workerOf(person));
  const ports = [...new Set(places.values())];
  expect(ports).toHaveLength(2);
  const writers = people.map((person) => startWriter(person, "2001-01-01"));
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
    await assertAllThere(writer);
  }
  const written = writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const refused = writers.reduce((sum, each) => sum + each.refused.length, 0);
  console.log(
    `${inject("killTimes")} kills: ${written} writes acknowledged, all there; ${refused} answers 503; back after at most ${Math.round(Math.max(...backAfter))} ms`,
  );
});

test("a worker is added and shards move to it under writes: nothing is lost, and nobody is refused", async () => {
  const writers = people.map((person) => startWriter(person, "2051-01-01"));
  await distributeTo(servers.slice(1));
  await rebalance({ url: databaseUrl, isDryRun: false, tell: () => {} });
  await Promise.all(writers.map((writer) => writer.stop()));
  const used = await sql`select distinct nodeport from citus_shards where table_name = 'progress'::regclass`;
  expect(used).toHaveLength(3);
  for (const writer of writers) {
    expect(writer.refused).toEqual([]);
    await assertAllThere(writer);
  }
  const longest = Math.max(...writers.map(({ longestMilliseconds }) => longestMilliseconds));
  const written = writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  console.log(`shards moved: ${written} writes acknowledged, the longest took ${Math.round(longest)} ms`);
});
