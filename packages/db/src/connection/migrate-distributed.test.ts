import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { servingRole } from "../embedded/embedded-roles.ts";
import { isDistributed } from "../testing.ts";
import { administer, withDatabase } from "../testing-citus.ts";
import { createDatabase } from "./client.ts";
import { distribute, machineOf } from "./distribute.ts";
import { applyMigrations, listMigrations, migrateDatabase } from "./migrate.ts";
import { distributedTables } from "./table-distribution.ts";
import { withinTransaction } from "./within-transaction.ts";

/** Index of `0018_personal_rows`: the oldest schema that can be distributed. */
const firstDistributable = 18;
/** The distributed tables of that schema. Do not add later ones: the test is about installations of that time. */
const tablesThen = ["habits", "habit_targets", "vacations", "progress", "notes", "reminders"];
const people = 30;

/**
 * Every migration after {@link firstDistributable} must pass this test. It needs a coordinator and its workers:
 * `npm run test:citus`.
 */
describe.skipIf(!isDistributed)("an installation that was distributed at the oldest schema", () => {
  const suffix = randomBytes(6).toString("hex");
  const names = { old: `migrate_old_${suffix}`, fresh: `migrate_fresh_${suffix}` };
  const servers = [inject("databaseUrl"), ...inject("workerUrls")];
  const workers = inject("workerUrls").map(machineOf);
  const urls = { old: withDatabase(servers[0] ?? "", names.old), fresh: withDatabase(servers[0] ?? "", names.fresh) };
  const old = createDatabase(urls.old, { max: 1 });
  const fresh = createDatabase(urls.fresh, { max: 1 });

  beforeAll(async () => {
    for (const name of Object.values(names)) await administer(servers[0] ?? "", `create database ${name}`);
    const until = listMigrations()[firstDistributable] as number;
    await withinTransaction(old.db, (tx) => applyMigrations(tx, { until }));
    await old.sql`
      insert into users (username, email) select 'u' || n, n || '@example.com' from generate_series(1, ${people}) n`;
    await old.sql`
      insert into habits (user_id, title, type, unit, hue, position, created_on)
      select id, 'Run', 'good', 'minutes', 0, 0, '2026-01-01' from users`;
    await old.sql`
      insert into habit_targets (user_id, habit_id, from_day, target) select user_id, id, '2026-01-01', 5 from habits`;
    await old.sql`
      insert into progress (user_id, habit_id, day, value, unit)
      select user_id, id, '2026-01-01', 5, 'minutes' from habits`;
    await old.sql`insert into notes (user_id, text) select id, 'A note' from users`;
    await distributeAtThatTime();
    await migrateDatabase(urls.old, { servingRole });
    await migrateDatabase(urls.fresh, { servingRole });
  });
  afterAll(async () => {
    await Promise.all([old.sql.end(), fresh.sql.end()]);
    for (const server of servers) {
      for (const name of Object.values(names)) await administer(server, `drop database if exists ${name} with (force)`);
    }
  });

  /** As {@link distribute} did for {@link tablesThen}. */
  async function distributeAtThatTime(): Promise<void> {
    const [coordinator] = servers as [string];
    for (const server of servers.slice(1)) {
      await administer(server, `create database ${names.old}`);
      await administer(withDatabase(server, names.old), "create extension citus");
    }
    await old.sql`create extension citus`;
    await old.sql`select citus_set_coordinator_host(${machineOf(coordinator).host}, ${machineOf(coordinator).port})`;
    for (const { host, port } of workers) await old.sql`select citus_add_node(${host}, ${port})`;
    for (const table of tablesThen) {
      const colocated = table === "habits" ? "none" : "habits";
      await old.sql`select create_distributed_table(${table}::regclass, 'user_id', colocate_with => ${colocated})`;
    }
  }

  test("has every migration and keeps every row", async () => {
    const [row] = await old.sql`select count(*)::int as count from drizzle.__drizzle_migrations`;
    expect(row?.count).toBe(listMigrations().length);
    for (const table of ["habits", "habit_targets", "progress", "notes"]) {
      const [counted] = await old.sql`select count(*)::int as count from ${old.sql(table)}`;
      expect([table, counted?.count]).toEqual([table, people]);
    }
  });

  test("has the tables, columns, constraints and indexes of a new installation", async () => {
    expect(await readSchema(old.sql)).toEqual(await readSchema(fresh.sql));
  });

  test("has every distributed table on its workers, colocated by user", async () => {
    const rows = await old.sql<{ name: string; colocation_id: number }[]>`
      select table_name::text as name, colocation_id from citus_tables where citus_table_type = 'distributed'`;
    expect(rows.map(({ name }) => name).toSorted()).toEqual(distributedTables.toSorted());
    expect(new Set(rows.map((row) => row.colocation_id)).size).toBe(1);
  });

  test("has the columns of the newest schema on every shard", async () => {
    for (const table of distributedTables) {
      const shards = await old.sql<{ result: string }[]>`
        select result from run_command_on_shards(${table}::regclass, $cmd$
          select string_agg(attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull, ',' order by attname)
          from pg_attribute where attrelid = '%s'::regclass and attnum > 0 and not attisdropped $cmd$)`;
      const [expected] = await fresh.sql<{ columns: string }[]>`
        select string_agg(attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull, ',' order by attname) as columns
        from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`;
      expect(new Set(shards.map(({ result }) => result)), table).toEqual(new Set([expected?.columns]));
    }
  });

  test("needs no further distribution step", async () => {
    const steps: string[] = [];
    await distribute({ url: urls.old, workers, servingRole, isDryRun: true, tell: (line) => steps.push(line) });
    expect(steps).toEqual([]);
  });
});

/** Columns, constraints and indexes of every table of Daymark. */
function readSchema(sql: postgres.Sql) {
  return sql`
    select c.relname as name,
      array(select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid order by 1) as constraints,
      array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = c.oid order by 1) as indexes,
      array(
        select format('%s %s %s', attname, format_type(atttypid, atttypmod), attnotnull)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attname
      ) as columns
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not exists (
      select from pg_depend d where d.objid = c.oid and d.deptype = 'e'
    ) order by 1`;
}
