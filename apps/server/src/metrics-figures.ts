import type { Database } from "@daymark/db/client";
import { createExposition, type Sample } from "./exposition.ts";

/** A figure is worth no more than this. */
const patienceMilliseconds = 2_000;

/** What the database alone knows, in Prometheus' text format; the same whichever node tells it. */
export async function readFigures(db: Database): Promise<string> {
  const rows = await db.$client.begin("read only", async (sql) => {
    await sql.unsafe(`set local statement_timeout = ${patienceMilliseconds}`);
    const connections = await sql<Row[]>`
      select coalesce(state, 'background') as label, count(*)::int as value from pg_stat_activity
      where datname = current_database() and application_name like 'daymark%' group by 1`;
    const [limit] = await sql<Row[]>`select '' as label, current_setting('max_connections')::int as value`;
    const mails = await sql<Row[]>`select state as label, count(*)::int as value from mails group by 1`;
    const jobs = await sql<(Row & { state: string })[]>`
      select task_identifier as label, count(*)::int as value,
        case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
          when run_at > now() then 'scheduled' else 'ready' end as state
      from graphile_worker.jobs group by 1, 3`;
    const [wait] = await sql<Row[]>`
      select '' as label, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as value
      from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()`;
    const [sessions] = await sql<
      Row[]
    >`select '' as label, count(*)::int as value from sessions where expires_at > now()`;
    const [size] = await sql<Row[]>`select '' as label, pg_database_size(current_database())::float8 as value`;
    return { connections, limit, mails, jobs, wait, sessions, size };
  });
  const out = createExposition();
  const by = (name: string, of: readonly Row[]): Sample[] =>
    of.map(({ label, value }) => ({ labels: { [name]: label }, value }));
  out.gauge(
    "daymark_database_connections",
    "Connections of all nodes, by what they do.",
    by("state", rows.connections),
  );
  out.gauge("daymark_database_connections_max", "How many the database takes.", rows.limit?.value ?? 0);
  out.gauge("daymark_database_size_bytes", "What the database takes on its disk.", rows.size?.value ?? 0);
  out.gauge("daymark_mails", "Mails of the outbox; sent ones are kept for a week.", by("state", rows.mails));
  out.gauge(
    "daymark_jobs",
    "Jobs of the queue, by what they do and how far they are.",
    rows.jobs.map(({ label, state, value }) => ({ labels: { task: label, state }, value })),
  );
  out.gauge(
    "daymark_jobs_oldest_ready_seconds",
    "How long the oldest job waits that could be done.",
    rows.wait?.value ?? 0,
  );
  out.gauge("daymark_sessions", "Sessions that have not ended.", rows.sessions?.value ?? 0);
  return out.text();
}

interface Row {
  label: string;
  value: number;
}
