import {
  accountDeleteInput,
  accountPreviewSchema,
  emailChangeInput,
  emailOutput,
  newsletterInput,
  newsletterOutput,
  passwordAddInput,
  passwordChangeInput,
  passwordResetAskInput,
  passwordResetCheckOutput,
  passwordResetInput,
  usernameChangeInput,
  usernameChangeOutput,
} from "@daymark/domain/account/account";
import { linkTokenInput } from "@daymark/domain/account/auth";
import { success } from "@daymark/domain/base/successes";
import * as z from "zod/mini";
import { stepUpErrors } from "../account-change/step-up.ts";

import { ApiError } from "../base/error.ts";
import { captchaErrors, requireCaptchaOfSuspects } from "../captcha/check.ts";
import { requirePasswordLogIn } from "../procedure/password-log-in.ts";
import { limitAddress, limitResets } from "../procedure/rate-limit.ts";
import { accountProcedure, publicProcedure, router } from "../procedure/trpc.ts";
import { deleteAccount, previewDeletion } from "./delete.ts";
import { askEmailChange, cancelEmailChange } from "./email.ts";
import { setNewsletter } from "./newsletter.ts";
import { reportNotMe } from "./not-me.ts";
import { addPassword, changePassword, readPasswordLink, resetPassword } from "./password.ts";
import { readAccount } from "./read.ts";
import { changeUsername } from "./username.ts";

/** Actions of users on their own account, logged in or by a link in a mail. */
export const accountRouter = router({
  sendPasswordReset: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/send-reset-password/", summary: "Email a link to reset the password" },
      errors: ["permission_denied", "too_many_requests", ...captchaErrors],
    })
    .input(passwordResetAskInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await limitAddress(ctx, "reset_address");
      await requirePasswordLogIn(ctx);
      // The captcha comes first, so that calls without one use up nothing of the address's allowance.
      await requireCaptchaOfSuspects(ctx, "reset_password", { whom: input.email, token: input.captcha });
      await limitResets(ctx, input.email);
      // One statement, whether an account has the address or not: the worker looks it up.
      await ctx.services.outbox.enqueueReset(ctx.db, { email: input.email, client: ctx.client });
      return { detail: "password_reset_sent" };
    }),

  verifyPasswordReset: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/verify-reset-password/{token}/", summary: "Check a reset link" },
      errors: ["link_token_invalid"],
    })
    .input(linkTokenInput)
    .output(passwordResetCheckOutput)
    .mutation(async ({ ctx, input }) => {
      const link = await readPasswordLink(ctx, input.token);
      if (!link) throw new ApiError("link_token_invalid");
      return { detail: "password_reset_ready", ...(link.purpose !== "reset_password" && { is_set_up: true }) };
    }),

  resetPassword: publicProcedure
    .meta({
      openapi: { method: "PATCH", path: "/reset-password/{token}/", summary: "Set a new password with a reset link" },
      errors: ["link_token_invalid"],
    })
    .input(passwordResetInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx, input);
      return { detail: "password_reset" };
    }),

  changePassword: accountProcedure
    .meta({
      openapi: {
        method: "PATCH",
        path: "/change-password/",
        summary: "Change the password and end all other sessions",
      },
      errors: ["password_incorrect", "third_party_account", "too_many_requests"],
    })
    .input(passwordChangeInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx, input);
      return { detail: "password_changed" };
    }),

  addPassword: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/add-password/", summary: "Add a password to an account without one" },
      changes: ["settings"],
      errors: ["permission_denied", "conflict", "step_up_required"],
    })
    .input(passwordAddInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await requirePasswordLogIn(ctx);
      await addPassword(ctx, input.password);
      return { detail: "password_added" };
    }),

  changeUsername: accountProcedure
    .meta({
      openapi: { method: "PATCH", path: "/change-username/", summary: "Change the username" },
      changes: ["settings"],
      // Public posts show the author's name.
      invalidates: ["blog", "board"],
      errors: ["password_incorrect", "third_party_account", "too_many_requests"],
    })
    .input(usernameChangeInput)
    .output(usernameChangeOutput)
    .mutation(async ({ ctx, input }) => {
      await changeUsername(ctx, input);
      return { detail: "username_changed", username: input.username };
    }),

  getEmail: accountProcedure
    .meta({ openapi: { method: "GET", path: "/email/", summary: "Get the full email address" } })
    .input(z.strictObject({}))
    .output(emailOutput)
    .query(async ({ ctx }) => ({ email: (await readAccount(ctx)).email })),

  changeEmail: accountProcedure
    .meta({
      openapi: { method: "PATCH", path: "/change-email/", summary: "Request a change of the email address" },
      changes: ["settings"],
      errors: [...stepUpErrors, "conflict", "generation_failed"],
    })
    .input(emailChangeInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await askEmailChange(ctx, input);
      return { detail: "email_change_sent" };
    }),

  cancelEmailChange: accountProcedure
    .meta({
      openapi: { method: "DELETE", path: "/change-email/", summary: "Cancel a change of the email address" },
      changes: ["settings"],
    })
    .input(z.strictObject({}))
    .output(success)
    .mutation(async ({ ctx }) => {
      await cancelEmailChange(ctx);
      return { detail: "email_change_cancelled" };
    }),

  preview: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/delete-account/", summary: "Preview what deleting the account deletes" },
    })
    .input(z.strictObject({}))
    .output(accountPreviewSchema)
    .query(({ ctx }) => previewDeletion(ctx)),

  delete: accountProcedure
    .meta({
      openapi: { method: "DELETE", path: "/delete-account/", summary: "Delete the account and all its data" },
      invalidates: ["blog", "board"],
      errors: [...stepUpErrors, "conflict"],
    })
    .input(accountDeleteInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await deleteAccount(ctx, input);
      return { detail: "account_deleted" };
    }),

  setNewsletter: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/newsletter/", summary: "Subscribe to the newsletter, or unsubscribe" },
      changes: ["settings"],
      errors: ["switched_off", "email_not_verified", "email_mismatch"],
    })
    .input(newsletterInput)
    .output(newsletterOutput)
    .mutation(async ({ ctx, input }) => ({ newsletter_subscriber: await setNewsletter(ctx, input) })),

  reportNotMe: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/not-me/{token}/",
        summary: 'Secure the account with the link "This was not me"',
      },
      errors: ["link_token_invalid", "generation_failed"],
    })
    .input(linkTokenInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await reportNotMe(ctx, input.token);
      return { detail: "account_secured" };
    }),
});
