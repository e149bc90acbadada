import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { startProcess } from "@daymark/web/e2e/stage/server-process";
import { findCallers, grow, listSequences } from "./diary.ts";
import { growRest, measureRowBytes } from "./diary-rest.ts";
import { formatCosts, formatRowBytes } from "./distributed-report.ts";
import { measureLoad, type Request } from "./load.ts";
import { commitNow, formatMachine, loadNow, readMachine } from "./machine.ts";
import { cpuMilliseconds, parentOf, treeMilliseconds } from "./process-time.ts";
import { rotate } from "./traffic.ts";

/** Days of each habit: a million people have 30 million of them. */
const daysEach = 10;
/** The number of users at which the bench compares one, two and three workers. */
const comparedUsers = 10_000;
const workersMax = 3;
const sizes = [1, 100, 10_000, 100_000, 1_000_000];
const distributedUsersMax = 100_000;
const rounds = 3;
const secondsEach = 2;
/** In this time each caller calls at least once, so that the node has cached all keys. */
const warmUpSeconds = 3;

const serverEntry = fileURLToPath(new URL("../../apps/server/dist/main.js", import.meta.url));

export interface DistributedCost {
  place: string;
  users: number;
  operation: string;
  answers: number;
  p50: number;
  /** Statements per call. The database without Citus counts as a coordinator without workers. */
  statements: { coordinator: number; workers: number };
  /** Milliseconds of processor time per call. A database counts with all its processes. */
  cpu: { server: number; coordinator: number; workers: number };
  /** Milliseconds per call that the statements took by the clock of their database. */
  time: { coordinator: number; workers: number };
  /** Pages per call that all databases read. */
  pages: number;
  /** Sequential scans of habits and days per call. */
  sequentialScans: number;
}

/**
 * Measures calls while an installation grows: on one PostgreSQL, on a distributed one beside it, and with one, two and
 * three workers.
 *
 * @param options.plainUrl a new, migrated database without Citus
 * @param options.createDistributed creates a migrated database over this many workers, and returns its URL
 * @param options.workerUrls of the workers' database `postgres`
 * @param options.users leaves out larger installations
 */
export async function measureDistributed(options: {
  plainUrl: string;
  createDistributed: (name: string, workers: number) => Promise<string>;
  workerUrls: readonly string[];
  users: number;
}): Promise<string> {
  const load = loadNow();
  const { plainUrl, workerUrls, createDistributed, users } = options;
  const costs: DistributedCost[] = [];
  for (let workers = 1; workers <= workersMax; workers += 1) {
    const url = await createDistributed(`compared_${workers}`, workers);
    const place = await openPlace(
      workers === 1 ? "Citus, 1 worker" : `Citus, ${workers} workers`,
      url,
      workerUrls.slice(0, workers),
    );
    costs.push(...(await place.measure(Math.min(comparedUsers, users))));
    await place.close();
  }
  const plain = await openPlace("one PostgreSQL", plainUrl, []);
  const spread = await openPlace(
    `Citus, ${workersMax} workers`,
    await createDistributed("spread", workersMax),
    workerUrls,
  );
  const curve: DistributedCost[] = [];
  for (const size of sizes.filter((each) => each <= users)) {
    curve.push(...(await plain.measure(size)));
    if (size <= distributedUsersMax) curve.push(...(await spread.measure(size)));
  }
  const rowBytes = { plain: await measureRowBytes(plain.sql), spread: await measureRowBytes(spread.sql) };
  const machine = formatMachine(await readMachine(plain.sql, load)).replace("fsync on", "fsync off");
  await plain.close();
  await spread.close();
  return [
    `${new Date().toISOString().slice(0, 10)}, ${commitNow()}: ${machine}. The fastest of ${rounds} rounds of ${secondsEach} s, one call at a time; three habits of ${daysEach} days a person.`,
    `Workers compared:\n\n${formatCosts(costs)}`,
    `The curve:\n\n${formatCosts(curve)}`,
    `Bytes a row, with its part of all indexes:\n\n${formatRowBytes(rowBytes)}`,
  ].join("\n\n");
}

/** One database server of a place. */
interface Server {
  sql: Sql;
  postmaster: number;
}

/** Starts the product on a database that grows from one measurement to the next. */
async function openPlace(name: string, url: string, workerUrls: readonly string[]) {
  const coordinator = await openServer(url);
  // On the coordinator, Citus also creates the extension on the workers.
  await coordinator.sql`create extension if not exists pg_stat_statements`;
  const { pathname } = new URL(url);
  const workers = await Promise.all(
    workerUrls.map((workerUrl) => openServer(Object.assign(new URL(workerUrl), { pathname }).href)),
  );
  const { sql } = coordinator;
  const data = mkdtempSync(join(tmpdir(), "daymark-distributed-"));
  mkdirSync(join(data, "server"));
  const server = await startProcess({
    entry: serverEntry,
    readyPath: "/readyz",
    env: {
      DATA_DIR: join(data, "server"),
      DATABASE_URL: url,
      SECRET_KEY: randomBytes(32).toString("hex"),
      RATE_LIMIT: "off",
      CAPTCHA: "off",
    },
  });

  async function measure(users: number): Promise<DistributedCost[]> {
    console.error(`… ${name}, ${users} users`);
    await grow(sql, users, daysEach);
    await growRest(sql);
    const people = await findCallers(sql);
    const costs: DistributedCost[] = [];
    for (const [operation, requests] of Object.entries(listSequences(people, daysEach))) {
      costs.push({ place: name, users, operation, ...(await measureCalls(requests)) });
    }
    return costs;
  }

  async function measureRound(load: Omit<Parameters<typeof measureLoad>[0], "seconds">) {
    const times = () => ({
      server: cpuMilliseconds([server.pid]),
      coordinator: treeMilliseconds(coordinator.postmaster),
      workers: workers.reduce((total, { postmaster }) => total + treeMilliseconds(postmaster), 0),
    });
    const before = times();
    const { answers, p50, faults } = await measureLoad({ ...load, seconds: secondsEach });
    const after = times();
    if (faults > 0) throw new Error(`${faults} calls of ${answers} failed on ${name}`);
    const cpu = {
      server: (after.server - before.server) / answers,
      coordinator: (after.coordinator - before.coordinator) / answers,
      workers: (after.workers - before.workers) / answers,
    };
    return { answers, p50, cpu };
  }

  async function measureCalls(requests: readonly Request[]) {
    const load = { url: server.url, connections: 1, sequences: rotate([...requests], 1) };
    await measureLoad({ ...load, seconds: warmUpSeconds });
    const all = [coordinator, ...workers];
    await Promise.all(all.map((each) => each.sql`select pg_stat_statements_reset()`));
    const scansBefore = await countSequentialScans(all);
    const measured: Awaited<ReturnType<typeof measureRound>>[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(load));
    const answers = measured.reduce((total, round) => total + round.answers, 0);
    // Other programs on the machine can only slow a call down, so the fastest round counts.
    const [fastest] = measured.toSorted((one, other) => one.p50 - other.p50) as [(typeof measured)[number]];
    // A backend reports its scans within a second.
    await sleep(1500);
    const scans = (await countSequentialScans(all)) - scansBefore;
    const counted = await Promise.all(all.map((each) => countStatements(each.sql, answers, workers.length)));
    const [own, ...others] = counted as [Counted, ...Counted[]];
    const sum = (of: (each: Counted) => number, from: readonly Counted[]) =>
      from.reduce((total, each) => total + of(each), 0) / answers;
    return {
      answers,
      p50: fastest.p50,
      statements: { coordinator: own.calls / answers, workers: sum(({ calls }) => calls, others) },
      time: { coordinator: own.time / answers, workers: sum(({ time }) => time, others) },
      cpu: fastest.cpu,
      pages: sum(({ pages }) => pages, counted),
      sequentialScans: scans / answers,
    };
  }

  return {
    sql,
    measure,
    close: async () => {
      await server.stop();
      await Promise.all([coordinator, ...workers].map((each) => each.sql.end()));
      rmSync(data, { recursive: true });
    },
  };
}

async function openServer(url: string): Promise<Server> {
  const { sql } = createDatabase(url, { max: 1 });
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return { sql, postmaster: parentOf(row?.pid ?? 0) };
}

interface Counted {
  calls: number;
  time: number;
  pages: number;
}

/** Counts only statements that at least every tenth call causes on some server, so that timed jobs do not count. */
async function countStatements(sql: Sql, answers: number, workers: number): Promise<Counted> {
  // A statement on a worker contains the number of its shard, so each shard would have a separate line.
  const text = workers > 0 ? sql`regexp_replace(query, '_[0-9]{6}', '', 'g')` : sql`query`;
  const [row] = await sql<Counted[]>`
    select coalesce(sum(calls), 0)::float as calls, coalesce(sum(time), 0)::float as time, coalesce(sum(pages), 0)::float as pages
    from (
      select sum(calls) as calls, sum(total_exec_time) as time, sum(shared_blks_hit + shared_blks_read) as pages
      from pg_stat_statements
      where query not like '%pg_stat_%' and dbid = (select oid from pg_database where datname = current_database())
      group by ${text} having sum(calls) >= ${Math.floor(answers / 10)}
    ) statements`;
  return row as Counted;
}

async function countSequentialScans(servers: readonly Server[]): Promise<number> {
  const counts = await Promise.all(
    servers.map(async ({ sql }) => {
      const [row] = await sql<{ scans: number }[]>`
        select coalesce(sum(seq_scan), 0)::float as scans from pg_stat_user_tables where relname ~ '^(habits|progress)(_\\d+)?$'`;
      return row?.scans ?? 0;
    }),
  );
  return counts.reduce((total, each) => total + each, 0);
}
