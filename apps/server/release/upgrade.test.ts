import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createPlace, type Place } from "../e2e/product.ts";
import { type Columns, listColumns, readFingerprints, recordMillionDays, withDatabase } from "./rows.ts";
import { asUnprivilegedUser, giveToUnprivilegedUser, packNext, unpack } from "./unpacked.ts";

const {
  RELEASE_ARCHIVE: archive = "",
  RELEASE_BEFORE: archiveBefore = "",
  RELEASE_VERSION: version = "",
} = process.env;
const nextVersion = "99.1.0";
const brokenVersion = "99.2.0";

/** Statements that change rows and remove a table that the server reads when it starts. */
const broken = `delete from progress where day < '2024-01-01';--> statement-breakpoint
alter table feature_switches rename to switches_of_features;`;

const secondsMax = 1_200;

const day = "/api/progress/?from=2026-03-01&to=2026-03-01";

let archives: string;
let next: string;
let home: string;
/** The data of the last release with a million days, and a few of this one. Tests work on copies. */
let before: Place;
let small: Place;
let columns: Columns;
let token: string;

beforeAll(async () => {
  archives = mkdtempSync(join(tmpdir(), "daymark-archives-"));
  chmodSync(archives, 0o755);
  [before, small] = [createPlace(), createPlace()];
  for (const { directory } of [before, small]) giveToUnprivilegedUser(directory);
  next = packNext(archive, archives, { version: nextVersion, migration: "create table later (id int primary key);" });

  const homeBefore = unpack(archiveBefore);
  const old = await before.start({}, asUnprivilegedUser(join(homeBefore, "daymark"), "start"));
  token = await recordDay(old);
  await old.stop();
  rmSync(homeBefore, { recursive: true });
  await withDatabase(before, async (sql) => {
    await recordMillionDays(sql);
    columns = await listColumns(sql);
  });
}, secondsMax * 1_000);
afterAll(async () => {
  for (const place of [before, small]) await place.remove();
  rmSync(archives, { recursive: true, force: true });
});

let place: Place;
beforeEach(() => {
  home = unpack(archive);
});
afterEach(async () => {
  await place?.remove();
  rmSync(home, { recursive: true, force: true });
});

const daymark = (...args: string[]) => asUnprivilegedUser(join(home, "daymark"), ...args);

async function recordDay({ createPerson, call }: Awaited<ReturnType<Place["start"]>>) {
  const { token, habitId } = await createPerson();
  const path = `/api/habits/${habitId}/progress/2026-03-01/`;
  expect((await call("PUT", path, { token, body: { value: 5, note: "Їжак" } })).status).toBe(200);
  return token;
}

const readAll = (from: Place, list = columns) => withDatabase(from, (sql) => readFingerprints(sql, list));

async function readVersion(): Promise<string> {
  return (await place.launch({}, daymark("--version")).ended).output.trim();
}

const listMade = () =>
  readdirSync(join(place.directory, "backups/before-upgrade")).filter((name) => name.endsWith(".tar.gz"));

test("starting this version keeps the last release's data with a million days equal row for row", {
  timeout: secondsMax * 1_000,
}, async () => {
  place = createPlace(before.directory);
  const rows = await readAll(before);
  expect((rows.progress as { rows: number }).rows).toBe(1_000_001);
  const started = performance.now();
  const product = await place.start({}, daymark("start"));
  console.log(`Ready after ${seconds(started)} s, with the backup and the migration of a million days.`);
  expect(listMade()).toHaveLength(1);
  expect((await product.call("GET", day, { token })).json.results).toMatchObject([{ value: 5, note: "Їжак" }]);
  await product.stop();
  expect(await readAll(place)).toEqual(rows);
});

test("a version that does not become ready is rolled back by itself, with a million days equal row for row", {
  timeout: secondsMax * 1_000,
}, async () => {
  const bad = packNext(archive, archives, { version: brokenVersion, migration: broken });
  place = createPlace(before.directory);
  const first = await place.start({}, daymark("start"));
  const list = await withRunning(first);
  const rows = await readAll(place, list);
  const second = await place.start({}, daymark("start"));
  const started = performance.now();
  const upgrading = await place.start({}, daymark("upgrade", bad));
  console.log(`Back after ${seconds(started)} s, with the backup and the restore of a million days.`);
  expect(await second.ended).toMatchObject({ code: 0, errors: "" });
  expect((await upgrading.call("GET", day, { token })).json.results).toMatchObject([{ value: 5, note: "Їжак" }]);
  const { code, output, errors } = await upgrading.stop();
  expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining(`${version} stays`) });
  expect(output).toMatch(/The data is as it was before the upgrade: \d+ rows/);
  expect(await readAll(place, list)).toEqual(rows);
  expect({ version: await readVersion(), left: readdirSync(join(home, "versions")) }).toEqual({ version, left: [] });
});

/** Stops a product. @returns the columns of its tables */
async function withRunning(product: Awaited<ReturnType<Place["start"]>>): Promise<Columns> {
  await product.stop();
  return withDatabase(place, listColumns);
}

test("an upgrade stops the running version and keeps every row, and the new version runs from then on", async () => {
  place = await createSmallPlace();
  const list = await withDatabase(place, listColumns);
  const rows = await readAll(place, list);
  const first = await place.start({}, daymark("start"));
  const second = await place.start({}, daymark("upgrade", next));
  expect(await first.ended).toMatchObject({ code: 0, errors: "" });
  expect((await second.call("GET", day, { token: smallToken })).json.results).toMatchObject([{ value: 5 }]);
  const { code, output } = await second.stop();
  expect(code).toBe(0);
  for (const step of ["has the right checksum", "Unpacked", "Stopped", "Trying", "wrote the backup", "was ready"]) {
    expect(output).toContain(step);
  }
  expect(await readAll(place, list)).toEqual(rows);
  expect({ version: await readVersion(), link: readlinkSync(join(home, "current")) }).toEqual({
    version: nextVersion,
    link: `versions/${nextVersion}`,
  });
  expect(existsSync(join(place.directory, "unfinished-upgrade.json"))).toBe(false);
  expect(await place.launch({}, daymark("upgrade", next)).ended).toMatchObject({ code: 2 });
  const again = await place.start({}, daymark("start"));
  await again.stop();
});

let smallToken = "";

/** Copies the data of this version after one recorded day. */
async function createSmallPlace(): Promise<Place> {
  if (smallToken === "") {
    const product = await small.start({}, daymark("start"));
    smallToken = await recordDay(product);
    await product.stop();
  }
  return createPlace(small.directory);
}

test.each([
  ["has the right checksum", version],
  ["Unpacked", version],
  ["Stopped", version],
  ["Trying", version],
  ["wrote the backup", version],
  ["was ready", nextVersion],
])("after a kill -9 at the step '%s' Daymark starts, with its data, as %s", async (step, expected) => {
  place = await createSmallPlace();
  const list = await withDatabase(place, listColumns);
  const rows = await readAll(place, list);
  const running = await place.start({}, daymark("start"));
  const upgrading = place.launch({}, daymark("upgrade", next));
  while (!upgrading.output().includes(step) && upgrading.child.exitCode === null) await sleep(5);
  upgrading.child.kill("SIGKILL");
  await upgrading.ended;
  if (running.child.exitCode === null) await running.stop();
  const product = await startWhenFree();
  expect((await product.call("GET", day, { token: smallToken })).json.results).toMatchObject([{ value: 5 }]);
  await product.stop();
  expect(await readAll(place, list)).toEqual(rows);
  expect(await readVersion()).toBe(expected);
  // The remains of the first upgrade do not disturb the second.
  const { code } = await place.launch({}, daymark("upgrade", next)).ended;
  expect(code).toBe(expected === nextVersion ? 2 : 0);
  expect(await readVersion()).toBe(nextVersion);
});

/** Starts as soon as the trial of the killed command has ended, which it does by itself. */
async function startWhenFree() {
  for (;;) {
    try {
      return await place.start({}, daymark("start"));
    } catch (error) {
      if (!String(error).includes("is in use by another running Daymark")) throw error;
    }
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
