import type { Provider } from "@daymark/domain/account/auth";
import { ApiError } from "../base/error.ts";
import { requireOn } from "../host/switches.ts";
import type { Context } from "../procedure/context.ts";

/**
 * Decides whether the first log-in at a provider may create an account. It is the only place where a mode of sign-ups
 * can refuse one.
 *
 * @throws ApiError switched_off, permission_denied (OIDC_<NAME>_SIGN_UP=off)
 */
export function requireSignUp({ services }: Pick<Context, "services">, provider: Provider): void {
  requireOn(services, "sign_up");
  if (services.oauth.maySignUp(provider)) return;
  throw new ApiError("permission_denied", { values: { reason: "sign_up", label: services.oauth.labelOf(provider) } });
}
