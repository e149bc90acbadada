import type { Giver, SecondFactor, SecondFactorRefusal } from "@daymark/auth/second-factor/verify";
import type { Transaction } from "@daymark/db/connection/client";
import { ApiError } from "../base/error.ts";
import type { AccountContext, Context } from "../procedure/context.ts";
import { limitAddress } from "../procedure/rate-limit.ts";
import { notify } from "./notice.ts";

/** Who gives a second factor in this call. If it is a backup code, the owner gets a mail. */
export function giverOf(ctx: Context, sessionId: string | null): Giver {
  return {
    sessionId,
    client: ctx.client,
    onBackupCode: (tx, userId, remaining) => notify(ctx, tx, userId, "backup_code_used", { remaining }),
  };
}

/**
 * Checks the code or backup code of a logged-in user. If it is right, runs `work` in the same transaction.
 *
 * @throws ApiError security_code_invalid, backup_code_invalid, too_many_attempts, two_factor_already_disabled,
 *   too_many_requests
 */
export async function checkSecondFactor<Answer>(
  ctx: AccountContext,
  given: SecondFactor,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  await limitAddress(ctx, "code");
  const verdict = await ctx.services.twoFactor.check(ctx.db, ctx.user.id, given, giverOf(ctx, ctx.session.id), work);
  if (verdict.is !== "right") throw refusal(verdict);
  return verdict.answer;
}

/** The error for a refused second factor, on an authenticated call. */
export function refusal(verdict: SecondFactorRefusal): ApiError {
  switch (verdict.is) {
    case "wrong":
      return new ApiError(verdict.what === "code" ? "security_code_invalid" : "backup_code_invalid");
    case "closed":
      return new ApiError("too_many_attempts", { retryAfterSeconds: verdict.retryAfterSeconds });
    case "off":
      return new ApiError("two_factor_already_disabled", { values: { wanted: "enabled" } });
  }
}
