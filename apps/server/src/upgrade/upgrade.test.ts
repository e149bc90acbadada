import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateQueue } from "@daymark/db/connection/job-queue";
import { applyMigrations, listMigrations, newestMigration, readNewestMigration } from "@daymark/db/connection/migrate";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { StartError } from "@daymark/db/start-error";
import { version } from "@daymark/domain/base/brand";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listBackups } from "../cli/backup/backup.ts";
import { checkArchive } from "../cli/backup/restore.ts";
import { type BackupPlace, createBackupPlace, secretKey } from "../cli/backup/testing-backup.ts";
import { readRows } from "../cli/backup/testing-rows.ts";
import { leaveOtherUpgrade, leaveUpgrade } from "./go-back.ts";
import { migrateWithBackup, type SafeMigration } from "./migrate-with-backup.ts";
import { readUnfinishedUpgrade, upgradeBackups, writeUnfinishedUpgrade } from "./unfinished-upgrade.ts";

const older = listMigrations().at(-2) as number;

let place: BackupPlace;
beforeAll(async () => {
  place = await createBackupPlace();
});
afterAll(() => place.drop());

let dataDirectory: string;
let told: string[];
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), "daymark-upgrade-"));
  told = [];
});
afterEach(() => rmSync(dataDirectory, { recursive: true }));

const tell = (sentence: string) => void told.push(sentence);
const listMade = () => listBackups(upgradeBackups(dataDirectory));

function migrate({ url }: { url: string }, options: Partial<SafeMigration> = {}): Promise<void> {
  const common = { servingRole: undefined, dataDirectory, secretKey, isBackupOn: true, isUndoable: true, tell };
  return migrateWithBackup({ url, ...common, ...options });
}

/** A database as an older version left it, with a user. */
async function createOlderDatabase() {
  const database = await place.createEmptyDatabase();
  await migrateQueue(database.url);
  await withinTransaction(database.db, (tx) => applyMigrations(tx, { until: older }));
  await database.sql`insert into users (username, email) values ('Їжак', 'hedgehog@example.com')`;
  await database.sql`insert into nodes (name, version, started_at) values ('web', '0.0.9', now())`;
  return database;
}

test("a backup is written when tables lack migrations, and neither for new nor for current tables", async () => {
  const fresh = await place.createEmptyDatabase();
  await migrate(fresh);
  await migrate(fresh);
  expect({ made: await listMade(), told }).toEqual({ made: [], told: [] });

  const database = await createOlderDatabase();
  const rows = await readRows(database.sql);
  await migrate(database);
  const made = await listMade();
  expect(made).toHaveLength(1);
  const path = join(upgradeBackups(dataDirectory), made[0] as string);
  const { header, manifest } = await checkArchive(path);
  expect(header.migration).toBe(older);
  expect(Object.keys(manifest.tables).toSorted()).toEqual([...Object.keys(rows), "jobs"].toSorted());
  expect(manifest.tables.users?.rows).toBe(1);
  expect(told).toEqual([expect.stringContaining(`wrote the backup ${path} (2 rows`)]);
  expect(await readNewestMigration(database.sql)).toBe(newestMigration());
  await migrate(database);
  expect(await listMade()).toEqual(made);
});

test("nodes that start together on older tables write one backup", async () => {
  const database = await createOlderDatabase();
  await Promise.all([1, 2, 3].map(() => migrate(database, { isUndoable: false })));
  expect(await listMade()).toHaveLength(1);
  expect(told).toHaveLength(1);
  expect(readUnfinishedUpgrade(dataDirectory)).toBeUndefined();
});

test("the three newest of these backups stay, and the operator's own all do", async () => {
  const directory = upgradeBackups(dataDirectory);
  mkdirSync(directory, { recursive: true });
  const old = [1, 2, 3, 4].map((day) => `daymark-2020010${day}T000000Z.tar.gz`);
  for (const name of old) {
    writeFileSync(join(directory, name), "");
    writeFileSync(join(directory, "..", name), "");
  }
  await migrate(await createOlderDatabase());
  const left = await listMade();
  expect(left).toHaveLength(3);
  expect(left.slice(0, 2)).toEqual(old.slice(2));
  expect(await listBackups(join(directory, ".."))).toEqual(old);
});

test("without a backup nothing is migrated, unless MIGRATION_BACKUP is off", async () => {
  const database = await createOlderDatabase();
  // A folder cannot be made there.
  writeFileSync(join(dataDirectory, "backups"), "");
  const error = await migrate(database).catch((error) => error);
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toMatch(/the backup before that failed \(.+\)\. Nothing was changed\. .*MIGRATION_BACKUP=off/);
  expect(await readNewestMigration(database.sql)).toBe(older);
  await migrate(database, { isBackupOn: false });
  expect(await readNewestMigration(database.sql)).toBe(newestMigration());
});

test("a version takes the unfinished upgrade of another version back: every row is as before it", async () => {
  const database = await createOlderDatabase();
  const rows = await readRows(database.sql);
  await migrate(database);
  const target = { dataDirectory, ownerUrl: database.url, tell };
  const upgrade = readUnfinishedUpgrade(dataDirectory);
  expect(upgrade).toMatchObject({ from: older, to: newestMigration(), from_version: "0.0.9", to_version: version });

  await database.sql`delete from users`;
  // Its own upgrade it goes on with.
  await leaveOtherUpgrade(target);
  expect(readUnfinishedUpgrade(dataDirectory)).toEqual(upgrade);

  writeUnfinishedUpgrade(dataDirectory, { ...(upgrade as NonNullable<typeof upgrade>), to: newestMigration() + 1 });
  await leaveOtherUpgrade(target);
  expect(await readRows(database.sql)).toEqual(rows);
  expect(await readNewestMigration(database.sql)).toBe(older);
  expect(readUnfinishedUpgrade(dataDirectory)).toBeUndefined();
  expect(told.at(-1)).toMatch(/^The data is as it was before the upgrade: 2 rows/);
  expect(await leaveUpgrade(target)).toBeUndefined();
});

test("an upgrade that has not changed the tables yet is taken back without a restore", async () => {
  const database = await createOlderDatabase();
  const none = { archive: "none.tar.gz", from: older, to: newestMigration(), from_version: null, to_version: "9.9.9" };
  writeUnfinishedUpgrade(dataDirectory, none);
  expect(await leaveUpgrade({ dataDirectory, ownerUrl: database.url, tell })).toEqual(none);
  expect(told).toEqual([expect.stringContaining("It had not changed the tables.")]);
  expect(readUnfinishedUpgrade(dataDirectory)).toBeUndefined();
});

test("if the backup cannot be restored, the upgrade stays unfinished and the data stay as they are", async () => {
  const database = await createOlderDatabase();
  await migrate(database);
  const [archive] = readdirSync(upgradeBackups(dataDirectory)).filter((name) => name.endsWith(".tar.gz"));
  const path = join(upgradeBackups(dataDirectory), archive as string);
  writeFileSync(path, "torn");
  await expect(leaveUpgrade({ dataDirectory, ownerUrl: database.url, tell })).rejects.toBeInstanceOf(StartError);
  expect(readUnfinishedUpgrade(dataDirectory)).toBeDefined();
  expect(await database.sql`select username from users`).toEqual([{ username: "Їжак" }]);
});

test("a damaged note of an upgrade stops the start with one sentence", () => {
  const file = join(dataDirectory, "unfinished-upgrade.json");
  writeFileSync(file, "{");
  expect(() => readUnfinishedUpgrade(dataDirectory)).toThrow(`${file} is damaged`);
  expect(existsSync(file)).toBe(true);
});
