import * as z from "zod/mini";
import { emailSchema } from "../account/auth.ts";
import { plans } from "../account/plan.ts";
import { oneSecondFactor, stepUpMembers } from "../account/two-factor.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { languages } from "../text/language.ts";
import { typedLine } from "../text/text.ts";

const invitationUsesMax = 1000;
export const invitationUsesDefault = 1;
const invitationDaysMax = 365;
export const invitationDaysDefault = 7;
export const invitationNoteLengthMax = 80;

/** Whether a user can still sign up by a link, or why not. */
export const invitationStates = ["open", "used_up", "expired", "revoked"] as const;
export type InvitationState = (typeof invitationStates)[number];

export const invitationSchema = z.object({
  id: z.int(),
  /** The admin's own note; empty if there is none. */
  note: z.string(),
  state: z.enum(invitationStates),
  /** How many accounts the link has created. */
  uses: z.int(),
  uses_max: z.int(),
  /** The plan of the accounts; null for the plan that new accounts have. */
  plan: z.nullable(z.enum(plans)),
  /** The only address that may sign up by it; null for any. */
  email: z.nullable(z.string()),
  /** Whether the account becomes an admin once its address, which is `email`, is verified. */
  is_staff: z.boolean(),
  /** User name of the admin; null if the account was deleted, or if the operator made the link on the machine. */
  created_by: z.nullable(z.string()),
  created_at: answeredInstantSchema,
  expires_at: answeredInstantSchema,
  revoked_at: z.nullable(answeredInstantSchema),
});
export type Invitation = z.infer<typeof invitationSchema>;

export const invitationListInput = z.strictObject(pageMembers);
export const invitationListSchema = z.object({ results: z.array(invitationSchema), next: z.nullable(z.string()) });

/** What an invitation gives, and for how long. */
const invitationMembers = {
  /** How many accounts the link may create; 1 by default. */
  uses_max: z.optional(z.int().check(z.gte(1), z.lte(invitationUsesMax))),
  /** How many days the link is valid; 7 by default. */
  days: z.optional(z.int().check(z.gte(1), z.lte(invitationDaysMax))),
  plan: z.optional(z.enum(plans)),
  /** The only address that may sign up by the link. */
  email: z.optional(emailSchema),
  /** Whether the account becomes an admin once its address is verified; only for one `email`. */
  is_staff: z.optional(z.boolean()),
  note: z.optional(typedLine({ min: 0, max: invitationNoteLengthMax })),
  /** The address that gets the link by mail. The answer has the link, too. */
  mail_to: z.optional(emailSchema),
  /** The language of that mail; the caller's by default. */
  mail_language: z.optional(z.enum(languages)),
};

/** An unnamed link could make anyone an admin who finds it. */
const adminHasAddress = z.refine<{ is_staff?: boolean | undefined; email?: string | undefined }>(
  ({ is_staff, email }) => is_staff !== true || email !== undefined,
  { error: "required", path: ["email"] },
);

/** The invitation without the proof of its creator, for the command on the machine. */
export const newInvitationInput = z.strictObject(invitationMembers).check(adminHasAddress);
export type NewInvitation = z.infer<typeof newInvitationInput>;

export const invitationCreateInput = z
  .strictObject({ ...invitationMembers, ...stepUpMembers })
  .check(oneSecondFactor, adminHasAddress);
/** The only answer that contains the link. */
export const invitationCreateOutput = z.extend(invitationSchema, { link: z.string() });

export const invitationIdInput = z.strictObject({ id: idSchema });

/** What a guest learns about a link before they sign up. */
export const invitationCheckOutput = z.object({
  expires_at: answeredInstantSchema,
  /** The only address that may sign up by it; null for any. */
  email: z.nullable(z.string()),
});
