import { deviceOf } from "@daymark/auth/client/device";
import { ApiError } from "../base/error.ts";
import type { Context } from "./context.ts";

/** Rows of the error table that NETWORK_POLICY may end a sign-up or a log-in with. */
export const policyErrors = ["vpn_or_proxy_detected", "bot_detected"] as const;

/**
 * Turns away who comes over a VPN, a proxy or as a program, where the operator has decided so (NETWORK_POLICY=block):
 * at sign-up and at every way in.
 *
 * @throws ApiError vpn_or_proxy_detected, bot_detected
 */
export function refuseUnwelcome(ctx: Pick<Context, "network" | "client">): void {
  if (ctx.network.policy !== "block") return;
  if (ctx.client.network === "vpn_or_proxy") throw new ApiError("vpn_or_proxy_detected");
  if (deviceOf(ctx.client.userAgent).is_automated) throw new ApiError("bot_detected");
}
