import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { insertUser } from "@daymark/auth/testing";
import type { Sql } from "@daymark/db/connection/client";
import { migrateQueue } from "@daymark/db/connection/job-queue";
import { applyMigrations, listMigrations } from "@daymark/db/connection/migrate";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { headerFile, manifestFile, readArchive, secretFile } from "./archive.ts";
import { checkArchive } from "./restore.ts";
import { type BackupPlace, createBackupPlace, picture, refusal, secretKey } from "./testing-backup.ts";
import { readRows } from "./testing-rows.ts";
import { createArchive } from "./write-archive.ts";

let place: BackupPlace;
beforeEach(async () => {
  place = await createBackupPlace();
});
afterEach(() => place.drop());

test("a restore brings back every row with its sums, keys, jobs, sequences and images", async () => {
  const { userId } = await place.fill();
  const { path, rows, tables, uploads, missing } = await place.backUp();
  expect({ uploads, missing }).toEqual({ uploads: 2, missing: [] });
  expect(tables).toBeGreaterThan(30);
  const target = await place.createEmptyDatabase();
  expect(await place.restore(path, target)).toMatchObject({ rows, uploads: 2 });
  expect(await readRows(target.sql)).toEqual(await readRows(place.source.sql));
  // The triggers did not count a second time, and they count from now on.
  expect(await target.sql`select likes, comment_count from threads`).toEqual([{ likes: 5, comment_count: 2 }]);
  await target.sql`delete from users where id = ${userId}`;
  expect(await target.sql`select likes, comment_count from threads`).toEqual([{ likes: 4, comment_count: 2 }]);
  await expect(target.sql`insert into security_events (user_id, kind) values (${userId}, 'log_in')`).rejects.toThrow(
    "foreign key",
  );
  const [next] = await target.sql`insert into users (username, email) values ('next', 'next@example.com') returning id`;
  const [last] = await place.source.sql`select max(id) as id from users`;
  expect(Number(next?.id)).toBe(Number(last?.id) + 1);
  expect(
    await target.sql`select job.task_identifier, job.key, payload, job.run_at > now() as waits from graphile_worker.jobs as job join graphile_worker._private_jobs using (id)`,
  ).toEqual([{ task_identifier: "send_mail", key: "seven", payload: { mail_id: 7 }, waits: true }]);
  expect(readFileSync(join(place.at("restored"), `${picture}-640.webp`), "utf8")).toBe("of 640");
});

test("a truncated, changed or invalid archive is refused, and the database does not change", async () => {
  await place.fill();
  const { path } = await place.backUp();
  const whole = readFileSync(path);
  const target = await place.createMigratedDatabase();
  await insertUser(target.db);
  const before = await readRows(target.sql);
  const flipped = Buffer.from(whole);
  flipped[Math.floor(whole.length / 2)] = (flipped[Math.floor(whole.length / 2)] as number) ^ 1;
  const parts = [0, 1, 100, whole.length >> 1, whole.length - 9, whole.length - 1].map((end) => whole.subarray(0, end));
  for (const damaged of [...parts, flipped, Buffer.from("no archive"), Buffer.concat([whole, whole])]) {
    const torn = place.at("torn.tar.gz");
    writeFileSync(torn, damaged);
    expect((await refusal(checkArchive(torn))).exitCode).toBe(3);
  }
  // Even if the operator did not check the archive before.
  for (const damaged of [whole.subarray(0, whole.length >> 1), flipped]) {
    writeFileSync(place.at("torn.tar.gz"), damaged);
    await expect(place.restore(place.at("torn.tar.gz"), target, true)).rejects.toThrow();
    expect(await readRows(target.sql)).toEqual(before);
  }
  expect((await refusal(checkArchive(place.at("none")))).exitCode).toBe(2);
});

test("an archive whose manifest does not match its rows is refused", async () => {
  const { path } = await place.backUp();
  const { header, manifest } = await readArchive(path);
  const forge = async (name: string, changes: { header?: object; manifest?: object; rows?: string }) => {
    const archive = createArchive(place.at(name), 0);
    await archive.addText(headerFile, JSON.stringify({ ...header, ...changes.header }));
    if (changes.rows) await archive.addText("tables/bans/000001", changes.rows);
    await archive.addText(manifestFile, JSON.stringify({ ...manifest, ...changes.manifest }));
    await archive.finish();
    return place.at(name);
  };
  expect((await checkArchive(await forge("same", {}))).header).toEqual(header);
  expect((await refusal(checkArchive(await forge("more", { rows: "1\t\\N\n" })))).message).toContain("bans");
  expect(
    (await refusal(checkArchive(await forge("newer", { header: { migration: 9_999_999_999_999 } })))).message,
  ).toContain("newer");
  expect((await refusal(checkArchive(await forge("format", { header: { format: 2 } })))).message).toContain("format 2");
});

describe("an attacker's archive", () => {
  const escapes = "\u001b]0;owned\u0007\u009b2J\u007f";
  const isPrintable = (text: string) => !/[\p{Cc}]/u.test(text);

  const header = {
    ...{ format: 1, version: "0.1.0", created_at: "2026-11-24T00:00:00.000Z", migration: 0, postgres: 180_000 },
    ...{ secret_fingerprint: "", tables: [] },
  };
  async function forge(changes: object, entry?: { name: string; size: number }): Promise<string> {
    const path = place.at(`forged-${entry?.size ?? "empty"}`);
    const archive = createArchive(path, 0);
    await archive.addText(headerFile, JSON.stringify({ ...header, ...changes }));
    if (entry) await archive.add(entry.name, entry.size, [Buffer.alloc(entry.size)]);
    await archive.addText(manifestFile, JSON.stringify({ tables: {}, sequences: {}, uploads: {} }));
    await archive.finish();
    return path;
  }

  test("is refused for a secret key that is too long, before the key is read", async () => {
    const read: string[] = [];
    const readSecret = async (size: number) =>
      readArchive(await forge({}, { name: secretFile, size }), { secret: (key) => read.push(key) });
    await readSecret(1024);
    expect((await refusal(readSecret(1025))).message).toContain("its secret key is too long");
    expect(read.map((key) => key.length)).toEqual([1024]);
  });

  const blockBytes = 512;

  /** Changes a field of the first header, and updates its checksum. */
  function withField(tar: Buffer, at: number, value: string): Buffer {
    tar.write(value, at, "latin1");
    tar.write(" ".repeat(8), 148, "latin1");
    const sum = tar.subarray(0, blockBytes).reduce((total, byte) => total + byte, 0);
    tar.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    return tar;
  }

  test.each<[string, (tar: Buffer) => Buffer, string]>([
    ["ends within a header", (tar) => tar.subarray(0, 100), "cut off or wrong"],
    ["ends within a file's content", (tar) => tar.subarray(0, blockBytes + 100), "cut off or wrong"],
    ["ends between two entries", (tar) => tar.subarray(0, 2 * blockBytes), "ends too soon"],
    ["is empty", () => Buffer.alloc(0), "ends too soon"],
    ["is not a tar", () => Buffer.alloc(2 * blockBytes, "x"), "cut off or wrong"],
    ["has a damaged header", (tar) => Buffer.concat([Buffer.from("x"), tar.subarray(1)]), "cut off or wrong"],
    ["has a block after its end", (tar) => Buffer.concat([tar, Buffer.alloc(blockBytes, "x")]), "cut off or wrong"],
    ["has a second tar after its end", (tar) => Buffer.concat([tar, tar]), "wrong order"],
    ["has a folder with content", (tar) => withField(tar, 156, "5"), "is no file"],
    ["has a link", (tar) => withField(tar, 156, "2"), "is no file"],
    ["has a size that is not a number", (tar) => withField(tar, 124, "\u00a0"), "is no file"],
    ["has a header larger than allowed", (tar) => withField(tar, 124, "77777777777 "), "too long"],
    ["has a name too long for the memory", (tar) => withField(withField(tar, 156, "L"), 124, "77777777777 "), "wrong"],
  ])("is refused if it is correctly compressed, but its tar %s", async (_, change, words) => {
    const path = await forge({});
    await readArchive(path);
    writeFileSync(path, gzipSync(change(gunzipSync(readFileSync(path)))));
    const { message, exitCode } = await refusal(readArchive(path));
    expect(message).toContain(words);
    expect(exitCode).toBe(3);
  });

  test.each([
    ["an entry's name", {}, { name: `uploads/${escapes}`, size: 0 }],
    ["the version of another format", { format: 2, version: escapes }, undefined],
    ["a version that is not a text", { format: 2, version: { toString: 1 } }, undefined],
    ["a version", { version: escapes }, undefined],
    ["a version that is a sentence", { version: "0.1.0. Send us your key" }, undefined],
  ])("sends no control character to the terminal through %s", async (_, changes, entry) => {
    const { message, exitCode } = await refusal(checkArchive(await forge(changes, entry)));
    expect(message).toSatisfy(isPrintable);
    expect(message).not.toContain("Send us");
    expect(exitCode).toBe(3);
  });
});

test("a secret key that is too long to restore is refused by the backup", async () => {
  const longKey = "x".repeat(1025);
  expect((await refusal(place.backUp({ secretKey: longKey, isSecretIncluded: true }))).exitCode).toBe(2);
});

test("a database with rows, foreign tables or a running server is refused, and --force replaces its rows", async () => {
  await place.fill();
  const { path } = await place.backUp();
  const target = await place.createMigratedDatabase();
  const gone = await insertUser(target.db);
  expect((await refusal(place.restore(path, target))).message).toContain("not empty (users has rows)");
  expect((await target.sql`select id from users`).length).toBe(1);
  await place.restore(path, target, true);
  expect(await target.sql`select 1 from users where username = ${gone.username}`).toEqual([]);
  expect(await readRows(target.sql)).toEqual(await readRows(place.source.sql));

  const others = await place.createEmptyDatabase();
  await others.sql`create table invoices as select 1 as id`;
  for (const isForced of [false, true]) {
    expect((await refusal(place.restore(path, others, isForced))).message).toContain("not Daymark's");
  }
  expect(await others.sql`select id from invoices`).toEqual([{ id: 1 }]);

  const used = await place.createEmptyDatabase();
  await used.sql`set application_name = 'daymark worker'`;
  expect((await refusal(place.restore(path, used))).message).toContain("running");
});

test("a restore that fails in the middle is rolled back", async () => {
  await place.fill();
  const { path } = await place.backUp();
  const { header, manifest } = await readArchive(path);
  const archive = createArchive(place.at("orphans"), 0);
  await archive.addText(headerFile, JSON.stringify(header));
  await archive.addText("tables/bans/000001", "77\t\\N\tnobody\t\\N\t2026-01-01 00:00:00+00\n");
  await archive.addText(manifestFile, JSON.stringify(manifest));
  await archive.finish();
  const target = await place.createMigratedDatabase();
  await insertUser(target.db);
  const before = await readRows(target.sql);
  await expect(place.restore(place.at("orphans"), target, true)).rejects.toThrow();
  expect(await readRows(target.sql)).toEqual(before);
});

test("an archive of an older version is restored into the current tables", async () => {
  const old = await place.createEmptyDatabase();
  const migrations = listMigrations();
  await migrateQueue(old.url);
  await withinTransaction(old.db, (tx) => applyMigrations(tx, { until: migrations[3] as number }));
  const user = await insertUserOf(old.sql);
  const { path } = await place.backUp({ databaseUrl: old.url });
  expect((await checkArchive(path)).header.migration).toBe(migrations[3]);
  const target = await place.createEmptyDatabase();
  await place.restore(path, target);
  expect(await target.sql`select username, day_start_hour from users`).toEqual([{ username: user, day_start_hour: 0 }]);
  expect(await target.sql`select count(*)::int as count from admin_actions`).toEqual([{ count: 0 }]);
});

test("an archive written before tar-stream is restored with its rows, key and images", async () => {
  const path = place.at("before.tar.gz");
  copyFileSync(new URL("written-before-tar-stream.tar.gz", import.meta.url), path);
  expect((await checkArchive(path)).secretKey).toBe(secretKey);
  const target = await place.createEmptyDatabase();
  expect(await place.restore(path, target)).toMatchObject({ rows: 3, uploads: 1 });
  expect(await target.sql`select username, text from notes join users on users.id = user_id`).toEqual([
    { username: "of_before", text: "Їжак\tі \\ миша" },
  ]);
  expect(readFileSync(join(place.at("restored"), `${picture}-320.webp`), "utf8")).toBe("of 320");
});

/** Inserts a user of an early version, whose table has fewer columns than the current one. */
async function insertUserOf(sql: Sql): Promise<string> {
  await sql`insert into users (username, email) values ('of_old', 'of.old@example.com')`;
  return "of_old";
}
