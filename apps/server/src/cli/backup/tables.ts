import type { Sql } from "@daymark/db/connection/client";

/** A table, or what is kept like one: what COPY writes of it, and how it is named in an archive. */
export interface CopiedTable {
  /** Of the table, without its schema. */
  name: string;
  /** In the order of the archive; what PostgreSQL computes by itself is not among them. */
  columns: string[];
}

/** The waiting jobs, of the queue's own schema: by what they are to do, since its tables are its library's matter. */
export const jobsTable: CopiedTable = {
  name: "jobs",
  columns: ["identifier", "queue_name", "payload", "run_at", "max_attempts", "job_key", "priority", "flags"],
};

/** Every value is written the same, whatever a session or a server is set to. */
export const copySettings = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** The tables of the product, by name. */
export async function listTables(sql: Sql): Promise<CopiedTable[]> {
  return sql<CopiedTable[]>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname collate "C"`;
}

/** What PostgreSQL has handed out of each sequence; null for one that was not used yet. */
export async function readSequences(sql: Sql): Promise<Record<string, string | null>> {
  const rows = await sql<{ name: string; last: string | null }[]>`
    select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`;
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** @returns the moment of the newest migration that was applied, as the migrations' journal has it; 0 for none */
export async function readMigration(sql: Sql): Promise<number> {
  const [there] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`;
  if (!there?.is_there) return 0;
  const [row] = await sql`select coalesce(max(created_at), 0)::text as newest from drizzle.__drizzle_migrations`;
  return Number(row?.newest);
}

/** The rows of a table as COPY writes them. */
export async function copyOut(sql: Sql, table: CopiedTable): Promise<AsyncIterable<Buffer>> {
  const source = table === jobsTable ? jobsQuery : `select ${columnsOf(table)} from public.${quote(table.name)}`;
  return sql.unsafe(`copy (${source}) to stdout`).readable();
}

/** A stream that takes what {@link copyOut} gave. */
export function copyIn(sql: Sql, table: CopiedTable) {
  const target = table === jobsTable ? "pg_temp.jobs" : `public.${quote(table.name)}`;
  return sql.unsafe(`copy ${target} (${columnsOf(table)}) from stdin`).writable();
}

/** What a worker has taken waits again: a worker that is gone when its data comes back holds nothing. */
const jobsQuery = `
  select task.identifier, queue.queue_name, job.payload, job.run_at, job.max_attempts, job.key, job.priority,
    (select array_agg(flag order by flag) from jsonb_object_keys(job.flags) as flag)
  from graphile_worker._private_jobs as job
  join graphile_worker._private_tasks as task on task.id = job.task_id
  left join graphile_worker._private_job_queues as queue on queue.id = job.job_queue_id`;

export const makeJobsTable = `
  create temporary table jobs (
    identifier text, queue_name text, payload json, run_at timestamptz, max_attempts int, job_key text, priority int,
    flags text[]
  ) on commit drop`;

/** By the library's own function, of which each comes with the number of tries that it has in all. */
export const addJobs = `
  select graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, job_key, priority, flags)
  from pg_temp.jobs`;

function columnsOf({ columns }: CopiedTable): string {
  return columns.map(quote).join(", ");
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
