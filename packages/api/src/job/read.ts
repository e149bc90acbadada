import type { Sql } from "@daymark/db/connection/client";
import type { Job, JobState, queueSchema } from "@daymark/domain/operator/job";
import type * as z from "zod/mini";
import { idPlace, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";

/**
 * One page of the queue, the newest first. Of an error it returns only the beginning: the rest may quote the job's
 * content.
 *
 * @throws ApiError invalid_cursor
 */
export async function listJobs(
  sql: Sql,
  filter: {
    limit?: number | undefined;
    cursor?: string | undefined;
    state?: JobState | undefined;
    task?: string | undefined;
  },
): Promise<{ results: Job[]; next: string | null }> {
  const before = readCursor(idPlace, filter.cursor)?.[0];
  const { state, task } = filter;
  const rows = await sql<Row[]>`
    select * from (
      select j.id, t.identifier as task, ${stateOf(sql)} as state, j.attempts, j.max_attempts, j.created_at, j.run_at,
        substring(j.last_error from '^[A-Za-z_]{1,60}') as last_error
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    ) jobs
    where ${before === undefined ? sql`true` : sql`id < ${before}`}
      and ${state === undefined ? sql`true` : sql`state = ${state}`}
      and ${task === undefined ? sql`true` : sql`task = ${task}`}
    order by id desc
    limit ${rowsOfPage(filter.limit)}`;
  const page = toPage(rows, filter.limit, ({ id }) => [Number(id)]);
  const results = page.results.map((row) => ({
    ...row,
    id: Number(row.id),
    created_at: new Date(row.created_at).toISOString(),
    run_at: new Date(row.run_at).toISOString(),
  }));
  return { results, next: page.next };
}

/** The number of jobs of each task, the largest first. */
export async function readQueue(sql: Sql): Promise<z.infer<typeof queueSchema>[]> {
  const rows = await sql<(Record<"task" | JobState, string> & { due_since: string | null })[]>`
    select task, count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'failed') as failed,
      min(run_at) filter (where state = 'waiting' and run_at < now()) as due_since
    from (
      select t.identifier as task, ${stateOf(sql)} as state, j.run_at
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    ) jobs
    group by task order by count(*) desc, task`;
  return rows.map(({ task, waiting, running, failed, due_since }) => ({
    ...{ task, waiting: Number(waiting), running: Number(running), failed: Number(failed) },
    due_since: due_since && new Date(due_since).toISOString(),
  }));
}

function stateOf(sql: Sql) {
  return sql`case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed' else 'waiting' end`;
}

interface Row extends Omit<Job, "id"> {
  id: string;
}
