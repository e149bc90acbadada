import { countBackupCodes } from "@daymark/auth/second-factor/backup-code";
import { removeTwoFactor } from "@daymark/auth/second-factor/two-factor";
import { endSessions } from "@daymark/auth/session/revoke";
import type { Transaction } from "@daymark/db/connection/client";
import {
  backupCodesCreateInput,
  backupCodesSchema,
  newBackupCodesOutput,
  twoFactorDisableInput,
  twoFactorGenerateInput,
  twoFactorGenerateOutput,
  twoFactorVerifyInput,
} from "@daymark/domain/account/two-factor";
import { success } from "@daymark/domain/base/successes";
import * as z from "zod/mini";
import { readAccount } from "../account/read.ts";
import { checkSecondFactor, giverOf, refusal } from "../account-change/check-second-factor.ts";
import { lockAccount } from "../account-change/lock-account.ts";
import { createNotMeLink, suspectSince } from "../account-change/not-me-link.ts";
import { recordAndNotify } from "../account-change/record-event.ts";
import { requireStepUp } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";
import { limitAddress } from "../procedure/rate-limit.ts";
import { accountProcedure, router } from "../procedure/trpc.ts";

export const twoFactorRouter = router({
  generate: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/2fa/generate/", summary: "Generate a secret for an authenticator app" },
      errors: [
        "two_factor_already_enabled",
        "step_up_required",
        "password_incorrect",
        "third_party_account",
        "too_many_requests",
      ],
    })
    .input(twoFactorGenerateInput)
    .output(twoFactorGenerateOutput)
    .mutation(async ({ ctx, input }) => {
      const { two_factor_enabled, password_hash } = await readAccount(ctx);
      if (two_factor_enabled) throw new ApiError("two_factor_already_enabled");
      // If the caller gives no proof, the step-up's error comes first.
      await requireStepUp(ctx, input);
      if (password_hash !== null && input.password === undefined) {
        throw new ApiError("validation_failed", { fields: { password: [{ code: "required" }] } });
      }
      const enrolment = await ctx.db.transaction(async (tx) => {
        await lockAccount(tx, ctx);
        return ctx.services.twoFactor.enrol(tx, ctx.user);
      });
      if (!enrolment) throw new ApiError("two_factor_already_enabled");
      return enrolment;
    }),

  verify: accountProcedure
    .meta({
      openapi: {
        method: "PATCH",
        path: "/auth/2fa/verify/",
        summary: "Turn two-factor authentication on",
      },
      changes: ["settings"],
      errors: [
        "security_code_invalid",
        "too_many_attempts",
        "too_many_requests",
        "two_factor_already_enabled",
        "two_factor_already_disabled",
        "generation_failed",
      ],
    })
    .input(twoFactorVerifyInput)
    .output(newBackupCodesOutput)
    .mutation(async ({ ctx, input }) => {
      await limitAddress(ctx, "code");
      const giver = giverOf(ctx, ctx.session.id);
      const verdict = await ctx.services.twoFactor.enable(ctx.db, ctx.user.id, input, giver, async (tx) => {
        const { sessionBegan } = await endOtherSessions(ctx, tx);
        const since = suspectSince({ sessionBegan, now: ctx.now() });
        // A thief who turned it on would lock out the owner for good, because a password reset leaves it on.
        await recordAndNotify(ctx, tx, "two_factor_enabled", {
          createNotMeLink: (owner) => createNotMeLink(ctx, tx, owner, since),
        });
      });
      if (verdict.is === "off" && (await readAccount(ctx)).two_factor_enabled) {
        throw new ApiError("two_factor_already_enabled");
      }
      if (verdict.is !== "right") throw refusal(verdict);
      ctx.services.sessions.forget(ctx.user.id);
      return { detail: "two_factor_enabled", backup_codes: verdict.answer };
    }),

  disable: accountProcedure
    .meta({
      openapi: { method: "PATCH", path: "/auth/2fa/disable/", summary: "Turn two-factor authentication off" },
      changes: ["settings"],
      errors: [
        "security_code_invalid",
        "backup_code_invalid",
        "too_many_attempts",
        "too_many_requests",
        "two_factor_already_disabled",
      ],
    })
    .input(twoFactorDisableInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await limitAddress(ctx, "code");
      const giver = giverOf(ctx, ctx.session.id);
      const verdict = await ctx.services.twoFactor.check(ctx.db, ctx.user.id, input, giver, async (tx) => {
        await removeTwoFactor(tx, ctx.user.id);
        await endOtherSessions(ctx, tx);
        await recordAndNotify(ctx, tx, "two_factor_disabled", {});
      });
      if (verdict.is === "off") throw new ApiError("two_factor_already_disabled");
      if (verdict.is !== "right") throw refusal(verdict);
      ctx.services.sessions.forget(ctx.user.id);
      return { detail: "two_factor_disabled" };
    }),

  backupCodes: router({
    get: accountProcedure
      .meta({
        openapi: { method: "GET", path: "/auth/2fa/backup-codes/", summary: "Get the number of backup codes left" },
        errors: ["two_factor_already_disabled"],
      })
      .input(z.strictObject({}))
      .output(backupCodesSchema)
      .query(async ({ ctx }) => {
        const { total, remaining, generated_at } = await countBackupCodes(ctx.db, ctx.user.id);
        // "This was not me" can leave the second factor on without codes.
        if (!generated_at && !(await readAccount(ctx)).two_factor_enabled) throw refusal({ is: "off" });
        return { total, remaining, generated_at: generated_at?.toISOString() ?? null };
      }),

    create: accountProcedure
      .meta({
        openapi: {
          method: "POST",
          path: "/auth/2fa/backup-codes/",
          summary: "Replace the backup codes",
        },
        errors: [
          "security_code_invalid",
          "too_many_attempts",
          "too_many_requests",
          "two_factor_already_disabled",
          "generation_failed",
        ],
      })
      .input(backupCodesCreateInput)
      .output(newBackupCodesOutput)
      .mutation(async ({ ctx, input }) => {
        const backup_codes = await checkSecondFactor(ctx, input, async (tx) => {
          await lockAccount(tx, ctx);
          const codes = await ctx.services.twoFactor.newBackupCodes(tx, ctx.user.id);
          await recordAndNotify(ctx, tx, "backup_codes_generated", {});
          return codes;
        });
        return { detail: "backup_codes_generated", backup_codes };
      }),
  }),
});

/**
 * Ends the user's other sessions, which began without the second factor that a log-in needs from now on.
 *
 * @returns when the caller's session began
 * @throws ApiError session_terminated if the caller's session has ended meanwhile: the second factor stays as it was
 */
async function endOtherSessions(ctx: AccountContext, tx: Transaction): Promise<{ sessionBegan: Date }> {
  const held = await lockAccount(tx, ctx);
  await endSessions(tx, ctx.user.id, { keep: ctx.session.id });
  return held;
}
