import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { servingRole } from "../embedded/embedded-roles.ts";
import { isDistributed } from "../testing.ts";
import { administer, withDatabase } from "../testing-citus.ts";
import { distribute, machineOf, rebalance, undistribute } from "./distribute.ts";
import { migrateDatabase } from "./migrate.ts";
import { distributedTables } from "./table-distribution.ts";

const people = 40;

test("distribution is refused if the coordinator's address names several hosts", async () => {
  const url = "postgres://daymark@one:5432,two:5432/daymark?target_session_attrs=read-write";
  const target = { url, servingRole: undefined, isDryRun: true, tell: () => {} };
  for (const refused of [distribute({ ...target, workers: [] }), rebalance(target), undistribute(target)]) {
    await expect(refused).rejects.toThrow("name the coordinator alone");
  }
});

/** Needs a coordinator and its workers: `npm run test:citus`. */
describe.skipIf(!isDistributed)("an installation on one machine", () => {
  const name = `distribute_${randomBytes(6).toString("hex")}`;
  const coordinatorUrl = inject("databaseUrl");
  const url = withDatabase(coordinatorUrl, name);
  const workers = inject("workerUrls").map(machineOf);
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  let before: unknown;
  let schema: unknown;

  beforeAll(async () => {
    await administer(coordinatorUrl, `create database ${name}`);
    await migrateDatabase(url, { servingRole });
    await sql`
      insert into users (username, email) select 'u' || n, n || '@example.com' from generate_series(1, ${people}) n`;
    await sql`
      insert into habits (user_id, title, type, unit, hue, position, created_on)
      select id, 'Run', 'good', 'minutes', 0, 0, '2026-01-01' from users`;
    await sql`insert into habit_targets (user_id, habit_id, from_day, target) select user_id, id, '2026-01-01', 5 from habits`;
    await sql`
      insert into progress (user_id, habit_id, day, value, unit)
      select user_id, id, day::date, 5, 'minutes' from habits, generate_series(timestamp '2026-01-01', '2026-01-30', '1 day') day`;
    await sql`insert into notes (user_id, text) select id, 'A note' from users`;
    before = await readRows();
    schema = await readSchema();
  });
  afterAll(async () => {
    await sql.end();
    for (const server of [coordinatorUrl, ...inject("workerUrls")]) {
      await administer(server, `drop database if exists ${name} with (force)`);
    }
  });

  async function readRows() {
    const rows = await Promise.all(
      distributedTables.map((table) =>
        sql.unsafe(`select md5(string_agg(t::text, ',' order by t::text)) from ${table} t`),
      ),
    );
    return rows.flat();
  }

  /** Constraints, indexes, columns and owners of the tables. */
  async function readSchema() {
    return sql`
      select c.relname, pg_get_userbyid(c.relowner) as owner,
        array(select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid order by 1) as constraints,
        array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = c.oid order by 1) as indexes,
        array(
          select format('%s %s %s %s', attname, format_type(atttypid, atttypmod), attnotnull, pg_get_serial_sequence(c.relname, attname))
          from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum
        ) as columns
      from pg_class c where c.relname in ${sql([...distributedTables])} and c.relkind = 'r' order by 1`;
  }

  async function listDistributed() {
    const rows = await sql<{ name: string }[]>`
      select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' order by 1`;
    return rows.map((row) => row.name);
  }

  const run = (options: { isDryRun?: boolean; tell?: (line: string) => void } = {}) =>
    distribute({ url, workers, servingRole, isDryRun: false, tell: () => {}, ...options });

  test("a dry run lists each step and changes nothing", async () => {
    const steps: string[] = [];
    await run({ isDryRun: true, tell: (line) => steps.push(line) });
    expect(steps.filter((step) => step.startsWith("distribute "))).toHaveLength(distributedTables.length);
    expect(steps.filter((step) => step.startsWith("add the worker "))).toHaveLength(workers.length);
    expect(await sql`select from pg_extension where extname = 'citus'`).toHaveLength(0);
  });

  test("is distributed with its rows, also by a run that resumes an interrupted one", async () => {
    const cut = run({
      tell: (line) => {
        if (line.startsWith("distribute progress")) throw new Error("cut off");
      },
    });
    await expect(cut).rejects.toThrow("cut off");
    expect(await listDistributed()).toEqual(["habit_targets", "habits", "vacations"]);
    await run();
    expect(await listDistributed()).toEqual(distributedTables.toSorted());
    expect(await readRows()).toEqual(before);
    const places = await sql<{ nodeport: number }[]>`
      select distinct nodeport from citus_shards where table_name::text = 'progress'`;
    expect(places.map(({ nodeport }) => nodeport).toSorted()).toEqual(workers.map(({ port }) => port).toSorted());
    const steps: string[] = [];
    await run({ tell: (line) => steps.push(line) });
    expect(steps).toEqual([]);
  });

  test("accepts further migrations of distributed and local tables in one transaction", async () => {
    await migrateDatabase(url, { servingRole });
    const migrating = postgres(url, { max: 1, onnotice: () => {} });
    await migrating`set citus.multi_shard_modify_mode = 'sequential'`;
    await migrating.begin(async (tx) => {
      await tx`alter table habits add column shade text`;
      await tx`alter table users add column shade text`;
      await tx`create index habits_shade_idx on habits (shade)`;
      await tx`alter table progress add constraint progress_shade_check check (value is null or value > 0)`;
      await tx`update habits set shade = 'x'`;
    });
    await migrating`alter table habits drop column shade`;
    await migrating`alter table users drop column shade`;
    await migrating`alter table progress drop constraint progress_shade_check`;
    await migrating.end();
    expect(await readRows()).toEqual(before);
  });

  test("is moved back to one machine with its rows, and can be distributed again", async () => {
    const target = { url, servingRole, isDryRun: false, tell: () => {} };
    await undistribute(target);
    expect(await listDistributed()).toEqual([]);
    expect(await readRows()).toEqual(before);
    expect(await readSchema()).toEqual(schema);
    const [next] = await sql<{ id: string }[]>`insert into notes (user_id, text) values (1, 'Next') returning id`;
    expect(Number(next?.id)).toBe(people + 1);
    await sql`delete from notes where text = 'Next'`;
    await undistribute(target);
    await run();
    expect(await readRows()).toEqual(before);
  });
});
