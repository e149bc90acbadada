import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { startEmbedded } from "@daymark/db/embedded/embedded";
import { type RunningServer, runtime, startProcess } from "@daymark/web/e2e/stage/server-process";
import { type DashboardFigures, measureDashboards } from "./dashboard.ts";
import { measureFelt } from "./felt.ts";
import { measureFeltLoads } from "./felt-loads.ts";
import { type Measurement, pairedRatio, summarize } from "./figures.ts";
import { type LighthouseFigures, measureLighthouse } from "./lighthouse.ts";
import { measureLoad } from "./load.ts";
import { commitNow, loadNow, readMachine } from "./machine.ts";
import { residentMib } from "./memory.ts";
import { listOperations, type Operation, tenYearPeople } from "./operations.ts";
import { type Options, type Outcome, parseOptions, usage } from "./options.ts";
import { measurePages } from "./pages.ts";
import { createPeople, fillDays, monthDays, type Person, refreshPeople, tenYearsDays } from "./people.ts";
import { createPublicContent } from "./public.ts";
import { startReferences } from "./references.ts";
import { formatReport, isGood, type OperationReport, type Report, settleSeconds } from "./report.ts";
import { countStatements, prepareStatementCount, statementSettings } from "./statements.ts";

const peopleCount = 200;
const warmUpSeconds = 2;
const secondStarts = 3;
const bench = fileURLToPath(new URL("..", import.meta.url));
const serverEntry = join(bench, "../apps/server/dist/main.js");

/** Runs all measurements once and reports the results. */
export async function main(args: readonly string[]): Promise<Outcome> {
  let options: Options;
  try {
    options = parseOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    return { code: 1 };
  }
  if (!existsSync(serverEntry)) {
    console.error("There is no built server to measure: npm run bench builds it first.");
    return { code: 1 };
  }
  const directory = mkdtempSync(join(tmpdir(), "daymark-bench-"));
  // The user of the database process must be able to enter its folder below.
  chmodSync(directory, 0o711);
  const closing: Closing = [];
  const onSignal = () => {
    void closeAll(closing).then(() => {
      rmSync(directory, { recursive: true, force: true });
      process.exit(130);
    });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, onSignal);
  try {
    const report = await measure(directory, options, closing);
    const results = join(bench, "results");
    mkdirSync(results, { recursive: true });
    const file = join(results, `${report.at.replaceAll(/[:.]/g, "-")}.json`);
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
    const figures = formatReport(report);
    console.log(`\n${figures}\n\n${file}`);
    return { code: isGood(report) ? 0 : 1, ...(options.isWritten && { figures }) };
  } finally {
    await closeAll(closing);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Functions that stop what was started, called in reverse order. */
type Closing = (() => Promise<void>)[];

async function closeAll(closing: Closing) {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
}

async function measure(directory: string, options: Options, closing: Closing): Promise<Report> {
  const load = loadNow();
  const start = await measureStarts(join(directory, "cold"), closing);
  const database = await startEmbedded({ dataDirectory: join(directory, "load"), settings: statementSettings });
  closing.push(database.stop);
  const { sql } = createDatabase(database.superuserUrl, { max: 2 });
  closing.push(() => sql.end());
  const server = await startServer(join(directory, "server"), { DATABASE_URL: database.superuserUrl });
  closing.push(server.stop);
  await prepareStatementCount(sql);
  progress(`${peopleCount} people register`);
  const people = await createPeople(server.url, sql, peopleCount);
  progress("a blog and a board are written");
  await createPublicContent(server.url, sql);
  const days = await fill(sql, people);
  const references = await startReferences(sql, database.superuserUrl, people, days.slice(-monthDays));
  closing.push(references.stop);

  const operations: OperationReport[] = [];
  for (let index = 0; ; index += 1) {
    // An access token lives ten minutes, so each operation starts with new ones.
    await refreshPeople(server.url, people);
    const operation = listOperations({ people, days, connections: options.connections })[index];
    if (!operation) break;
    if (operation.name.includes(options.only)) {
      operations.push(await measureOperation(sql, server, references.urls, operation, options));
    }
  }
  const residentMibAtItsEnd = residentMib(server.pid);
  await sleep(settleSeconds * 1000);
  const residentMibAfterLoad = residentMib(server.pid);
  progress("pages");
  const pages = await measurePages(server.url, people[0] as Person);
  const dashboards = await measureDashboardsIf(dashboardsName.includes(options.only), server.url, sql);
  const isFeltWanted = feltName.includes(options.only);
  if (isFeltWanted) progress(feltName);
  const felt = isFeltWanted ? await measureFelt(server.url, sql) : [];
  const feltLoads = isFeltWanted ? await measureFeltLoads(server.url, sql) : [];
  const lighthouse = await measureLighthouseIf(lighthouseName.includes(options.only), server.url);
  return {
    at: new Date().toISOString(),
    commit: commitNow(),
    machine: await readMachine(sql, load),
    options,
    people: { count: peopleCount, daysEach: monthDays, tenYearHabits: tenYearPeople },
    operations,
    start,
    residentMibAtItsEnd,
    residentMibAfterLoad,
    pages,
    dashboards,
    felt,
    feltLoads,
    lighthouse,
  };
}

/** The name that `--only` matches. */
const dashboardsName = "dashboard in a browser";
const feltName = "press to paint";
const lighthouseName = "lighthouse";

async function measureLighthouseIf(isWanted: boolean, url: string): Promise<LighthouseFigures[]> {
  if (!isWanted) return [];
  progress(lighthouseName);
  return measureLighthouse(url);
}

async function measureDashboardsIf(isWanted: boolean, url: string, sql: Sql): Promise<DashboardFigures[]> {
  if (!isWanted) return [];
  progress(dashboardsName);
  return measureDashboards(url, sql);
}

/** Measures starts of the installed product: the first start creates a database, later starts find it. */
async function measureStarts(directory: string, closing: Closing): Promise<Report["start"]> {
  progress("cold starts");
  const times: number[] = [];
  let resident = 0;
  for (let count = 0; count <= secondStarts; count += 1) {
    const server = await startServer(directory, {});
    closing.push(server.stop);
    times.push(server.startMs);
    resident = residentMib(server.pid);
    await closeAll(closing);
  }
  const [firstMs = 0, ...secondMs] = times;
  return { firstMs, secondMs, residentMib: resident };
}

function startServer(dataDirectory: string, env: Record<string, string>): Promise<RunningServer> {
  mkdirSync(dataDirectory, { recursive: true });
  return startProcess({
    entry: serverEntry,
    // `npm start` sets the same flags. A reference runs without flags.
    flags: runtime.nodeFlags,
    readyPath: "/readyz",
    env: {
      DATA_DIR: dataDirectory,
      SECRET_KEY: randomBytes(32).toString("hex"),
      RATE_LIMIT: "off",
      CAPTCHA: "off",
      ...env,
    },
  });
}

/**
 * Writes ten years of days for some users and a month for all, and analyzes the tables, as autovacuum does on a busy
 * installation.
 */
async function fill(sql: Sql, people: readonly Person[]): Promise<string[]> {
  progress("their days are filled in");
  const today = new Date().toISOString().slice(0, 10);
  const [first, others] = [people.slice(0, tenYearPeople), people.slice(tenYearPeople)];
  const pair = (person: Person) => (habit: number) => ({ user: person.id, habit });
  await fillDays(
    sql,
    first.flatMap((person) => person.habits.slice(0, 1).map(pair(person))),
    today,
    tenYearsDays,
  );
  await fillDays(
    sql,
    first.flatMap((person) => person.habits.slice(1).map(pair(person))),
    today,
    monthDays,
  );
  await fillDays(
    sql,
    others.flatMap((person) => person.habits.map(pair(person))),
    today,
    monthDays,
  );
  await sql`vacuum analyze`;
  const rows = await sql<{ day: string }[]>`
    select (${today}::date - back)::text as day from generate_series(${monthDays - 1}::int, 0, -1) back`;
  return rows.map((row) => row.day);
}

async function measureOperation(
  sql: Sql,
  server: RunningServer,
  references: Record<NonNullable<Operation["reference"]>["name"], string>,
  operation: Operation,
  options: Options,
): Promise<OperationReport> {
  const { reference, connections } = operation;
  progress(`${operation.name}, ${connections} connections`);
  // Statements are counted first, while the server does not know the tokens yet.
  const statements = await countStatements(sql, server.url, operation.samples);
  const sides = [
    { url: server.url, sequences: operation.sequences, rounds: [] as Measurement[] },
    ...(reference
      ? [{ url: references[reference.name], sequences: reference.sequences, rounds: [] as Measurement[] }]
      : []),
  ];
  for (const { url, sequences } of sides) await measureLoad({ url, connections, sequences, seconds: warmUpSeconds });
  const { seconds } = options;
  for (let round = 0; round < options.rounds; round += 1) {
    for (const { url, sequences, rounds } of sides) {
      const flood = operation.flood && measureLoad({ url, ...operation.flood, seconds });
      rounds.push(await measureLoad({ url, connections, sequences, seconds }));
      await flood;
    }
  }
  const [product, bare] = sides;
  if (!product) throw new Error("no operation was measured");
  return {
    operation: operation.name,
    connections,
    product: summarize(product.rounds),
    reference: reference && bare ? { ...summarize(bare.rounds), name: reference.name } : null,
    ratio: bare ? pairedRatio(product.rounds, bare.rounds) : null,
    gate: operation.gate,
    statements,
  };
}

function progress(text: string) {
  console.error(`… ${text}`);
}
