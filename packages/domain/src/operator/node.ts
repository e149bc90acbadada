import * as z from "zod/mini";

/** How often a process that serves tells of itself, in seconds. */
export const nodeBeatSeconds = 10;
/** One that has told nothing for so long is counted as silent: two words were missed. */
export const nodeSilentSeconds = 3 * nodeBeatSeconds;
/** After this its row goes: what stops in order takes it along itself. */
export const nodeForgottenSeconds = 3600;

/** `used`, or why reads go to the primary: behind it, or not there. */
export const replicaStates = ["used", "late", "away"] as const;
export type ReplicaState = (typeof replicaStates)[number];

/** How a process that serves does, as it tells of itself; a member that it does not know of, being older, is missing. */
export const nodeHealthSchema = z.object({
  pid: z.optional(z.int()),
  /** Resident memory. */
  rss_bytes: z.optional(z.int()),
  /** Since it told the last time: how late the event loop was, at worst in 99 of 100 looks. */
  event_loop_p99_ms: z.optional(z.number()),
  /** To the database, of all nodes, and how many it takes. */
  database_connections: z.optional(z.int()),
  database_connections_max: z.optional(z.int()),
  /** Null where none is configured. `lag_ms` is null where it could not be asked. */
  replica: z.optional(z.nullable(z.object({ state: z.enum(replicaStates), lag_ms: z.nullable(z.number()) }))),
  /** Null where none is configured. */
  redis: z.optional(z.nullable(z.enum(["connected", "away"]))),
});
export type NodeHealth = z.infer<typeof nodeHealthSchema>;
