import { nodes } from "@daymark/db/schema/admin";
import {
  nodeHealthSchema,
  nodeHistoryHoursDefault,
  nodeHistoryInput,
  nodeHistorySchema,
  nodeSilentSeconds,
} from "@daymark/domain/operator/node";
import { type Apps, appsSchema } from "@daymark/domain/operator/operator-view";
import { asc, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { readQueue } from "../job/read.ts";
import type { Context } from "../procedure/context.ts";
import { adminProcedure, router } from "../procedure/trpc.ts";
import { readHistory } from "./history.ts";

/** The running nodes and their health. */
export const nodeRouter = router({
  list: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/apps/", summary: "Get the state of nodes, database, queue and disk" },
    })
    .input(z.strictObject({}))
    .output(appsSchema)
    .query(async ({ ctx }) => {
      const [known, database, queue, disk] = await Promise.all([
        listNodes(ctx),
        readDatabase(ctx),
        readQueue(ctx.db.$client),
        ctx.services.dataFiles.disk(),
      ]);
      return { nodes: known, database, queue, disk };
    }),

  getHistory: adminProcedure
    .meta({ openapi: { method: "GET", path: "/admin/apps/history/", summary: "Get the history of nodes and queue" } })
    .input(nodeHistoryInput)
    .output(nodeHistorySchema)
    .query(({ ctx, input: { hours = nodeHistoryHoursDefault } }) =>
      readHistory(ctx.services.replica.$client, hours, ctx.now()),
    ),
});

async function listNodes({ db }: Pick<Context, "db">): Promise<Apps["nodes"]> {
  const rows = await db
    .select({
      row: nodes,
      is_alive: sql<boolean>`${nodes.seen_at} > now() - make_interval(secs => ${nodeSilentSeconds})`,
    })
    .from(nodes)
    .orderBy(asc(nodes.name));
  return rows.map(({ row: { name, version, started_at, seen_at, health }, is_alive }) => {
    const known = z.safeParse(nodeHealthSchema, health);
    return {
      ...{ name, version, is_alive },
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
      // A node of another version may report data that this one cannot parse.
      health: known.success ? known.data : {},
    };
  });
}

async function readDatabase({ db }: Pick<Context, "db">): Promise<Apps["database"]> {
  const [row] = await db.$client<
    [
      Record<"version" | "bytes" | "connections" | "connections_max" | "started_at" | "migrations", string> & {
        newest: string | null;
      },
    ]
  >`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select sum(numbackends) from pg_stat_database) as connections,
      current_setting('max_connections') as connections_max, pg_postmaster_start_time() as started_at,
      (select count(*) from drizzle.__drizzle_migrations) as migrations,
      (select max(created_at) from drizzle.__drizzle_migrations) as newest`;
  return {
    version: row.version,
    bytes: Number(row.bytes),
    connections: Number(row.connections),
    connections_max: Number(row.connections_max),
    started_at: new Date(row.started_at).toISOString(),
    migrations: Number(row.migrations),
    newest_migration_at: row.newest && new Date(Number(row.newest)).toISOString(),
  };
}
