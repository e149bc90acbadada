import * as z from "zod/mini";
import { answeredDaySchema } from "../base/day-input.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { queueSchema } from "./job.ts";
import { nodeHealthSchema } from "./node.ts";
import { siteTrendSchema } from "./site-statistics.ts";

const bytes = z.int();

/** The server processes, and what they run on. */
export const appsSchema = z.object({
  nodes: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      started_at: answeredInstantSchema,
      seen_at: answeredInstantSchema,
      /** False if it has not reported for too long. */
      is_alive: z.boolean(),
      health: nodeHealthSchema,
    }),
  ),
  database: z.object({
    version: z.string(),
    bytes,
    connections: z.int(),
    connections_max: z.int(),
    started_at: answeredInstantSchema,
    /** The number of applied migrations, and the time of the newest one. */
    migrations: z.int(),
    newest_migration_at: z.nullable(answeredInstantSchema),
  }),
  queue: z.array(queueSchema),
  /** The disk of the data directory, on the instance that answers. */
  disk: z.object({ free_bytes: bytes, total_bytes: bytes }),
});
export type Apps = z.infer<typeof appsSchema>;

const dataFileSchema = z.object({
  name: z.string(),
  bytes,
  written_at: answeredInstantSchema,
  /**
   * Whether the last complete check found the file intact and equal to its hashes; null if it was never checked in its
   * present state.
   */
  is_whole: z.nullable(z.boolean()),
  checked_at: z.nullable(answeredInstantSchema),
});
export type DataFile = z.infer<typeof dataFileSchema>;

/** The files of the data directory, on the instance that answers. */
export const filesSchema = z.object({
  uploads: z.object({
    count: z.int(),
    bytes,
    /** Files without an image in the database. The next clean-up deletes them once they are an hour old. */
    orphans: z.array(z.string()),
    /** Files that an image in the database needs and that do not exist. */
    missing: z.array(z.string()),
  }),
  /** Newest first. */
  backups: z.array(dataFileSchema),
});
export type Files = z.infer<typeof filesSchema>;

/** The overview page of the operator. */
export const overviewSchema = z.object({
  /** Since midnight UTC. */
  sign_ups_today: z.int(),
  active_today: z.int(),
  waiting_reports: z.int(),
  pending_requests: z.int(),
  queued_mails: z.int(),
  failed_mails: z.int(),
  failed_jobs: z.int(),
  nodes: z.int(),
  silent_nodes: z.int(),
  /** Admins' actions of the last week without an outcome. */
  unfinished_actions: z.int(),
  switched_off: z.array(z.string()),
  disk: z.object({ free_bytes: bytes, total_bytes: bytes }),
});
export type Overview = z.infer<typeof overviewSchema>;

/** How many days a trend has. Today is left out, because it is not over. */
export const trendDays = 28;

/** The last whole days, each figure beside the figure of as many days before. Days are in UTC. */
export const trendsSchema = z.object({
  from: answeredDaySchema,
  to: answeredDaySchema,
  sign_ups: siteTrendSchema,
  /** The figure is the daily average. */
  active: siteTrendSchema,
  /** What users recorded, by the time of recording. A correction counts again. */
  entries: siteTrendSchema,
  /** New feature requests that still exist. */
  requests: siteTrendSchema,
});
export type Trends = z.infer<typeof trendsSchema>;

/** Below this share of free disk space, the operator should free or add space. */
export const diskFreeShareMin = 0.1;

/** The backup names that admins see. The name stands unescaped in an address, a header and the audit trail. */
export const backupName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/;
export const backupInput = z.strictObject({ name: z.string().check(z.regex(backupName)) });
