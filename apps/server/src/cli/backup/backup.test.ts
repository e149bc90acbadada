import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataFiles } from "@daymark/api/host/data-files";
import { createUploads } from "@daymark/api/host/uploads";
import { deleteImage } from "@daymark/api/image/delete";
import { deleteFiles } from "@daymark/api/image/files";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprintOf, headerFile, manifestFile } from "./archive.ts";
import { checkArchive } from "./restore.ts";
import { type BackupPlace, createBackupPlace, picture, refusal, secretKey } from "./testing-backup.ts";

let place: BackupPlace;
beforeEach(async () => {
  place = await createBackupPlace();
});
afterEach(() => place.drop());

test("a backup under writes is a snapshot of one moment", async () => {
  await place.fill();
  const { sql } = place.source;
  let isOver = false;
  let written = 0;
  /** Writes two rows in two tables in one transaction. One table is the first of the archive, and one the last. */
  const write = async () => {
    while (!isOver) {
      await sql.begin(async (tx) => {
        const [user] =
          await tx`insert into users (username, email) values (${`w${written}${Math.random()}`}, ${`w${Math.random()}@example.com`}) returning id`;
        await tx`insert into bans (user_id, reason) values (${user?.id}, 'with its user')`;
        await tx`update notes set text = text || '.' where id in (select id from notes order by random() limit 3)`;
      });
      written += 1;
    }
  };
  const writers = [write(), write(), write()];
  while (written < 20) await new Promise(setImmediate);
  const before = written;
  const { path } = await place.backUp();
  const during = written - before;
  isOver = true;
  await Promise.all(writers);
  expect(during).toBeGreaterThan(0);
  const target = await place.createEmptyDatabase();
  await place.restore(path, target);
  const [row] = await target.sql`
    select count(*)::int as users, count(bans.user_id)::int as bans from users left join bans on user_id = users.id
    where username like 'w%'`;
  expect(row?.users).toBe(row?.bans);
  expect(row?.users).toBeGreaterThanOrEqual(before);
});

test("an image deleted during the backup is in it, with its files", async () => {
  await place.fill();
  const { sql, db } = place.source;
  const blocker = await sql.reserve();
  // This table is the last of the archive.
  await blocker`begin`;
  await blocker`lock table vacations in access exclusive mode`;
  const backup = place.backUp();
  const waiting = async () =>
    (
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'copy%'`
    ).length;
  while ((await waiting()) === 0) await new Promise(setImmediate);
  const [image] = await sql`select id from images`;
  await deleteImage({ db }, Number(image?.id));
  const deletion = { files: [320, 640].map((width) => `${picture}-${width}.webp`) };
  await deleteFiles(db, createUploads(place.at("uploads")), deletion);
  expect(await sql`select task_identifier from graphile_worker.jobs where run_at > now() and key is null`).toEqual([
    { task_identifier: "delete_files" },
  ]);
  await blocker`rollback`;
  blocker.release();
  const { path, uploads, missing } = await backup;
  expect({ uploads, missing }).toEqual({ uploads: 2, missing: [] });
  await place.restore(path, await place.createEmptyDatabase());
  expect(readFileSync(join(place.at("restored"), `${picture}-320.webp`), "utf8")).toBe("of 320");
  // After the backup nothing prevents the deletion.
  await deleteFiles(db, createUploads(place.at("uploads")), deletion);
  expect(readdirSync(place.at("uploads"))).toEqual([]);
});

test("an archive is readable only by its owner, appears when complete, and can be read by any tar", async () => {
  await place.fill();
  const { path, bytes } = await place.backUp();
  const name = path.split("/").at(-1) as string;
  expect(readdirSync(place.at("backups")).sort()).toEqual([name, `${name}.check.json`, "lock"]);
  expect(statSync(path)).toMatchObject({ size: bytes });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const list = execFileSync("tar", ["-tzf", path], { encoding: "utf8" }).trim().split("\n");
  expect(list).toEqual(
    expect.arrayContaining([headerFile, "tables/notes/000001", `uploads/${picture}-640.webp`, manifestFile]),
  );
  expect(execFileSync("tar", ["-xzOf", path, "tables/notes/000001"], { encoding: "utf8" }).split("\n").length).toBe(
    1501,
  );
  expect(list).not.toContain("secret-key");
  expect(readFileSync(path).includes(secretKey)).toBe(false);
});

test("the archive contains the secret key only on request, and its fingerprint always", async () => {
  await place.fill();
  const { header, secretKey: brought } = await checkArchive((await place.backUp({ isSecretIncluded: true })).path);
  expect(brought).toBe(secretKey);
  expect(header.secret_fingerprint).toBe(fingerprintOf(secretKey));
  expect(fingerprintOf("another key")).not.toBe(fingerprintOf(secretKey));
});

test("old archives are deleted, and other files stay", async () => {
  await place.fill();
  const names: string[] = [];
  const others = ["of-mine.tar.gz", "of-mine.tar.gz.check.json", "without-archive.check.json", "half.part"];
  for (let day = 1; day <= 4; day++) {
    const backup = await place.backUp({ keep: 2, now: () => Date.UTC(2026, 0, day) });
    names.push(backup.path.split("/").at(-1) as string);
    if (day === 1) for (const name of others) writeFileSync(join(place.at("backups"), name), "");
    if (day === 4) expect(backup.deleted).toEqual([names[1]]);
  }
  const kept = names.slice(2);
  expect(readdirSync(place.at("backups")).sort()).toEqual(
    ["lock", ...others, ...kept, ...kept.map((name) => `${name}.check.json`)].sort(),
  );
});

test("a failed backup leaves no partial archive, and a second one in parallel is refused", async () => {
  await place.fill();
  await expect(place.backUp({ directory: "/dev/null/backups" })).rejects.toThrow();
  const first = place.backUp({ now: () => Date.UTC(2026, 5, 1) });
  while (!existsSync(join(place.at("backups"), "lock"))) await new Promise(setImmediate);
  expect((await refusal(place.backUp())).message).toContain("Another backup");
  await first;
  await place.backUp();
  expect(readdirSync(place.at("backups")).some((name) => name.endsWith(".part"))).toBe(false);
});

test("the list of archives shows the last check of each, but not if the archive has changed since", async () => {
  await place.fill();
  const { path } = await place.backUp({ now: () => Date.UTC(2026, 0, 1) });
  const { listBackups } = createDataFiles(place.at("."));
  const whole = { is_whole: true, checked_at: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect(await listBackups()).toMatchObject([{ name: "daymark-20260101T000000Z.tar.gz", ...whole }]);
  const content = readFileSync(path);
  writeFileSync(path, content.subarray(0, content.length - 9));
  expect(await listBackups()).toMatchObject([{ is_whole: null, checked_at: null }]);
  await refusal(checkArchive(path));
  expect(await listBackups()).toMatchObject([{ is_whole: false, checked_at: whole.checked_at }]);
  writeFileSync(path, content);
  await checkArchive(path);
  expect(await listBackups()).toMatchObject([whole]);
  writeFileSync(`${path}.check.json`, "{");
  expect(await listBackups()).toMatchObject([{ is_whole: null }]);
  // No note is written about a file that admins do not see.
  writeFileSync(place.at("backups/notes.txt"), "no archive");
  await refusal(checkArchive(place.at("backups/notes.txt")));
  expect(existsSync(place.at("backups/notes.txt.check.json"))).toBe(false);
  // The backup also deletes the note of an archive that is gone.
  rmSync(path);
  await place.backUp({ now: () => Date.UTC(2026, 0, 2) });
  expect(await listBackups()).toMatchObject([{ name: "daymark-20260102T000000Z.tar.gz", ...whole }]);
  expect(existsSync(`${path}.check.json`)).toBe(false);
});
