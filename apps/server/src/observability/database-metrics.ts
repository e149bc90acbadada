import type { Database } from "@daymark/db/connection/client";
import { Gauge, Registry } from "prom-client";
import type { DatabaseWatch } from "../http/health.ts";

/** Scrapes within this time get the same text, so that frequent scrapes do not load the database. */
const cacheMilliseconds = 10_000;
const statementTimeoutMilliseconds = 2_000;

/**
 * Returns a function that renders the metrics of the database, which are the same on every node. It returns an
 * empty text while the database is not reachable or if a query fails.
 */
export function createDatabaseMetrics(deps: {
  db: Database;
  watch: Pick<DatabaseWatch, "isReachable">;
}): () => Promise<string> {
  const registry = new Registry();
  const setGauges = registerGauges(registry);
  let cached = { at: Number.NEGATIVE_INFINITY, text: Promise.resolve("") };

  async function queryText(): Promise<string> {
    setGauges(await queryRows(deps.db));
    return registry.metrics();
  }

  return async () => {
    if (!deps.watch.isReachable()) return "";
    const now = performance.now();
    if (now - cached.at >= cacheMilliseconds) cached = { at: now, text: queryText().catch(() => "") };
    return cached.text;
  };
}

function registerGauges(registry: Registry): (rows: Awaited<ReturnType<typeof queryRows>>) => void {
  const registers = [registry];
  const connections = new Gauge({
    name: "daymark_database_connections",
    help: "Connections of all nodes, by what they do.",
    labelNames: ["state"],
    registers,
  });
  const connectionsMax = new Gauge({
    name: "daymark_database_connections_max",
    help: "How many the database takes.",
    registers,
  });
  const size = new Gauge({
    name: "daymark_database_size_bytes",
    help: "What the database takes on its disk.",
    registers,
  });
  const mails = new Gauge({
    name: "daymark_mails",
    help: "Mails of the outbox; sent ones are kept for a week.",
    labelNames: ["state"],
    registers,
  });
  const jobs = new Gauge({
    name: "daymark_jobs",
    help: "Jobs of the queue, by what they do and how far they are.",
    labelNames: ["task", "state"],
    registers,
  });
  const oldestReadyJob = new Gauge({
    name: "daymark_jobs_oldest_ready_seconds",
    help: "How long the oldest job waits that could be done.",
    registers,
  });
  const sessions = new Gauge({ name: "daymark_sessions", help: "Sessions that have not ended.", registers });

  return (rows) => {
    // A state without rows must disappear instead of keeping its last value.
    registry.resetMetrics();
    for (const { state, value } of rows.connections) connections.set({ state }, value);
    connectionsMax.set(rows.connectionsMax?.value ?? 0);
    size.set(rows.size?.value ?? 0);
    for (const { state, value } of rows.mails) mails.set({ state }, value);
    for (const { task, state, value } of rows.jobs) jobs.set({ task, state }, value);
    oldestReadyJob.set(rows.oldestReadyJob?.value ?? 0);
    sessions.set(rows.sessions?.value ?? 0);
  };
}

function queryRows(db: Database) {
  return db.$client.begin("read only", async (sql) => {
    await sql.unsafe(`set local statement_timeout = ${statementTimeoutMilliseconds}`);
    const connections = await sql<StateRow[]>`
      select coalesce(state, 'background') as state, count(*)::int as value from pg_stat_activity
      where datname = current_database() and application_name like 'daymark%' group by 1`;
    const [connectionsMax] = await sql<Row[]>`select current_setting('max_connections')::int as value`;
    const mails = await sql<StateRow[]>`select state, count(*)::int as value from mails group by 1`;
    const jobs = await sql<(StateRow & { task: string })[]>`
      select task_identifier as task, count(*)::int as value,
        case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
          when run_at > now() then 'scheduled' else 'ready' end as state
      from graphile_worker.jobs group by 1, 3`;
    const [oldestReadyJob] = await sql<Row[]>`
      select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as value
      from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()`;
    const [sessions] = await sql<Row[]>`select count(*)::int as value from sessions where expires_at > now()`;
    const [size] = await sql<Row[]>`select pg_database_size(current_database())::float8 as value`;
    return { connections, connectionsMax, mails, jobs, oldestReadyJob, sessions, size };
  });
}

interface Row {
  value: number;
}

interface StateRow extends Row {
  state: string;
}
