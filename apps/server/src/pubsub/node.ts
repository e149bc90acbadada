import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Log } from "@daymark/api/procedure/context";
import type { Database } from "@daymark/db/connection/client";
import { nodeSamples, nodes } from "@daymark/db/schema/admin";
import { version } from "@daymark/domain/base/brand";
import { dueJobsMax, type NodeHealth, nodeBeatSeconds, nodeSampleSeconds } from "@daymark/domain/operator/node";
import { and, eq, lte, sql } from "drizzle-orm";

/** The interval at which the event loop's delay is measured. A shorter one would cost more than it is worth. */
const resolutionMilliseconds = 20;

export interface NodeOptions {
  db: Database;
  /** Unique among the running nodes. */
  name: string;
  /** The health that other nodes see. */
  healthOf: () => Pick<NodeHealth, "replica" | "redis">;
  /** The 99th percentile of the requests since the last call, in milliseconds; null if there was none. */
  takeRequestP99: () => number | null;
  log: Log;
  /** Milliseconds since the epoch; the process's start by default. */
  startedAt?: number;
}

/**
 * Registers this process in the table of running nodes: at once, then every few seconds, until it is closed. If the
 * database was down, the next write registers the process again.
 */
export async function openNode(options: NodeOptions): Promise<{ close: () => Promise<void> }> {
  const { db, name, healthOf, takeRequestP99, log } = options;
  const startedAt = new Date(options.startedAt ?? performance.timeOrigin);
  const delay = monitorEventLoopDelay({ resolution: resolutionMilliseconds });
  delay.enable();
  const beatsOfSample = nodeSampleSeconds / nodeBeatSeconds;
  let beats = 0;
  /** The highest of the delays since the last row of the history. */
  let worstDelay = 0;
  let isWarned = false;
  let isClosed = false;
  let beating = beat();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, nodeBeatSeconds * 1000).unref();

  async function beat(): Promise<void> {
    if (isClosed) return;
    try {
      // In the try block, because reading the memory opens a file, and the system may have no file handle left.
      const health: NodeHealth = {
        pid: process.pid,
        rss_bytes: process.memoryUsage.rss(),
        event_loop_p99_ms: delayOf(delay.percentile(99)),
        ...healthOf(),
      };
      delay.reset();
      worstDelay = Math.max(worstDelay, health.event_loop_p99_ms ?? 0);
      const row = {
        version,
        started_at: startedAt,
        seen_at: sql`now()`,
        health: sql`${JSON.stringify(health)}::text::jsonb || jsonb_build_object(
          'database_connections', (select sum(numbackends)::int from pg_stat_database),
          'database_connections_max', current_setting('max_connections')::int
        )`,
      };
      const told = await db
        .insert(nodes)
        .values({ name, ...row })
        .onConflictDoUpdate({ target: nodes.name, set: row, setWhere: lte(nodes.started_at, startedAt) })
        .returning({ name: nodes.name });
      // The first beat comes before the first request, so it begins the history of a restarted process.
      if (told.length > 0 && beats++ % beatsOfSample === 0) {
        await writeSample(db, name, {
          ...{ rss_bytes: health.rss_bytes ?? 0, event_loop_p99_ms: worstDelay, request_p99_ms: takeRequestP99() },
        });
        worstDelay = 0;
      }
      if (told.length > 0 || isWarned) return;
      isWarned = true;
      log.warn({ node: name }, "another process, started later, goes by this node's name: set NODE_NAME");
    } catch (error) {
      log.warn({ error }, "this node could not tell of itself");
    }
  }

  await beating;
  return {
    close: async () => {
      clearInterval(timer);
      isClosed = true;
      delay.disable();
      await beating;
      // A node with the same name may have replaced this one.
      await db.delete(nodes).where(and(eq(nodes.name, name), eq(nodes.started_at, startedAt)));
    },
  };
}

type Sample = Pick<typeof nodeSamples.$inferInsert, "rss_bytes" | "event_loop_p99_ms" | "request_p99_ms">;

/** Adds a row to the history of a node. Of the due jobs it reads a bounded number. */
async function writeSample(db: Database, node: string, sample: Sample): Promise<void> {
  const { rss_bytes, event_loop_p99_ms, request_p99_ms = null } = sample;
  await db.execute(sql`
    insert into ${nodeSamples} (node, rss_bytes, event_loop_p99_ms, request_p99_ms, due_jobs)
    select ${node}, ${rss_bytes}::bigint, ${event_loop_p99_ms}::real, ${request_p99_ms}::real, count(*)
    from (
      select from graphile_worker._private_jobs
      where run_at <= now() and locked_at is null and attempts < max_attempts
      limit ${dueJobsMax}
    ) due
    on conflict do nothing`);
}

/** In milliseconds, to a tenth. The measured values include the interval between two measurements. */
function delayOf(nanoseconds: number): number {
  return Math.max(0, Math.round((nanoseconds / 1e6 - resolutionMilliseconds) * 10) / 10);
}
