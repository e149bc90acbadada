import type { Sql } from "@daymark/db/connection/client";
import { quote } from "./tables.ts";

/**
 * Counts the connections that only a running node has. Each has a name for its purpose, such as `daymark worker`.
 */
export async function readSessions(sql: Sql): Promise<number> {
  const [row] = await sql`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name like 'daymark %'`;
  return row?.others ?? 0;
}

/**
 * Finds what prevents a restore.
 *
 * @returns isForeign: whether it has tables but no journal of our migrations; filled: the name of a table with rows
 */
export async function findRows(sql: Sql): Promise<{ isForeign: boolean; filled: string | undefined }> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`;
  const [ours] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`;
  for (const { name } of tables) {
    const [row] = await sql.unsafe(`select exists (select 1 from public.${quote(name)}) as is_filled`);
    if (row?.is_filled) return { isForeign: !ours?.is_there, filled: name };
  }
  return { isForeign: tables.length > 0 && !ours?.is_there, filled: undefined };
}

/**
 * Drops everything that our migrations created, and the waiting jobs. Extensions stay, because another role may own
 * them.
 */
export async function clearDatabase(sql: Sql): Promise<void> {
  const statements = await sql<{ statement: string }[]>`
    with members as (select objid, classid from pg_depend where deptype = 'e')
    select format('drop table public.%I cascade', relname) as statement, 1 as turn from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and (oid, 'pg_class'::regclass) not in (select objid, classid from members)
    union all
    select format('drop routine public.%I(%s) cascade', proname, pg_get_function_identity_arguments(oid)), 2 from pg_proc
    where pronamespace = 'public'::regnamespace and (oid, 'pg_proc'::regclass) not in (select objid, classid from members)
    union all
    select format('drop type public.%I cascade', typname), 3 from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
      and (oid, 'pg_type'::regclass) not in (select objid, classid from members)
    order by turn`;
  for (const { statement } of statements) await sql.unsafe(statement);
  // The schema stays, because the role may not be allowed to create it again.
  await sql`drop table if exists drizzle.__drizzle_migrations`;
  await sql`delete from graphile_worker._private_jobs`;
}

/** @returns a function that creates the foreign keys again and checks every row */
export async function dropForeignKeys(sql: Sql): Promise<() => Promise<void>> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conname`;
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${quote(name)}`);
  return async () => {
    for (const { table, name, definition } of keys) {
      await sql.unsafe(`alter table ${table} add constraint ${quote(name)} ${definition}`);
    }
  };
}

/** Switches only our own triggers. Only a superuser may switch those with which PostgreSQL enforces constraints. */
export async function switchTriggers(sql: Sql, to: "enable" | "disable"): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal`;
  for (const { name } of tables) await sql.unsafe(`alter table public.${quote(name)} ${to} trigger user`);
}
