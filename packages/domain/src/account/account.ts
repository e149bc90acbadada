import * as z from "zod/mini";
import { success, successCodes } from "../base/successes.ts";
import { firstBroken, lengthTo, readable } from "../text/text.ts";
import {
  captcha,
  emailLengthMax,
  emailSchema,
  isConfirmed,
  linkTokenInput,
  newPasswordSchema,
  passwordConfirmation,
  passwordSchema,
  usernameSchema,
} from "./auth.ts";
import { oneSecondFactor, stepUpMembers } from "./two-factor.ts";

export const passwordResetAskInput = z.strictObject({ email: emailSchema, captcha: z.optional(captcha) });

export const passwordResetCheckOutput = z.extend(success, {
  /** True if the link sets the first password of an account that an admin has made. */
  is_set_up: z.optional(z.boolean()),
});

export const passwordResetInput = z
  .extend(linkTokenInput, { password: newPasswordSchema, password_confirmation: passwordConfirmation })
  .check(isConfirmed("password", "password_confirmation"));

export const passwordChangeInput = z
  .strictObject({
    password: passwordSchema,
    new_password: newPasswordSchema,
    new_password_confirmation: passwordConfirmation,
  })
  .check(isConfirmed("new_password", "new_password_confirmation"));

export const passwordAddInput = z
  .strictObject({ password: newPasswordSchema, password_confirmation: passwordConfirmation })
  .check(isConfirmed("password", "password_confirmation"));

export const usernameChangeInput = z.strictObject({
  username: usernameSchema,
  /** Required if the account has a password. */
  password: z.optional(passwordSchema),
});
export const usernameChangeOutput = z.object({ detail: z.enum(successCodes), username: z.string() });

export const emailOutput = z.object({ email: z.string() });

/** The password is always required. The server checks that after the step-up, which reports a missing proof first. */
export const emailChangeInput = z.strictObject({ email: emailSchema, ...stepUpMembers }).check(oneSecondFactor);

/**
 * The password is required if the account has one. A code or a backup code is required if two-factor authentication is
 * on. An account with neither needs a fresh log-in.
 */
export const accountDeleteInput = z.strictObject(stepUpMembers).check(oneSecondFactor);

/** Counts of what the server deletes with the account. */
export const accountPreviewSchema = z.object({
  /** Those in the trash are counted apart, and their days are not counted. */
  habits: z.int(),
  trashed_habits: z.int(),
  recorded_days: z.int(),
  notes: z.int(),
  sessions: z.int(),
  api_keys: z.int(),
  connected_apps: z.int(),
  passkeys: z.int(),
  providers: z.int(),
});
export type AccountPreview = z.infer<typeof accountPreviewSchema>;

export const newsletterInput = z.strictObject({
  subscribe: z.boolean(),
  /**
   * Set to the user's own address, in any case, to cancel the change. A text that is no address counts as another
   * address.
   */
  email: z.optional(z.string().check(firstBroken([lengthTo(emailLengthMax), readable]))),
});
export const newsletterOutput = z.object({ newsletter_subscriber: z.boolean() });
