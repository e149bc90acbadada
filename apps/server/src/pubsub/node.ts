import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Log } from "@daymark/api/procedure/context";
import type { Database } from "@daymark/db/connection/client";
import { nodes } from "@daymark/db/schema/admin";
import { version } from "@daymark/domain/base/brand";
import { type NodeHealth, nodeBeatSeconds } from "@daymark/domain/operator/node";
import { and, eq, lte, sql } from "drizzle-orm";

/** How often the event loop's delay is looked at; a finer look would cost more than it tells. */
const resolutionMilliseconds = 20;

export interface NodeOptions {
  db: Database;
  /** Unique among the nodes that run. */
  name: string;
  /** What others know of its health. */
  healthOf: () => Pick<NodeHealth, "replica" | "redis">;
  log: Log;
  /** Milliseconds since the epoch; the process's start by default. */
  startedAt?: number;
}

/**
 * Has this process among the nodes that serve: at once, then every few seconds, until it is closed. A database that is
 * away is told again when it is back.
 */
export async function openNode(options: NodeOptions): Promise<{ close: () => Promise<void> }> {
  const { db, name, healthOf, log } = options;
  const startedAt = new Date(options.startedAt ?? performance.timeOrigin);
  const delay = monitorEventLoopDelay({ resolution: resolutionMilliseconds });
  delay.enable();
  let isWarned = false;
  let isClosed = false;
  let beating = beat();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, nodeBeatSeconds * 1000).unref();

  async function beat(): Promise<void> {
    if (isClosed) return;
    try {
      // Even its memory is read from a file, and a machine can have no handle left for one.
      const health: NodeHealth = {
        pid: process.pid,
        rss_bytes: process.memoryUsage.rss(),
        event_loop_p99_ms: delayOf(delay.percentile(99)),
        ...healthOf(),
      };
      delay.reset();
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
      // Of the like name may be the one that takes our place.
      await db.delete(nodes).where(and(eq(nodes.name, name), eq(nodes.started_at, startedAt)));
    },
  };
}

/** In milliseconds, to a tenth: what is measured holds the pause between two looks. */
function delayOf(nanoseconds: number): number {
  return Math.max(0, Math.round((nanoseconds / 1e6 - resolutionMilliseconds) * 10) / 10);
}
