import * as z from "zod/mini";
import { queueSchema } from "./job.ts";
import { nodeHealthSchema } from "./node.ts";

const bytes = z.int();

/** What of this product runs, and on what. */
export const appsSchema = z.object({
  nodes: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      started_at: z.string(),
      seen_at: z.string(),
      /** False where it has been silent for too long. */
      is_alive: z.boolean(),
      health: nodeHealthSchema,
    }),
  ),
  database: z.object({
    version: z.string(),
    bytes,
    connections: z.int(),
    connections_max: z.int(),
    started_at: z.string(),
    /** How many migrations are applied, and when the newest one was made. */
    migrations: z.int(),
    newest_migration_at: z.nullable(z.string()),
  }),
  queue: z.array(queueSchema),
  /** Of the folder of the data, on the node that answers. */
  disk: z.object({ free_bytes: bytes, total_bytes: bytes }),
});
export type Apps = z.infer<typeof appsSchema>;

const dataFileSchema = z.object({
  name: z.string(),
  bytes,
  written_at: z.string(),
  /** Whether it was whole, and equal to its hashes, when it was last read to its end; null where it has not been as it is now. */
  is_whole: z.nullable(z.boolean()),
  checked_at: z.nullable(z.string()),
});
export type DataFile = z.infer<typeof dataFileSchema>;

/** What lies in the folder of the data, on the node that answers. */
export const filesSchema = z.object({
  uploads: z.object({
    count: z.int(),
    bytes,
    /** Files that no picture knows of, which the next clean-up removes once they are an hour old. */
    orphans: z.array(z.string()),
    /** Files of pictures that are not there. */
    missing: z.array(z.string()),
  }),
  /** Newest first. */
  backups: z.array(dataFileSchema),
});
export type Files = z.infer<typeof filesSchema>;

/** What an operator looks at first. */
export const overviewSchema = z.object({
  /** Since midnight, UTC. */
  sign_ups_today: z.int(),
  active_today: z.int(),
  waiting_reports: z.int(),
  pending_requests: z.int(),
  queued_mails: z.int(),
  failed_mails: z.int(),
  failed_jobs: z.int(),
  nodes: z.int(),
  silent_nodes: z.int(),
  /** Of what admins began in the last week. */
  unfinished_actions: z.int(),
  switched_off: z.array(z.string()),
  disk: z.object({ free_bytes: bytes, total_bytes: bytes }),
});
export type Overview = z.infer<typeof overviewSchema>;

/** Below it an operator should see to more room. */
export const diskFreeShareMin = 0.1;

/** What a backup may be called so that admins are shown it: it stands in an address, a header and the trail as it is. */
export const backupName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/;
export const backupInput = z.strictObject({ name: z.string().check(z.regex(backupName)) });
