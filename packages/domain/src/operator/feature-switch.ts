import * as z from "zod/mini";
import { oneSecondFactor, stepUpMembers } from "../account/two-factor.ts";
import { answeredInstantSchema } from "../base/instant.ts";

/** Features that an operator can turn off for everyone. A feature is on until an operator turns it off. */
export const switchNames = [
  "sign_up",
  "social_log_in",
  "comments",
  "feature_requests",
  "newsletter",
  "image_upload",
  "import",
  "push",
] as const;
export type SwitchName = (typeof switchNames)[number];

/** Not a feature: its row says when the operator has allowed passwords despite PASSWORD_LOGIN=off. */
export const passwordException = "password_exception";
/** How long passwords are then allowed. */
export const passwordExceptionSeconds = 3600;

/** The state of every feature, for all callers. A page says that a feature is off. */
export const switchesSchema = z.object({
  sign_up: z.boolean(),
  social_log_in: z.boolean(),
  comments: z.boolean(),
  feature_requests: z.boolean(),
  newsletter: z.boolean(),
  image_upload: z.boolean(),
  import: z.boolean(),
  push: z.boolean(),
} satisfies Record<SwitchName, unknown>);

export const featureSwitchSchema = z.object({
  name: z.enum(switchNames),
  is_on: z.boolean(),
  /** Null if no operator ever changed it. */
  changed_at: z.nullable(answeredInstantSchema),
  /** User name of the admin; null if that account was deleted. */
  changed_by: z.nullable(z.string()),
});
export type FeatureSwitch = z.infer<typeof featureSwitchSchema>;

export const switchListSchema = z.object({ results: z.array(featureSwitchSchema), next: z.null() });
export const switchSetInput = z
  .strictObject({ name: z.enum(switchNames), is_on: z.boolean(), ...stepUpMembers })
  .check(oneSecondFactor);
