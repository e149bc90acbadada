import * as z from "zod/mini";
import { daySchema } from "../base/day-input.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { firstBroken, lengthTo, readable } from "../text/text.ts";

const detailSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type AuditDetail = z.infer<typeof detailSchema>;

/** How an admin's action ended: done, refused with an error code, or unknown. */
const auditOutcomes = ["done", "refused", "unfinished"] as const;

/** How long the trail keeps calls that were refused because their caller is no admin. All other rows stay for ever. */
export const refusalDays = 90;

/**
 * The names of all recorded actions: procedures, commands on the machine, and of providers and
 * invitations that decide who is an admin.
 */
export const auditActions = [
  "adminUser.create",
  "adminUser.update",
  "adminUser.endSessions",
  "audit.file",
  "blog.create",
  "blog.update",
  "blog.delete",
  "blog.draft.delete",
  "blog.comment.delete",
  "dataFile.backup",
  "featureRequest.update",
  "featureRequest.delete",
  "featureRequest.open",
  "featureRequest.close",
  "featureRequest.reject",
  "featureRequest.pend",
  "featureRequest.comment.delete",
  "featureSwitch.set",
  "invitation.create",
  "invitation.revoke",
  "invitation.promote",
  "image.create",
  "image.update",
  "image.delete",
  "job.retry",
  "job.delete",
  "log.file.get",
  "mail.retry",
  "moderation.resolve",
  "moderation.hide",
  "moderation.pin",
  "moderation.lock",
  "moderation.ban",
  "moderation.unban",
  "command.allow_passwords",
  "command.create",
  "command.create_user",
  "command.demote",
  "command.invite",
  "command.promote",
  "command.reset_password",
  "provider.demote",
  "provider.promote",
  "setup.create",
] as const;
export type AuditAction = (typeof auditActions)[number];

const word = z.string().check(firstBroken([lengthTo(100), readable]));

/** Filters of the audit trail; an entry must match all of them. */
const auditFilterMembers = {
  /** User name of the admin. */
  actor: z.optional(word),
  /** Name of the procedure, or its beginning, such as `moderation.`. */
  action: z.optional(word),
  /** The object of the action, such as `user 17`. */
  target: z.optional(word),
  outcome: z.optional(z.enum(auditOutcomes)),
  /** Days by UTC, inclusive. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
};

export const auditListInput = z.strictObject({ ...auditFilterMembers, ...pageMembers });
export const auditFileInput = z.strictObject(auditFilterMembers);
export type AuditFilter = z.infer<typeof auditFileInput>;

/** An action of an admin, including a failed one. */
export const auditedSchema = z.object({
  id: z.int(),
  at: answeredInstantSchema,
  /** User name; null if the account was deleted, or if the operator acted with a command on the machine. */
  actor: z.nullable(z.string()),
  /** Name of the procedure. */
  action: z.string(),
  /** Such as `user 17`; null if the action has no single object. */
  target: z.nullable(z.string()),
  /** User name of the target, if the target is a user that still exists. */
  target_name: z.nullable(z.string()),
  details: z.record(z.string(), detailSchema),
  /** `done`, or the code of the error. Null while the action runs, or if the process died during it. */
  outcome: z.nullable(z.string()),
});
export type Audited = z.infer<typeof auditedSchema>;
export const auditListSchema = z.object({ results: z.array(auditedSchema), next: z.nullable(z.string()) });
