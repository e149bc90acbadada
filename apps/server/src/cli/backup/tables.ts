import type { Sql } from "@daymark/db/connection/client";

/** A table, or a query treated like one: the columns that COPY writes, and the name in an archive. */
export interface CopiedTable {
  /** The name of the table, without its schema. */
  name: string;
  /** In the order of the archive, without generated columns. */
  columns: string[];
}

/**
 * The waiting jobs, from the queue's schema. The archive describes each job and does not copy the library's tables,
 * because the library may change them.
 */
export const jobsTable: CopiedTable = {
  name: "jobs",
  columns: ["identifier", "queue_name", "payload", "run_at", "max_attempts", "job_key", "priority", "flags"],
};

/** These settings fix the form of all values, independent of the settings of the session and the server. */
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

/** The last number assigned by each sequence; null for a sequence that was never used. */
export async function readSequences(sql: Sql): Promise<Record<string, string | null>> {
  const rows = await sql<{ name: string; last: string | null }[]>`
    select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`;
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** The rows of a table as COPY writes them. */
export async function* copyOut(sql: Sql, table: CopiedTable): AsyncGenerator<Buffer> {
  const source = table === jobsTable ? jobsQuery : `select ${columnsOf(table)} from public.${quote(table.name)}`;
  const rows = await sql.unsafe(`copy (${source}) to stdout`).readable();
  yield* rows;
  // The driver pauses its socket when a piece fills the stream, and resumes it when the stream asks for more. A stream
  // whose last piece filled it never asks again, and the next statement would wait for ever.
  rows._read(0);
}

/** A stream that takes the output of {@link copyOut}. */
export function copyIn(sql: Sql, table: CopiedTable) {
  const target = table === jobsTable ? "pg_temp.jobs" : `public.${quote(table.name)}`;
  return sql.unsafe(`copy ${target} (${columnsOf(table)}) from stdin`).writable();
}

/** Jobs that a worker has locked become waiting jobs, because after a restore that worker no longer exists. */
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

/** Uses the library's own function, which takes the total number of tries of each job. */
export const addJobs = `
  select graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, job_key, priority, flags)
  from pg_temp.jobs`;

function columnsOf({ columns }: CopiedTable): string {
  return columns.map(quote).join(", ");
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
