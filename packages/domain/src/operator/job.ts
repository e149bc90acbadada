import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { pageMembers } from "../base/pagination.ts";

/** `failed` is given up: it waits for nobody but an admin. */
export const jobStates = ["waiting", "running", "failed"] as const;
export type JobState = (typeof jobStates)[number];

/** A job of the queue as admins see it: not what it is about. */
export const jobSchema = z.object({
  id: z.int(),
  task: z.string(),
  state: z.enum(jobStates),
  attempts: z.int(),
  max_attempts: z.int(),
  /** The class or code that its last failure begins with. */
  last_error: z.nullable(z.string()),
  created_at: z.string(),
  /** When it is tried next. */
  run_at: z.string(),
});
export type Job = z.infer<typeof jobSchema>;

export const jobListInput = z.strictObject({
  ...pageMembers,
  state: z.optional(z.enum(jobStates)),
  task: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
});
export const jobListSchema = z.object({ results: z.array(jobSchema), next: z.nullable(z.string()) });
export const jobIdInput = z.strictObject({ id: idSchema });

/** How much of one task is in the queue. */
export const queueSchema = z.object({
  task: z.string(),
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  /** Since when the one has been due that has waited longest; null where none is due. */
  due_since: z.nullable(z.string()),
});
