import * as z from "zod/mini";
import { providers } from "../account/auth.ts";
import { plans } from "../account/plan.ts";
import { oneSecondFactor, stepUpMembers } from "../account/two-factor.ts";
import { idSchema } from "../base/id.ts";
import { pageMembers } from "../base/pagination.ts";
import { success } from "../base/successes.ts";
import { firstBroken, lengthTo, readable } from "../text/text.ts";

/** The maximum length of an address. */
const userSearchLengthMax = 254;

/** An account as admins see it. It contains counts of the user's data, never the data. */
export const adminUserSchema = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  is_staff: z.boolean(),
  /** False if an admin deactivated the account. Then no log-in to it succeeds. */
  is_active: z.boolean(),
  plan: z.enum(plans),
  email_verified: z.boolean(),
  date_joined: z.string(),
  /** The number of habits, including archived ones, without deleted ones. */
  habits: z.int(),
  /** The number of open sessions. */
  sessions: z.int(),
  /** When one of the sessions was last used; null if there is none. */
  last_active_at: z.nullable(z.string()),
  /** The account's sign-in methods. */
  sign_in: z.object({
    password: z.boolean(),
    providers: z.array(z.enum(providers)),
    passkeys: z.int(),
    two_factor: z.boolean(),
  }),
  api_keys: z.int(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

export const adminUserListInput = z.strictObject({
  ...pageMembers,
  /** A part of a user name or address, or an id. */
  search: z.optional(z.string().check(firstBroken([lengthTo(userSearchLengthMax), readable]))),
  is_staff: z.optional(z.boolean()),
  is_active: z.optional(z.boolean()),
  email_verified: z.optional(z.boolean()),
  plan: z.optional(z.enum(plans)),
});
export type AdminUserListInput = z.infer<typeof adminUserListInput>;
export const adminUserListSchema = z.object({ results: z.array(adminUserSchema), next: z.nullable(z.string()) });
export const adminUserIdInput = z.strictObject({ id: idSchema });
export const adminUserUpdateInput = z
  .strictObject({
    id: idSchema,
    is_staff: z.optional(z.boolean()),
    is_active: z.optional(z.boolean()),
    plan: z.optional(z.enum(plans)),
    ...stepUpMembers,
  })
  .check(oneSecondFactor);
export const adminUserEndSessionsInput = z.strictObject({ id: idSchema, ...stepUpMembers }).check(oneSecondFactor);
export const adminUserEndSessionsOutput = z.extend(success, { terminated: z.int() });

/** Decisions of an admin about an account, of which its owner gets mail. */
export const accountDecisions = [
  "staff_given",
  "staff_taken",
  "deactivated",
  "reactivated",
  "plan_paid",
  "plan_free",
  "sessions_ended",
] as const;
export type AccountDecision = (typeof accountDecisions)[number];
