import * as z from "zod/mini";
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
import { successCodes } from "./successes.ts";
import { firstBroken, lengthTo, readable } from "./text.ts";

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

/** Any bounded text, so that a wrong code is wrong and not invalid. */
const codeText = z.string().check(z.maxLength(64));

export const emailChangeInput = z.strictObject({
  email: emailSchema,
  /** Always needed. It is read after the step-up, which answers first where nothing is given. */
  password: z.optional(passwordSchema),
  code: z.optional(codeText),
  backup_code: z.optional(codeText),
});

export const accountDeleteInput = z.strictObject({
  /** Needed where the account has one; without one the log-in has to be fresh. */
  password: z.optional(passwordSchema),
  /** One of these two is needed where two factors are asked for. */
  code: z.optional(codeText),
  backup_code: z.optional(codeText),
});

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
