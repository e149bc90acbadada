import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";

export const mailStates = ["queued", "sent", "failed"] as const;
export type MailState = (typeof mailStates)[number];

/** A mail as admins see it, without its text and its full address. */
export const mailRowSchema = z.object({
  id: z.int(),
  state: z.enum(mailStates),
  /** Name of the mail's template. */
  template: z.string(),
  /** User name. */
  username: z.nullable(z.string()),
  /** The account's present address, with all but its first letters hidden. */
  recipient: z.nullable(z.string()),
  attempts: z.int(),
  /** Code or class of the last failure. */
  last_error: z.nullable(z.string()),
  created_at: answeredInstantSchema,
  sent_at: z.nullable(answeredInstantSchema),
  /** Whether an admin can send it now: it waits, or has no attempts left. */
  can_retry: z.boolean(),
  /** When the server tries next; null if it does not try again. */
  next_attempt_at: z.nullable(answeredInstantSchema),
});
export type MailRow = z.infer<typeof mailRowSchema>;

export const mailListInput = z.strictObject({
  ...pageMembers,
  state: z.optional(z.enum(mailStates)),
  template: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
});
export const mailListSchema = z.object({ results: z.array(mailRowSchema), next: z.nullable(z.string()) });
export const mailIdInput = z.strictObject({ id: idSchema });
