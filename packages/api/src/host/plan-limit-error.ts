import type { GrantedPlan } from "@daymark/domain/account/plan";
import { ApiError } from "../base/error.ts";
import type { Installation } from "./installation.ts";

/** The call that a limit refuses. */
export interface LimitedCall {
  user: { plan: GrantedPlan };
  services: { installation: Installation };
}

/**
 * The refusal of a call that the caller's plan does not include.
 *
 * @param values what the message names, such as the type of the habit
 * @param retryAfterSeconds if the limit soon ends
 */
export function planLimitReached(
  call: LimitedCall,
  values: Record<string, string | number>,
  retryAfterSeconds?: number,
): ApiError {
  return new ApiError("plan_limit_reached", {
    values: { ...values, plan: call.user.plan, ...operatorHint(call) },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/**
 * A value for messages about a limit. It makes them name the variable that lifts the limit, if the reader may be the
 * operator. Without plans, no variable lifts it.
 */
export function operatorHint({ user, services }: LimitedCall): { operator?: "here" } {
  return services.installation.hasPublicUrl || user.plan === "unlimited" ? {} : { operator: "here" };
}
