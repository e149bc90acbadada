import * as z from "zod/mini";
import { oneSecondFactor, stepUpMembers } from "../account/two-factor.ts";

/** What an operator can switch off for everyone; all of it is on where nobody has. */
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

/** What is on, for whoever asks: a screen says of what is off that it is. */
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
  /** Null where nobody has ever switched it. */
  changed_at: z.nullable(z.string()),
  /** User name of the admin; null where that account was deleted. */
  changed_by: z.nullable(z.string()),
});
export type FeatureSwitch = z.infer<typeof featureSwitchSchema>;

export const switchListSchema = z.object({ results: z.array(featureSwitchSchema), next: z.null() });
export const switchSetInput = z
  .strictObject({ name: z.enum(switchNames), is_on: z.boolean(), ...stepUpMembers })
  .check(oneSecondFactor);
