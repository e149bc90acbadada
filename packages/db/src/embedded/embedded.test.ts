import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterEach, expect, test } from "vitest";
import { StartError } from "../start-error.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "daymark-embedded-"));
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function start(dataDirectory: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDirectory });
  cleanups.push(database.stop);
  return database;
}

function connect(url: string) {
  const sql = postgres(url, { max: 4, connect_timeout: 5, onnotice: () => {} });
  cleanups.push(() => sql.end({ timeout: 1 }));
  return sql;
}

/**
 * Starts another process with an empty environment that owns the database until it is killed. The second word of its
 * answer is the URL.
 */
async function startInChild(dataDirectory: string): Promise<{ child: ChildProcess; answer: string }> {
  const module = fileURLToPath(import.meta.resolve("./embedded.ts"));
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(module)});
    try { console.log((await startEmbedded({ dataDirectory: ${JSON.stringify(dataDirectory)} })).ownerUrl); }
    catch (error) { console.log(error.name + ": " + error.message); }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: {},
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanups.push(() => child.kill("SIGKILL"));
  for await (const answer of createInterface({ input: child.stdout })) return { child, answer };
  throw new Error("The owner said nothing");
}

/** NaN if there is none. */
function readPostmasterPid(dataDirectory: string): number {
  const file = join(dataDirectory, "postgres/postmaster.pid");
  return Number.parseInt(existsSync(file) ? readFileSync(file, "utf8") : "", 10);
}

function kill(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGKILL");
  });
}

test("an empty environment still gives UTF-8, with case folding and trigrams for Ukrainian letters", async () => {
  const { answer } = await startInChild(makeDirectory());
  const sql = connect(answer);
  const [row] = await sql`
    select current_setting('server_encoding') as encoding, lower('ЇЖАК Ґ') as lowered, current_setting('fsync') as fsync`;
  expect(row).toEqual({ encoding: "UTF8", lowered: "їжак ґ", fsync: "on" });
  await sql`create extension pg_trgm`;
  expect((await sql`select show_trgm('їжак') as trigrams`)[0]?.trigrams.length).toBeGreaterThan(3);
});

test("a second start on the same directory fails with a clear error, and the first keeps running", async () => {
  const directory = makeDirectory();
  const { ownerUrl: url } = await start(directory);
  const refusal = await startEmbedded({ dataDirectory: directory }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  const { answer } = await startInChild(directory);
  expect(answer).toBe(
    `StartError: The data directory ${directory} is in use by another running Daymark: stop that one, or set DATA_DIR to another folder.`,
  );
  expect(refusal.message).toBe(answer.replace("StartError: ", ""));
  expect(await connect(url)`select 1 as alive`).toEqual([{ alive: 1 }]);
});

test("a clean stop releases the directory, and the next start finds the rows", async () => {
  const directory = makeDirectory();
  const first = await startEmbedded({ dataDirectory: directory });
  const sql = postgres(first.ownerUrl);
  await sql`create table kept as select 42 as answer`;
  await sql.end();
  await first.stop();
  const second = await start(directory);
  expect(await connect(second.ownerUrl)`select answer from kept`).toEqual([{ answer: 42 }]);
});

test("after kill -9 of the owner, the next start takes over the database with every acknowledged row", async () => {
  const directory = makeDirectory();
  const { child, answer } = await startInChild(directory);
  const sql = connect(answer);
  await sql`create table written (id int primary key)`;
  const orphan = readPostmasterPid(directory);
  let acknowledged = 0;
  const writes = (async () => {
    for (let id = 1; ; id++) {
      await sql`insert into written values (${id})`;
      acknowledged = id;
    }
  })().catch(() => {});
  while (acknowledged < 50) await new Promise(setImmediate);
  await kill(child);

  const next = await start(directory);
  await writes;
  expect(readPostmasterPid(directory)).not.toBe(orphan);
  const [row] = await connect(next.ownerUrl)`select count(*)::int as count from written`;
  expect(row?.count).toBeGreaterThanOrEqual(acknowledged);
});

test("after the owner and the database are killed together, no acknowledged row is lost", async () => {
  const directory = makeDirectory();
  const { child, answer } = await startInChild(directory);
  const sql = connect(answer);
  await sql`create table written (id int primary key)`;
  for (let id = 1; id <= 50; id++) await sql`insert into written values (${id})`;
  const dead = kill(child);
  process.kill(readPostmasterPid(directory), "SIGKILL");
  await dead;

  const next = await start(directory);
  expect(await connect(next.ownerUrl)`select count(*)::int as count from written`).toEqual([{ count: 50 }]);
});

test("a killed database restarts on the same address", async () => {
  const directory = makeDirectory();
  const { ownerUrl: url } = await start(directory);
  const sql = connect(url);
  await sql`create table kept as select 42 as answer`;
  const killed = readPostmasterPid(directory);
  process.kill(killed, "SIGKILL");
  // The killed database's child processes may still answer for a moment.
  while (readPostmasterPid(directory) === killed) await sleep(10);
  let rows: unknown;
  while (rows === undefined) rows = await sql`select answer from kept`.catch(() => undefined);
  expect(rows).toEqual([{ answer: 42 }]);
});

test("an interrupted first start is repeated from the beginning", async () => {
  const directory = makeDirectory();
  mkdirSync(join(directory, "postgres.new/base"), { recursive: true });
  writeFileSync(join(directory, "postgres.new.password"), "of the interrupted start");
  const { ownerUrl: url } = await start(directory);
  expect(await connect(url)`select 1 as alive`).toEqual([{ alive: 1 }]);
  expect(readdirSync(directory).sort()).toEqual(["lock", "postgres"]);
});

test.each([
  ["of another version", ["daymark.password"], "was created by PostgreSQL 15, but Daymark runs PostgreSQL 18"],
  ["made by another program", [], "is not a database that Daymark created"],
])("a database %s gives an error that says what to do", async (_, files, wrong) => {
  const directory = makeDirectory();
  mkdirSync(join(directory, "postgres"));
  for (const file of ["PG_VERSION", ...files]) writeFileSync(join(directory, "postgres", file), "15\n");
  const refusal = await startEmbedded({ dataDirectory: directory }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toBe(
    `${directory}/postgres ${wrong}: move that folder away, or set DATA_DIR to another one.`,
  );
});
