import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { startEmbedded } from "@daymark/db/embedded/embedded";
import { startProcess } from "@daymark/web/e2e/stage/server-process";
import { findCallers, grow, habitsEach, listSequences } from "./diary.ts";
import { type Measurement, summarize } from "./figures.ts";
import { measureLoad } from "./load.ts";
import { commitNow, formatMachine, loadNow, readMachine } from "./machine.ts";
import { type Outcome, parseScaleOptions, type ScaleOptions, usage } from "./options.ts";
import type { Person } from "./people.ts";
import { cpuMilliseconds } from "./process-time.ts";
import { prepareStatementCount, statementSettings } from "./statements.ts";
import { rotate } from "./traffic.ts";

/** The sizes of the installation at which each operation is measured. */
const sizes = [1, 100, 10_000, 100_000];
const daysEach = 30;
/** One call at a time, to measure the cost of a call and not its waiting. */
const connections = 1;
const rounds = 3;
const seconds = 5;

const bench = fileURLToPath(new URL("..", import.meta.url));
const serverEntry = join(bench, "../apps/server/dist/main.js");

interface Cost extends Measurement {
  /**
   * Milliseconds of processor time of the server and the database for one call. Unlike the response time, other load on
   * the machine does not change it.
   */
  serverCpu: number;
  databaseCpu: number;
  /** Database pages that one call reads. */
  pages: number;
}

export interface ScaleStep {
  users: number;
  operations: Record<string, Cost>;
  /** The bytes of a table with its indexes and TOAST (pg_total_relation_size), and its number of rows. */
  tables: Record<string, { bytes: number; rows: number }>;
}

/**
 * Measures the cost of an operation while an installation grows. SQL seeds the users' days in the order of the days
 * over all users, as they would arrive, so that the rows of one user are not adjacent.
 */
export async function measureScale(args: readonly string[]): Promise<Outcome> {
  let options: ScaleOptions;
  try {
    options = parseScaleOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    return { code: 1 };
  }
  const load = loadNow();
  const directory = mkdtempSync(join(tmpdir(), "daymark-scale-"));
  // The user of the database process must be able to enter its folder below.
  chmodSync(directory, 0o711);
  const closing: (() => Promise<void>)[] = [];
  try {
    const database = await startEmbedded({ dataDirectory: join(directory, "database"), settings: statementSettings });
    closing.push(database.stop);
    const { sql } = createDatabase(database.superuserUrl, { max: 1 });
    closing.push(() => sql.end());
    const data = join(directory, "server");
    mkdirSync(data);
    const server = await startProcess({
      entry: serverEntry,
      readyPath: "/readyz",
      env: {
        DATA_DIR: data,
        DATABASE_URL: database.superuserUrl,
        SECRET_KEY: randomBytes(32).toString("hex"),
        RATE_LIMIT: "off",
        CAPTCHA: "off",
      },
    });
    closing.push(server.stop);
    await prepareStatementCount(sql);
    await sql`alter system set pg_stat_statements.track = 'top'`;
    await sql`select pg_reload_conf()`;
    const steps: ScaleStep[] = [];
    for (const users of sizes.filter((size) => size <= options.users)) {
      console.error(`… ${users} users`);
      await grow(sql, users, daysEach);
      const people = await findCallers(sql);
      const place = { sql, url: server.url, server: server.pid };
      steps.push({ users, operations: await measureOperations(place, people), tables: await measureTables(sql) });
    }
    const file = join(bench, "results", `scale-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.json`);
    mkdirSync(join(bench, "results"), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ habitsEach, daysEach, connections, rounds, seconds, steps }, null, 2)}\n`);
    const method = `Median of ${rounds} rounds of ${seconds} s, ${connections} call at a time.`;
    const where = `${new Date().toISOString().slice(0, 10)}, ${commitNow()}: ${formatMachine(await readMachine(sql, load))}.`;
    const figures = `${where}\n${method}\n\n${formatScale(steps)}`;
    console.log(`${figures}\n\n${file}`);
    const hasFaults = steps.some(({ operations }) => Object.values(operations).some(({ faults }) => faults > 0));
    return { code: hasFaults ? 1 : 0, ...(options.isWritten && { figures }) };
  } finally {
    for (const close of closing.reverse()) await close();
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Place {
  sql: Sql;
  url: string;
  /** The process id of the server. */
  server: number;
}

async function measureOperations(place: Place, people: readonly Person[]): Promise<ScaleStep["operations"]> {
  const { sql, url, server } = place;
  const sequences = listSequences(people, daysEach);
  const operations: ScaleStep["operations"] = {};
  for (const [name, requests] of Object.entries(sequences)) {
    const load = { url, connections, sequences: rotate(requests, connections) };
    await measureLoad({ ...load, seconds: 1 });
    const measured: Measurement[] = [];
    await sql`select pg_stat_statements_reset()`;
    const backends = await backendsOf(sql);
    const before = [cpuMilliseconds([server]), cpuMilliseconds(backends)] as const;
    for (let round = 0; round < rounds; round++) measured.push(await measureLoad({ ...load, seconds }));
    const after = [cpuMilliseconds([server]), cpuMilliseconds(backends)] as const;
    const summary = summarize(measured);
    // Timed jobs run a few times at most, so this excludes their statements.
    const [row] = await sql<{ pages: number }[]>`
      select sum(shared_blks_hit + shared_blks_read)::int as pages from pg_stat_statements
      where query not like '%pg_stat_statements%' and calls >= ${Math.floor(summary.answers / 2)}::int`;
    operations[name] = {
      ...summary,
      serverCpu: (after[0] - before[0]) / summary.answers,
      databaseCpu: (after[1] - before[1]) / summary.answers,
      pages: (row?.pages ?? Number.NaN) / summary.answers,
    };
  }
  return operations;
}

/** The processes of the database that serve calls. */
async function backendsOf(sql: Sql): Promise<number[]> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'daymark' and pid <> pg_backend_pid()`;
  return rows.map(({ pid }) => pid);
}

async function measureTables(sql: Sql): Promise<ScaleStep["tables"]> {
  const rows = await sql<{ name: string; bytes: string; rows: number }[]>`
    select relname as name, pg_total_relation_size(oid) as bytes, reltuples::int as rows
    from pg_class where relname in ('users', 'habits', 'habit_targets', 'progress')`;
  return Object.fromEntries(rows.map(({ name, bytes, rows: count }) => [name, { bytes: Number(bytes), rows: count }]));
}

/** Formats one line per size and operation, the curve of each, and the bytes per row. */
export function formatScale(steps: readonly ScaleStep[]): string {
  const head = ["operation", "users", "rows of progress", "p50 ms", "p95 ms", "CPU ms: server", "database", "pages"];
  const names = Object.keys(steps[0]?.operations ?? {});
  const lines = names.flatMap((name) =>
    steps.flatMap(({ users, operations, tables }) => {
      const cost = operations[name];
      if (!cost) return [];
      const { p50, p95, serverCpu, databaseCpu, pages } = cost;
      const figures = [p50, p95, serverCpu, databaseCpu].map((figure) => figure.toFixed(2));
      return [[name, users, tables.progress?.rows ?? 0, ...figures, pages.toFixed(1)].join(" | ")];
    }),
  );
  const last = steps.at(-1)?.tables ?? {};
  const rowBytes = Object.entries(last).map(
    ([name, { bytes, rows }]) => `${name} ${Math.round(bytes / Math.max(rows, 1))}`,
  );
  const table = [head.join(" | "), head.map(() => "---").join(" | "), ...lines].map((line) => `| ${line} |`);
  return `${table.join("\n")}\n\n${formatCurves(steps)}\n\nBytes a row, indexes and all: ${rowBytes.join(", ")}.`;
}

/** Length of the longest bar in characters. */
const barLength = 50;

/** Draws the processor time of one call over the number of users. */
function formatCurves(steps: readonly ScaleStep[]): string {
  const points = Object.keys(steps[0]?.operations ?? {}).flatMap((name) =>
    steps.flatMap(({ users, operations }, index) => {
      const cost = operations[name];
      return cost ? [{ name: index === 0 ? name : "", users, cpu: cost.serverCpu + cost.databaseCpu }] : [];
    }),
  );
  const most = Math.max(...points.map(({ cpu }) => cpu));
  const nameLength = Math.max(...points.map(({ name }) => name.length));
  const lines = points.map(({ name, users, cpu }) => {
    const bar = "█".repeat(Math.max(1, Math.round((cpu / most) * barLength)));
    return `${name.padEnd(nameLength)} ${String(users).padStart(7)} ${bar} ${cpu.toFixed(2)}`;
  });
  return ["```", "CPU ms of server and database for one call, by users", "", ...lines, "```"].join("\n");
}
