import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";

/** `failed` means that the queue has given up; only an admin can start the job again. */
export const jobStates = ["waiting", "running", "failed"] as const;
export type JobState = (typeof jobStates)[number];

/** The names of all tasks of the queue. */
export const jobTasks = [
  "send_mail",
  "send_reset",
  "send_push",
  "remind",
  "roll_up",
  "delete_personal_rows",
  "delete_files",
  "publish_post",
  "announce_post",
  "tell_of_decision",
  "tell_of_comments",
  "deliver_webhook",
  "send_notification",
  "find_reached",
  "watch_streaks",
  "archive_finished",
  "clean_up",
] as const;
export type JobTask = (typeof jobTasks)[number];

/** A job of the queue as admins see it, without its payload. */
export const jobSchema = z.object({
  id: z.int(),
  task: z.string(),
  state: z.enum(jobStates),
  attempts: z.int(),
  max_attempts: z.int(),
  /** The error class or code at the beginning of the last failure. */
  last_error: z.nullable(z.string()),
  created_at: answeredInstantSchema,
  /** When the queue runs the job next. */
  run_at: answeredInstantSchema,
});
export type Job = z.infer<typeof jobSchema>;

export const jobListInput = z.strictObject({
  ...pageMembers,
  state: z.optional(z.enum(jobStates)),
  task: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
});
export const jobListSchema = z.object({ results: z.array(jobSchema), next: z.nullable(z.string()) });
export const jobIdInput = z.strictObject({ id: idSchema });

/** The jobs of one task in the queue. */
export const queueSchema = z.object({
  task: z.string(),
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  /** Since when the oldest due job is due; null if none is due. */
  due_since: z.nullable(answeredInstantSchema),
});
