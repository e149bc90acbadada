import { deviceOf } from "@daymark/auth/client/device";
import { ApiError } from "../base/error.ts";
import type { Context, Using } from "./context.ts";

/** The keys of the error table with which NETWORK_POLICY may refuse a sign-up or a log-in. */
export const policyErrors = ["vpn_or_proxy_detected", "bot_detected"] as const;

/**
 * Refuses a client that uses a VPN or a proxy or is automated, if the operator sets NETWORK_POLICY=block. It applies to
 * sign-up and to every sign-in method.
 *
 * @throws ApiError vpn_or_proxy_detected, bot_detected
 */
export function refuseUnwelcome(ctx: Using<"network"> & Pick<Context, "client">): void {
  if (ctx.services.network.policy !== "block") return;
  if (ctx.client.network === "vpn_or_proxy") throw new ApiError("vpn_or_proxy_detected");
  if (deviceOf(ctx.client.userAgent).is_automated) throw new ApiError("bot_detected");
}
