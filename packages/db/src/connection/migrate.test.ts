import { readdirSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { expect, inject, test } from "vitest";
import { packageDirectory } from "../embedded/location.ts";
import { createDatabase } from "./client.ts";
import { applyMigrations, listMigrations, migrateDatabase } from "./migrate.ts";
import { withinTransaction } from "./within-transaction.ts";

async function createEmptyDatabase(name: string): Promise<string> {
  const sql = postgres(inject("databaseUrl"), { max: 1 });
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  const url = new URL(inject("databaseUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

/** Index of `0015_audited_actors` in the list of migrations. */
const auditedActors = 15;

const migrations = readdirSync(join(packageDirectory(), "migrations")).filter((name) => name.endsWith(".sql"));

test("five instances that start together on an empty database apply each migration once", async () => {
  const url = await createEmptyDatabase("migrate_together");
  await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(url)));
  const sql = postgres(url, { max: 1 });
  expect((await sql`select * from drizzle.__drizzle_migrations`).length).toBe(migrations.length);
  // Other files of this run migrate databases of the same server.
  const locks = await sql`
    select from pg_locks join pg_database as d on d.oid = database
    where locktype = 'advisory' and datname = current_database()`;
  expect(locks.length).toBe(0);
  await sql.end();
});

test("after an instance dies during a migration, another instance completes it", async () => {
  const url = await createEmptyDatabase("migrate_killed");
  const watcher = postgres(url, { max: 1 });
  // Locks a row that the migration needs, so that the migration is certainly unfinished when its session ends.
  const blocker = postgres(url, { max: 1 });
  await blocker`create schema drizzle`;
  const blocking = await blocker.reserve();
  await blocking`begin`;
  await blocking`create table public.users (id int)`;
  const nodes = [1, 2].map(() => migrateDatabase(url).catch((error: Error) => error));
  let ended = 0;
  while (ended === 0) {
    const rows = await watcher`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'daymark migrations' and wait_event_type = 'Lock' and wait_event <> 'advisory'
        and datname = current_database()`;
    ended = rows.length;
  }
  await blocking`rollback`;
  blocking.release();
  expect((await Promise.all(nodes)).filter((result) => result instanceof Error).length).toBe(1);
  expect((await watcher`select * from drizzle.__drizzle_migrations`).length).toBe(migrations.length);
  expect(await watcher`select count(*)::int as count from users`).toEqual([{ count: 0 }]);
  await Promise.all([watcher.end(), blocker.end()]);
});

test("audit rows that name a user by name hold the id afterwards, or null if the account is gone", async () => {
  const url = await createEmptyDatabase("migrate_audited_actors");
  const { sql, db } = createDatabase(url, { max: 1 });
  const [before] = listMigrations().slice(auditedActors - 1, auditedActors);
  await withinTransaction(db, (tx) => applyMigrations(tx, { until: before as number }));
  const [user] = await sql`insert into users (username, email) values ('Boss', 'boss@example.com') returning id`;
  const rows = [
    { action: "audit.file", details: { actor: "BOSS", from: "2026-11-01" } },
    { action: "audit.file", details: { actor: "gone" } },
    { action: "audit.file", details: { action: "moderation." } },
    { action: "other.call", details: { actor: "BOSS" } },
  ];
  for (const { action, details } of rows) {
    await sql`insert into admin_actions (action, details) values (${action}, ${JSON.stringify(details)})`;
  }
  await migrateDatabase(url);
  expect((await sql`select details from admin_actions order by id`).map(({ details }) => details)).toEqual([
    { actor: Number(user?.id), from: "2026-11-01" },
    { actor: null },
    { action: "moderation." },
    { actor: "BOSS" },
  ]);
  await sql.end();
});
