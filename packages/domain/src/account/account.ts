import * as z from "zod/mini";
import { successCodes } from "../base/successes.ts";
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
  /** Needed where the account has one. */
  password: z.optional(passwordSchema),
});
export const usernameChangeOutput = z.object({ detail: z.enum(successCodes), username: z.string() });

/** The password is always needed. That is judged after the step-up, which answers first where nothing is given. */
export const emailChangeInput = z.strictObject({ email: emailSchema, ...stepUpMembers }).check(oneSecondFactor);

/**
 * The password is needed where the account has one, a code or a backup code where two factors are asked for; without
 * either the log-in has to be fresh.
 */
export const accountDeleteInput = z.strictObject(stepUpMembers).check(oneSecondFactor);

/** How much of what goes with the account. */
export const accountPreviewSchema = z.object({
  habits: z.int(),
  recorded_days: z.int(),
  notes: z.int(),
  sessions: z.int(),
  api_keys: z.int(),
  passkeys: z.int(),
  providers: z.int(),
});
export type AccountPreview = z.infer<typeof accountPreviewSchema>;

export const newsletterInput = z.strictObject({
  subscribe: z.boolean(),
  /** To cancel: one's own address, in any case. What is no address at all is only another one. */
  email: z.optional(z.string().check(firstBroken([lengthTo(emailLengthMax), readable]))),
});
export const newsletterOutput = z.object({ newsletter_subscriber: z.boolean() });
