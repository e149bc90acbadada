import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createUploads } from "@daymark/api/host/uploads";
import { insertUser } from "@daymark/auth/testing";
import { createDatabase } from "@daymark/db/connection/client";
import { createTestDatabase, type TestDatabase } from "@daymark/db/testing";
import { expect, inject } from "vitest";
import { writeBackup } from "./backup.ts";
import { CommandError } from "./error.ts";
import { restoreBackup } from "./restore.ts";

export const secretKey = "a secret key of this test";
export const picture = "0123456789abcdef0123456789abcdef";

export type BackupPlace = Awaited<ReturnType<typeof createBackupPlace>>;

/** Creates a database to back up, a folder for the archives, and databases to restore to. `drop` deletes all of it. */
export async function createBackupPlace() {
  const directory = mkdtempSync(join(tmpdir(), "daymark-backup-"));
  const source = await createTestDatabase({ max: 6 });
  const drops: (() => Promise<void>)[] = [source.drop];
  const at = (name: string) => join(directory, name);

  /** Creates a database without tables. */
  async function createEmptyDatabase() {
    const name = `restored_${Math.random().toString(36).slice(2)}`;
    const url = new URL(inject("databaseUrl"));
    const { sql: cluster } = createDatabase(url.href, { max: 1 });
    await cluster.unsafe(`create database ${name}`);
    url.pathname = `/${name}`;
    const { sql, db } = createDatabase(url.href, { max: 2 });
    drops.push(async () => {
      await sql.end();
      await cluster.unsafe(`drop database ${name} with (force)`);
      await cluster.end();
    });
    return { url: url.href, sql, db };
  }

  return {
    source,
    at,
    createEmptyDatabase,
    /** Creates a database with all tables and no rows. */
    async createMigratedDatabase(): Promise<TestDatabase> {
      const database = await createTestDatabase();
      drops.push(database.drop);
      return database;
    },
    fill: () => fill(source, at("uploads")),
    backUp: (options: Partial<Parameters<typeof writeBackup>[0]> = {}) =>
      writeBackup({
        databaseUrl: source.url,
        uploads: createUploads(at("uploads")),
        directory: at("backups"),
        secretKey,
        isSecretIncluded: false,
        keep: undefined,
        ...options,
      }),
    restore: (path: string, target: { url: string }, isForced = false) =>
      restoreBackup({ path, databaseUrl: target.url, uploads: createUploads(at("restored")), isForced }),
    async drop(): Promise<void> {
      for (const drop of drops.reverse()) await drop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Adds users with habits, a request with comments, a picture with its files, and a waiting job. */
async function fill({ sql, db }: TestDatabase, uploadsDirectory: string): Promise<{ userId: number }> {
  const users = [];
  for (let index = 0; index < 5; index++) users.push(await insertUser(db));
  const first = users[0] as { id: number };
  for (const { id } of users) {
    await sql`insert into notes (user_id, text) select ${id}, 'Їжак\tі \\ миша' || chr(10) || 'N' || n from generate_series(1, 300) as n`;
  }
  const [thread] = await sql`insert into threads (kind) values ('feature_request') returning id`;
  await sql`insert into reactions (thread_id, user_id, type) select ${thread?.id}, id, 'like' from users`;
  const [comment] =
    await sql`insert into comments (thread_id, author_id, text) values (${thread?.id}, ${first.id}, 'Yes') returning id`;
  await sql`insert into comments (thread_id, author_id, parent_id, text) values (${thread?.id}, ${first.id}, ${comment?.id}, 'No')`;
  await sql`insert into comment_reactions (comment_id, user_id, emoji) select ${comment?.id}, id, 'heart' from users`;
  await sql`insert into images (name, width, height, bytes, widths, alt) values (${picture}, 640, 480, 9, '{320,640}', 'A field')`;
  for (const width of [320, 640]) {
    await createUploads(uploadsDirectory).write(`${picture}-${width}.webp`, Buffer.from(`of ${width}`));
  }
  await sql`select graphile_worker.add_job('send_mail', '{"mail_id": 7}', run_at => now() + interval '1 day', job_key => 'seven')`;
  return { userId: first.id };
}

export async function refusal(promise: Promise<unknown>): Promise<CommandError> {
  const error = await promise.then(
    () => null,
    (error) => error,
  );
  expect(error).toBeInstanceOf(CommandError);
  return error;
}
