import * as z from "zod/mini";
import { daySchema } from "../base/day-input.ts";
import { pageMembers } from "../base/pagination.ts";
import { firstBroken, lengthTo, readable } from "../text/text.ts";

const detailSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type AuditDetail = z.infer<typeof detailSchema>;

/** How a deed of an admin ended: done, refused with the code of an error, or nobody knows. */
const auditOutcomes = ["done", "refused", "unfinished"] as const;

const word = z.string().check(firstBroken([lengthTo(100), readable]));

/** What is looked for in the trail; all of it has to hold. */
const auditFilterMembers = {
  /** User name of who did it. */
  actor: z.optional(word),
  /** Name of the procedure, or what it begins with, such as `moderation.`. */
  action: z.optional(word),
  /** What it was done to, such as `user 17`. */
  target: z.optional(word),
  outcome: z.optional(z.enum(auditOutcomes)),
  /** Days by UTC, inclusive. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
};

export const auditListInput = z.strictObject({ ...auditFilterMembers, ...pageMembers });
export const auditFileInput = z.strictObject(auditFilterMembers);
export type AuditFilter = z.infer<typeof auditFileInput>;

/** A deed of an admin, or the try. */
export const auditedSchema = z.object({
  id: z.int(),
  at: z.string(),
  /** User name; null where the account was deleted, and where the operator did it on the machine itself. */
  actor: z.nullable(z.string()),
  /** Name of the procedure. */
  action: z.string(),
  /** Such as `user 17`; null where there is no one thing. */
  target: z.nullable(z.string()),
  /** User name of that user, where the target is one who is there. */
  target_name: z.nullable(z.string()),
  details: z.record(z.string(), detailSchema),
  /** `done`, or the code of the error it ended with; null while it is under way, or where the process died over it. */
  outcome: z.nullable(z.string()),
});
export type Audited = z.infer<typeof auditedSchema>;
export const auditListSchema = z.object({ results: z.array(auditedSchema), next: z.nullable(z.string()) });
