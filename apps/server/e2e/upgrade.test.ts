import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@daymark/db/connection/client";
import { applyMigrations, listMigrations, newestMigration, readNewestMigration } from "@daymark/db/connection/migrate";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { startEmbedded } from "@daymark/db/embedded/embedded";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearDatabase } from "../src/cli/backup/target.ts";
import { readRows } from "../src/cli/backup/testing-rows.ts";
import { type Place, preparePlaces, runCommand, supervised } from "./product.ts";

const older = listMigrations().at(-2) as number;

const createPreparedPlace = preparePlaces();
let place: Place;
beforeEach(async () => {
  place = createPreparedPlace();
  await withDatabase(async ({ sql, db }) => {
    await withinTransaction(db, async (tx) => {
      await clearDatabase(tx.$client);
      await applyMigrations(tx, { until: older });
    });
    await sql`insert into users (username, email) values ('Їжак', 'hedgehog@example.com')`;
    await sql`insert into nodes (name, version, started_at) values ('web', '0.0.9', now())`;
  });
});
afterEach(() => place.remove());

/** Opens the database of the place while no product runs. */
async function withDatabase<T>(work: (database: ReturnType<typeof createDatabase>) => Promise<T>): Promise<T> {
  const { ownerUrl, stop } = await startEmbedded({ dataDirectory: place.directory });
  const database = createDatabase(ownerUrl, { max: 2 });
  try {
    return await work(database);
  } finally {
    await database.sql.end();
    await stop();
  }
}

const read = () =>
  withDatabase(async ({ sql }) => ({ newest: await readNewestMigration(sql), rows: await readRows(sql) }));

const listMade = () =>
  readdirSync(join(place.directory, "backups/before-upgrade")).filter((name) => name.endsWith(".tar.gz"));

/** A start with these variables fails after its migration. */
const refused = { ADMIN_USERNAME: "boss", ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "Boss-Horse-77" };

test("a start that fails after its migration restores the data and names the previous version", async () => {
  const before = await read();
  const { code, output, errors } = await place.launch(refused, supervised).ended;
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining("First it wrote the backup"),
  });
  expect(output).toMatch(/The data is as it was before the upgrade: \d+ rows, each read back and equal\./);
  expect(errors).toMatch(/ADMIN_PASSWORD is refused[\s\S]*Start Daymark 0\.0\.9 again/);
  expect(await read()).toEqual(before);
  expect(before.newest).toBe(older);

  const product = await place.start({}, supervised);
  await product.createPerson();
  await product.stop();
  expect((await read()).newest).toBe(newestMigration());
  const made = listMade();
  // Now the upgrade is complete, so a failing start restores nothing.
  expect(await place.launch(refused, supervised).ended).toMatchObject({ code: 1, output: "" });
  expect((await read()).newest).toBe(newestMigration());
  expect(listMade()).toEqual(made);
});

test("if a start is killed between its backup and its first request, the next start continues the upgrade", async () => {
  const { child, ended } = place.launch({}, supervised);
  while (!existsSync(join(place.directory, "unfinished-upgrade.json"))) await sleep(5);
  child.kill("SIGKILL");
  await ended;
  const product = await place.start({}, supervised);
  expect((await product.call("GET", "/readyz")).status).toBe(200);
  await product.stop();
  expect(existsSync(join(place.directory, "unfinished-upgrade.json"))).toBe(false);
  await withDatabase(async ({ sql }) => {
    expect(await readNewestMigration(sql)).toBe(newestMigration());
    expect(await sql`select username from users`).toEqual([{ username: "Їжак" }]);
  });
});

test("a trial leaves the upgrade unfinished, so that the previous version can undo it", async () => {
  const before = await read();
  const [node = "", main = ""] = supervised;
  const trial = [node, main.replace("main.js", "daymark.js"), "try"];
  // The trial runs from the repository, which must not contain the code that it compiles.
  expect(await place.launch({ NODE_DISABLE_COMPILE_CACHE: "1" }, trial).ended).toMatchObject({ code: 0, errors: "" });
  expect((await read()).newest).toBe(newestMigration());
  expect(place.read("unfinished-upgrade.json")).toContain('"from_version":"0.0.9"');
  expect(before.newest).toBe(older);
});

test("a command for accounts also makes the backup, and reports it beside its output", async () => {
  const { code, output, errors } = await runCommand(place.directory, "admin", ["list"]);
  expect({ code, output }).toEqual({ code: 0, output: "" });
  expect(errors).toContain("First it wrote the backup");
  expect(listMade()).toHaveLength(1);
});
