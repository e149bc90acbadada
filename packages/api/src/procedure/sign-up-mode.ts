import { ApiError } from "../base/error.ts";
import type { Using } from "./context.ts";

/**
 * Refuses a sign-up without an invitation, unless everyone may sign up.
 *
 * @throws ApiError permission_denied
 */
export function requireOpenSignUp(ctx: Using<"installation">): void {
  if (ctx.services.installation.signUp !== "open") throw refusal(ctx);
}

/**
 * Refuses a sign-up with an invitation while sign-up is closed.
 *
 * @throws ApiError permission_denied
 */
export function requireInvitable(ctx: Using<"installation">): void {
  if (ctx.services.installation.signUp === "closed") throw refusal(ctx);
}

function refusal({ services }: Using<"installation">): ApiError {
  return new ApiError("permission_denied", { values: { sign_up: services.installation.signUp } });
}
