import * as z from "zod/mini";
import { emailSchema, usernameSchema } from "../account/auth.ts";
import { plans } from "../account/plan.ts";
import { securityEventKinds } from "../account/security-event.ts";
import { deviceTypes } from "../account/session.ts";
import { oneSecondFactor, stepUpMembers } from "../account/two-factor.ts";
import { answeredDaySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { pageMembers, wholeListMembers } from "../base/pagination.ts";
import { success } from "../base/successes.ts";
import { languages } from "../text/language.ts";
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
  date_joined: answeredInstantSchema,
  /** The number of habits, including archived ones, without deleted ones. */
  habits: z.int(),
  /** The number of open sessions. */
  sessions: z.int(),
  /** When one of the sessions was last used; null if there is none. */
  last_active_at: z.nullable(answeredInstantSchema),
  /** The last day, by UTC, on which the user was active, also by an API key or in a session that has ended; null if never. */
  last_active_on: z.nullable(answeredDaySchema),
  /** The account's sign-in methods. */
  sign_in: z.object({
    password: z.boolean(),
    providers: z.array(z.string()),
    passkeys: z.int(),
    two_factor: z.boolean(),
  }),
  api_keys: z.int(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/**
 * The orders of the list: newest first, oldest first, by user name, or by the last day of activity. Users of the same
 * day of activity stand newest first, and users who were never active come last.
 */
export const adminUserSorts = ["new", "old", "name", "active"] as const;
export type AdminUserSort = (typeof adminUserSorts)[number];

export const adminUserListInput = z.strictObject({
  ...pageMembers,
  /** A part of a user name or address, or an id. */
  search: z.optional(z.string().check(firstBroken([lengthTo(userSearchLengthMax), readable]))),
  is_staff: z.optional(z.boolean()),
  is_active: z.optional(z.boolean()),
  email_verified: z.optional(z.boolean()),
  plan: z.optional(z.enum(plans)),
  /** Newest first by default. */
  sort: z.optional(z.enum(adminUserSorts)),
});
export type AdminUserListInput = z.infer<typeof adminUserListInput>;
export const adminUserListSchema = z.object({ results: z.array(adminUserSchema), next: z.nullable(z.string()) });
export const adminUserIdInput = z.strictObject({ id: idSchema });

/** A session as admins see it: when it was used and with what, without its id, its address and its place. */
const adminUserSessionSchema = z.object({
  device_type: z.enum(deviceTypes),
  os: z.string(),
  browser: z.string(),
  is_automated: z.boolean(),
  created_at: answeredInstantSchema,
  last_active_at: answeredInstantSchema,
  expires_at: answeredInstantSchema,
});
export type AdminUserSession = z.infer<typeof adminUserSessionSchema>;
/** Open sessions, last used first. */
export const adminUserSessionListInput = z.strictObject({ id: idSchema, ...wholeListMembers });
export const adminUserSessionListSchema = z.object({ results: z.array(adminUserSessionSchema), next: z.null() });

/** A security event as admins see it, without its session, its address and its place. */
const adminUserEventSchema = z.object({
  id: z.int(),
  kind: z.enum(securityEventKinds),
  os: z.string(),
  browser: z.string(),
  created_at: answeredInstantSchema,
});
export type AdminUserEvent = z.infer<typeof adminUserEventSchema>;
/** Newest first. */
export const adminUserEventListInput = z.strictObject({ id: idSchema, ...pageMembers });
export const adminUserEventListSchema = z.object({
  results: z.array(adminUserEventSchema),
  next: z.nullable(z.string()),
});

/** An account that an admin creates for another person, who sets the password by a link. */
const newAccountMembers = {
  username: usernameSchema,
  email: emailSchema,
  /** By default the plan that new accounts have. */
  plan: z.optional(z.enum(plans)),
  /** Whether the account becomes an admin once its address is verified. */
  is_staff: z.optional(z.boolean()),
  /** Of the account and of its mails; the caller's by default. */
  language: z.optional(z.enum(languages)),
  /** True mails the link to the address only. False returns it. */
  send_mail: z.optional(z.boolean()),
};
/** The account without the proof of its creator, for the command on the machine. */
export const newAccountInput = z.strictObject(newAccountMembers);
export type NewAccount = z.infer<typeof newAccountInput>;
export const adminUserCreateInput = z.strictObject({ ...newAccountMembers, ...stepUpMembers }).check(oneSecondFactor);
export const adminUserCreateOutput = z.extend(adminUserSchema, {
  /** The link that sets the password; null if it was mailed, or if the server has no passwords. */
  link: z.nullable(z.string()),
});

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
