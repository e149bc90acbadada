import * as z from "zod/mini";

/** How often a server process reports its state, in seconds. */
export const nodeBeatSeconds = 10;
/** A process counts as silent after this time, in which two reports are missing. */
export const nodeSilentSeconds = 3 * nodeBeatSeconds;
/** After this time the server deletes the row. A process that stops normally deletes its own row. */
export const nodeForgottenSeconds = 3600;

/** `used`, or why reads go to the primary: the replica lags, or it is unreachable. */
export const replicaStates = ["used", "late", "away"] as const;
export type ReplicaState = (typeof replicaStates)[number];

/** The state that a server process reports. A member that an older version does not report is missing. */
export const nodeHealthSchema = z.object({
  pid: z.optional(z.int()),
  /** Resident memory. */
  rss_bytes: z.optional(z.int()),
  /** 99th percentile of the event-loop delay since the last report. */
  event_loop_p99_ms: z.optional(z.number()),
  /** Connections to the database from all instances, and the database's maximum. */
  database_connections: z.optional(z.int()),
  database_connections_max: z.optional(z.int()),
  /** Null if no replica is configured. `lag_ms` is null if the replica did not answer. */
  replica: z.optional(z.nullable(z.object({ state: z.enum(replicaStates), lag_ms: z.nullable(z.number()) }))),
  /** Null if Redis is not configured. */
  redis: z.optional(z.nullable(z.enum(["connected", "away"]))),
});
export type NodeHealth = z.infer<typeof nodeHealthSchema>;
