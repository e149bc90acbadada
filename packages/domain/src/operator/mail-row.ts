import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { pageMembers } from "../base/pagination.ts";

export const mailStates = ["queued", "sent", "failed"] as const;
export type MailState = (typeof mailStates)[number];

/** A mail as admins see it: never what it says, nor to which address it goes. */
export const mailRowSchema = z.object({
  id: z.int(),
  state: z.enum(mailStates),
  /** Which of the product's mails it is. */
  template: z.string(),
  /** User name. */
  username: z.nullable(z.string()),
  /** The address of that account now, all but its first letters hidden. */
  recipient: z.nullable(z.string()),
  attempts: z.int(),
  /** Code or class of the last failure. */
  last_error: z.nullable(z.string()),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
  /** Whether an admin can have it tried now: it waits, or ran out of tries. */
  can_retry: z.boolean(),
  /** When it is tried next; null where it waits for nothing. */
  next_attempt_at: z.nullable(z.string()),
});
export type MailRow = z.infer<typeof mailRowSchema>;

export const mailListInput = z.strictObject({
  ...pageMembers,
  state: z.optional(z.enum(mailStates)),
  template: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
});
export const mailListSchema = z.object({ results: z.array(mailRowSchema), next: z.nullable(z.string()) });
export const mailIdInput = z.strictObject({ id: idSchema });
