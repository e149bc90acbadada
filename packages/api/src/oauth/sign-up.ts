import type { Provider } from "@daymark/domain/account/auth";
import { ApiError } from "../base/error.ts";
import { requireOn } from "../host/switches.ts";
import type { Context } from "../procedure/context.ts";
import { requireInvitable, requireOpenSignUp } from "../procedure/sign-up-mode.ts";

/**
 * Decides whether the first log-in at a provider may create an account.
 *
 * @param isInvited whether the log-in brought an invitation, which the caller redeems
 * @throws ApiError switched_off, permission_denied (SIGN_UP does not allow it, or OIDC_<NAME>_SIGN_UP=off)
 */
export function requireSignUp(
  ctx: Pick<Context, "services">,
  { provider, isInvited }: { provider: Provider; isInvited: boolean },
): void {
  const { services } = ctx;
  requireOn(services, "sign_up");
  if (isInvited) requireInvitable(ctx);
  else requireOpenSignUp(ctx);
  if (services.oauth.maySignUp(provider)) return;
  throw new ApiError("permission_denied", { values: { reason: "sign_up", label: services.oauth.labelOf(provider) } });
}
