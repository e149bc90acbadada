import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createDatabase } from "@daymark/db/connection/client";
import { listMigrations, migrateDatabase } from "@daymark/db/connection/migrate";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPlace, type Place } from "../e2e/product.ts";
import { enqueueMail, secretKey, startMailServer } from "../src/jobs/mail/testing.ts";
import { checkInvariants } from "./invariants.ts";
import { withDatabase } from "./load.ts";
import { report, times } from "./report.ts";
import { begin, expectOnlyUnavailable, settle } from "./settle.ts";
import { buildWorker, startDatabase } from "./worker-process.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const few = Math.min(times, 3);

const cleanups: (() => unknown)[] = [];
let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await place.remove();
});

test("five instances that start together on an empty database become ready, even if one is killed during the migrations", async () => {
  const database = await startDatabase(cleanups);
  const migrations = listMigrations();
  let [lost, doubled] = [0, 0];
  for (let round = 0; round < few; round++) {
    const url = await database.create(`round_${round}`);
    const variables = { DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString("hex") };
    const places = Array.from({ length: 5 }, () => createPlace());
    cleanups.push(...places.map((each) => () => each.remove()));
    const nodes = places.map((each) => each.launch(variables));
    await withDatabase(url, async (sql) => {
      const migrating = () => sql`
        select 1 from pg_stat_activity where datname = current_database() and application_name = 'daymark migrations'`;
      while ((await migrating()).length < 2) await sleep(2);
    });
    nodes[round % 5]?.child.kill("SIGKILL");
    const living = nodes.filter((_, index) => index !== round % 5);
    for (const node of living) {
      while (!/ready on/.test(node.output())) {
        expect(node.child.exitCode, node.errors()).toBeNull();
        await sleep(20);
      }
    }
    await withDatabase(url, async (sql) => {
      const rows = await sql`select created_at::float8 as at from drizzle.__drizzle_migrations`;
      const applied = new Set(rows.map(({ at }) => at));
      lost += migrations.filter((at) => !applied.has(at)).length;
      doubled += rows.length - applied.size;
      await checkInvariants(sql);
    });
    for (const node of living) node.child.kill("SIGTERM");
    for (const node of living) expect(await node.ended).toMatchObject({ code: 0 });
  }
  report({
    fault: "five nodes migrating, one killed",
    times: few,
    acknowledged: 0,
    lost,
    doubled,
    note: `Lost and doubled of ${migrations.length} migrations; the four others became ready.`,
  });
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
});

test("killing a worker with -9 loses no mail, and sends at most one twice for each kill", async () => {
  const database = await startDatabase(cleanups);
  const url = await database.create("mails");
  await migrateDatabase(url);
  const { db, sql } = createDatabase(url, { max: 2 });
  cleanups.push(() => sql.end());
  const server = await startMailServer();
  cleanups.push(server.stop);
  const startWorker = await buildWorker(cleanups, { url, smtpUrl: server.url, secretKey });
  const wanted: string[] = [];
  for (let kill = 0; kill < times; kill++) {
    const worker = await startWorker();
    const before = server.received.length;
    for (let index = 0; index < 8; index++) wanted.push((await enqueueMail(db)).email);
    // The kill comes in the middle of the work: some mails are sent, and some are being sent.
    while (server.received.length < before + 3) await sleep(1);
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
  const last = await startWorker();
  const waiting = async () => Number((await sql`select count(*) as count from mails where state = 'queued'`)[0]?.count);
  while ((await waiting()) > 0) await sleep(50);
  last.kill("SIGKILL");
  const got = Map.groupBy(server.received, ({ recipients }) => recipients[0] ?? "");
  const lost = wanted.filter((address) => !got.has(address)).length;
  const doubled = server.received.length - got.size;
  // A mail server can recognize a duplicate only by its Message-ID.
  for (const mails of got.values()) expect(new Set(mails.map(({ mail }) => mail.messageId)).size).toBe(1);
  await checkInvariants(sql);
  report({
    fault: "mail worker killed with -9",
    times,
    acknowledged: wanted.length,
    lost,
    doubled,
    note: `${wanted.length} mails; a mail that was under way comes a second time, with the same Message-ID.`,
  });
  expect(lost).toBe(0);
  expect(doubled).toBeLessThanOrEqual(times);
});

test("twenty parallel calls with one Idempotency-Key create one row", async () => {
  const { product, people, load } = await begin(place);
  await load.progress(20);
  let doubled = 0;
  for (let round = 0; round < times; round++) {
    const options = {
      token: people[0]?.token as string,
      body: { text: `once ${round}` },
      headers: { "idempotency-key": `once ${round}` },
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => product.call("POST", "/api/notes/", options)));
    expect(new Set(answers.map(({ status, json }) => `${status} ${JSON.stringify(json)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
  }
  await withDatabase(place, async (sql) => {
    const [row] = await sql`select count(*)::int as rows from notes where text like 'once %'`;
    doubled = Number(row?.rows) - times;
    await sql`delete from notes where text like 'once %'`;
  });
  const result = await settle(place, { load, product, people });
  expectOnlyUnavailable(load);
  report({
    fault: "20 parallel creates with one key",
    times,
    ...result,
    doubled: result.doubled + doubled,
    note: "One row and the same answer for all 20, every time.",
  });
  expect({ ...result, doubled: result.doubled + doubled }).toMatchObject({ lost: 0, doubled: 0 });
  await product.stop();
});

test("a backup under load restores on another machine without loss", async () => {
  const { product, people, load } = await begin(place);
  await load.progress(300);
  const env = { ...process.env, DATA_DIR: place.directory, DATABASE_URL: "", SECRET_KEY: "" };
  const command = (name: string, args: string[], variables = {}) =>
    run(process.execPath, [join(root, "scripts", `${name}.ts`), ...args], { env: { ...env, ...variables } });
  const before = await withDatabase(place, (sql) => sql`select count(*)::int as notes from notes`);
  const { stdout } = await command("backup", ["--with-secret-key", "--keep", "3"]);
  expect(stdout).toContain("read back and verified");
  const [archive] = globSync(join(place.directory, "backups/*.tar.gz")) as [string];
  const result = await settle(place, { load, product, people });
  expectOnlyUnavailable(load);

  // From the embedded database to another PostgreSQL, and from there to an embedded one on another machine.
  const secret = readFileSync(join(place.directory, "secret-key"), "utf8").trim();
  const database = await startDatabase(cleanups);
  const url = await database.create("restored");
  const between = createPlace();
  const other = createPlace();
  cleanups.push(
    () => between.remove(),
    () => other.remove(),
  );
  const there = { DATA_DIR: between.directory, DATABASE_URL: url, SECRET_KEY: secret };
  expect((await command("restore", [archive], there)).stdout).toContain("Every row was read back");
  await command("backup", ["--with-secret-key"], there);
  const [second] = globSync(join(between.directory, "backups/*.tar.gz")) as [string];
  await command("restore", [second], { DATA_DIR: other.directory });
  const again = await other.start();
  const [first] = people;
  const answer = await again.call("GET", "/api/notes/", { token: first?.token as string });
  expect(answer.status).toBe(200);
  const after = await withDatabase(other, async (sql) => {
    await checkInvariants(sql);
    return sql`select count(*)::int as notes from notes`;
  });
  expect(Number(after[0]?.notes)).toBeGreaterThanOrEqual(Number(before[0]?.notes));
  await again.stop();
  // The restore refuses a database that a server uses.
  const refused = await command("restore", [archive, "--force"]).catch((error) => error);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("in use by another running Daymark") });
  report({
    fault: "backup under load, restored twice",
    times: 1,
    ...result,
    note: "Embedded to DATABASE_URL to embedded; every row's hash equal, and the session of before still good.",
  });
  expect(result).toMatchObject({ lost: 0, doubled: 0 });
  await product.stop();
});
