import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { packageDirectory } from "../embedded/location.ts";
import { createTestDatabase } from "../testing.ts";
import { distributedTables, distributionColumn, localTables } from "./table-distribution.ts";

// Checks Citus's restrictions on the schema that the migrations create.
const database = await createTestDatabase();
const { sql } = database;
afterAll(database.drop);

const distributed: readonly string[] = distributedTables;
const listed = [...distributed, ...localTables];

interface ForeignKey {
  name: string;
  source: string;
  target: string;
  columns: string[];
  target_columns: string[];
  /** As in pg_constraint: c cascades, n sets null, d sets the default. */
  on_delete: string;
}

const foreignKeys = await sql<ForeignKey[]>`
  select c.conname as name, s.relname as source, t.relname as target, c.confdeltype::text as on_delete,
    array(select attname::text from unnest(c.conkey) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by place) as columns,
    array(select attname::text from unnest(c.confkey) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number order by place) as target_columns
  from pg_constraint c
  join pg_class s on s.oid = c.conrelid
  join pg_class t on t.oid = c.confrelid
  where c.contype = 'f' and s.relnamespace = 'public'::regnamespace`;
const ofDistributed = foreignKeys.filter(({ source }) => distributed.includes(source));

test("the lists name every table exactly once and nothing else", async () => {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`;
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  expect(new Set(listed).size).toBe(listed.length);
});

test("every distributed table has the distribution column as a non-null bigint", async () => {
  const rows = await sql<{ name: string; type: string; is_never_null: boolean }[]>`
    select c.relname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as is_never_null
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relname in ${sql([...distributed])} and a.attname = ${distributionColumn}`;
  expect(rows.map(({ name }) => name).toSorted()).toEqual(distributed.toSorted());
  for (const row of rows) expect(row).toMatchObject({ type: "bigint", is_never_null: true });
});

test("every primary key and unique index of a distributed table includes the distribution column", async () => {
  const rows = await sql<{ name: string; columns: string[]; is_primary: boolean; table: string }[]>`
    select i.relname as name, t.relname as table, x.indisprimary as is_primary,
      array(select a.attname::text from unnest(x.indkey) k(number)
        join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.number) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where x.indisunique and t.relname in ${sql([...distributed])}`;
  for (const { name, columns } of rows) expect(columns, name).toContain(distributionColumn);
  const withPrimaryKey = rows.filter(({ is_primary }) => is_primary).map(({ table }) => table);
  expect(withPrimaryKey.toSorted()).toEqual(distributed.toSorted());
  const exclusions = await sql`
    select conname from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'x' and t.relname in ${sql([...distributed])}`;
  expect([...exclusions]).toEqual([]);
});

test("foreign keys of distributed tables refer only to distributed tables and include the distribution column", () => {
  expect(ofDistributed.length).toBeGreaterThan(0);
  for (const { name, target, columns, target_columns } of ofDistributed) {
    expect(distributed, name).toContain(target);
    const place = columns.indexOf(distributionColumn);
    expect(place, name).toBeGreaterThanOrEqual(0);
    expect(target_columns[place], name).toBe(distributionColumn);
  }
});

test("no foreign key sets the distribution column to null or a default", () => {
  for (const { name, columns, on_delete } of ofDistributed) {
    if (columns.includes(distributionColumn)) expect(["n", "d"], name).not.toContain(on_delete);
  }
});

test("no other table refers to a distributed table", () => {
  const breaches = foreignKeys.filter(
    ({ source, target }) => !distributed.includes(source) && distributed.includes(target),
  );
  expect(breaches).toEqual([]);
});

test("each distributed table is listed after the tables that it refers to", () => {
  for (const { name, source, target } of ofDistributed) {
    if (source !== target) expect(distributed.indexOf(source), name).toBeGreaterThan(distributed.indexOf(target));
  }
});

test("identities and sequences of distributed tables are bigint, because each machine has its own range", async () => {
  const rows = await sql<{ table: string; column: string; type: string }[]>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relname in ${sql([...distributed])} and a.attnum > 0
      and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')`;
  expect(rows.length).toBeGreaterThan(0);
  for (const { table, column, type } of rows) expect(type, `${table}.${column}`).toBe("bigint");
});

test("no distributed table has a trigger", async () => {
  const rows = await sql<{ trigger: string; table: string }[]>`
    select g.tgname as trigger, c.relname as table from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where not g.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`;
  expect(rows.filter(({ table }) => distributed.includes(table))).toEqual([]);
});

/** The first migration that may meet distributed tables; `migrate-distributed.test.ts` distributes the schema before it. */
const firstOnDistributed = "0019";

test("a check that a migration adds to a distributed table names its columns without the table", () => {
  // Citus sends a worker the condition as written, and there the table has another name: that of a shard.
  const qualifying = new RegExp(String.raw`ALTER TABLE "(${distributed.join("|")})" ADD .*\bCHECK\b.*"\1"\.`);
  const files = globSync(join(packageDirectory(), "migrations/*.sql")).toSorted();
  expect(qualifying.test(files.map((file) => readFileSync(file, "utf8")).join("\n"))).toBe(true);
  const later = files.filter((file) => basename(file) >= firstOnDistributed);
  expect(later.filter((file) => qualifying.test(readFileSync(file, "utf8"))).map((file) => basename(file))).toEqual([]);
});
