import * as z from "zod/mini";
import { answeredInstantSchema } from "../base/instant.ts";

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

/** How often a server process adds a row to its history, in seconds. */
export const nodeSampleSeconds = 60;
/** The lengths of a history that admins can see, in hours. */
export const nodeHistoryHours = [1, 6, 24] as const;
export const nodeHistoryHoursDefault = 6;
export type NodeHistoryHours = (typeof nodeHistoryHours)[number];
/** After this time the server deletes a row: an hour more than the longest history. */
export const nodeSampleForgottenSeconds = 25 * 3600;
/** A history counts no more due jobs, so that a sample costs little while many wait. */
export const dueJobsMax = 10_000;

export const nodeHistoryInput = z.strictObject({
  /** 6 by default. */
  hours: z.optional(z.literal([...nodeHistoryHours])),
});

/** A value for each step of the time, the oldest first; null if the process reported none. */
const steps = z.array(z.nullable(z.number()));

/** The state of the server processes over time: of each step the highest value. */
export const nodeHistorySchema = z.object({
  /** The beginning of the first step. */
  from: answeredInstantSchema,
  step_seconds: z.int(),
  nodes: z.array(
    z.object({
      name: z.string(),
      rss_bytes: steps,
      /** 99th percentiles: of the event loop's delay, and of the time that a request takes. */
      event_loop_p99_ms: steps,
      request_p99_ms: steps,
    }),
  ),
  /** Jobs whose time has come and that no worker has taken. */
  due_jobs: steps,
});
export type NodeHistory = z.infer<typeof nodeHistorySchema>;
