import type { Provider } from "@daymark/domain/account/auth";
import { ApiError } from "../base/error.ts";
import { requireOn } from "../host/switches.ts";
import type { Context } from "../procedure/context.ts";
import { requireOpenSignUp } from "../procedure/sign-up-mode.ts";

/**
 * Decides whether the first log-in at a provider may create an account.
 *
 * @throws ApiError switched_off, permission_denied (SIGN_UP is not open, or OIDC_<NAME>_SIGN_UP=off)
 */
export function requireSignUp(ctx: Pick<Context, "services">, provider: Provider): void {
  const { services } = ctx;
  requireOn(services, "sign_up");
  requireOpenSignUp(ctx);
  if (services.oauth.maySignUp(provider)) return;
  throw new ApiError("permission_denied", { values: { reason: "sign_up", label: services.oauth.labelOf(provider) } });
}
