import { randomInt } from "node:crypto";
import { createAppSecret, hashAppSecret } from "@daymark/auth/session/app-token";
import { lockUser } from "@daymark/auth/user/lock-user";
import type { Transaction } from "@daymark/db/connection/client";
import { violatedReference } from "@daymark/db/connection/unique";
import { appClients, appDeviceCodes } from "@daymark/db/schema/connection/connected-app";
import {
  type AppAccess,
  type DeviceRequest,
  deviceCodeLength,
  deviceCodeLetters,
} from "@daymark/domain/account/connected-app";
import { and, eq, gt, isNull } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { recordAndNotify } from "../account-change/record-event.ts";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";
import { limit, limitAddress } from "../procedure/rate-limit.ts";
import { type AppClient, type AppContext, type Form, unknownClient } from "./client.ts";
import { isDocumentUrl } from "./client-document.ts";
import { assertConnectionAllowed } from "./connection-limit.ts";
import { OauthError } from "./oauth-error.ts";
import { type Granted, lowerScopes, parseResource, parseScope } from "./scope.ts";

const deviceCodeSeconds = 600;
/** RFC 8628 3.5: the pause between two polls, and how much longer it gets after one that came too soon. */
const intervalSeconds = 5;

/**
 * Begins the log-in of a device (RFC 8628 3.2).
 *
 * @throws OauthError unauthorized_client, invalid_scope, invalid_target, invalid_client if the registration has just been
 *   deleted; ApiError too_many_requests
 */
export async function startDevice(ctx: AppContext, client: AppClient, form: Form) {
  assertDeviceClient(client);
  const { publicUrl } = ctx.services.outbox;
  const scopes = parseScope(form.get("scope"));
  const resource = parseResource(publicUrl, form.get("resource"));
  await limitAddress(ctx, "device_start");
  const { secret, secret_hash } = createAppSecret("deviceCode");
  const user_code = createUserCode();
  const code = {
    code_hash: secret_hash,
    user_code,
    app_client_id: client.id,
    resource,
    scopes,
    interval_seconds: intervalSeconds,
    expires_at: new Date(ctx.now() + deviceCodeSeconds * 1000),
  };
  await ctx.db
    .insert(appDeviceCodes)
    .values(code)
    .catch((error: unknown) => {
      // Newer registrations have pushed this one out since it was read.
      if (violatedReference(error)?.endsWith("_app_clients_id_fk")) throw unknownClient();
      throw error;
    });
  const shown = `${user_code.slice(0, 4)}-${user_code.slice(4)}`;
  return {
    device_code: secret,
    user_code: shown,
    verification_uri: `${publicUrl}/device`,
    verification_uri_complete: `${publicUrl}/device?user_code=${shown}`,
    expires_in: deviceCodeSeconds,
    interval: intervalSeconds,
  };
}

/**
 * Refuses the device grant to an application that a document describes. Only the redirect addresses of a document prove
 * who sends its address as `client_id`, and this grant uses none: anyone could log in a device under the name of the site.
 *
 * @throws OauthError unauthorized_client
 */
function assertDeviceClient({ client_id }: AppClient): void {
  if (!isDocumentUrl(client_id)) return;
  throw new OauthError("unauthorized_client", "A client that a document describes may not use the device grant.");
}

/**
 * What a device requests, while it waits for the caller's decision.
 *
 * @throws ApiError validation_failed (no device waits with this code), too_many_requests
 */
export async function readDevice(ctx: AccountContext, userCode: string): Promise<DeviceRequest> {
  await limit(ctx, "device_code", ctx.user.id);
  const [row] = await ctx.db
    .select({ name: appClients.name, scopes: appDeviceCodes.scopes, resource: appDeviceCodes.resource })
    .from(appDeviceCodes)
    .innerJoin(appClients, eq(appClients.id, appDeviceCodes.app_client_id))
    .where(waiting(ctx, userCode));
  if (!row) throw unknownCode();
  return row;
}

/**
 * Decides about a device.
 *
 * @throws ApiError validation_failed (no device waits with this code), conflict (too many connections), session_terminated, too_many_requests
 */
export async function decideDevice(
  ctx: AccountContext,
  { user_code, decision, access }: { user_code: string; decision: "allow" | "refuse"; access: AppAccess },
): Promise<void> {
  await limit(ctx, "device_code", ctx.user.id);
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const [row] = await tx
      .select()
      .from(appDeviceCodes)
      .innerJoin(appClients, eq(appClients.id, appDeviceCodes.app_client_id))
      .where(waiting(ctx, user_code))
      .for("update", { of: appDeviceCodes });
    if (!row) throw unknownCode();
    const { app_device_codes: device, app_clients: client } = row;
    const own = eq(appDeviceCodes.code_hash, device.code_hash);
    if (decision === "refuse") {
      await tx.update(appDeviceCodes).set({ decision, user_id: ctx.user.id }).where(own);
      return;
    }
    const { resource } = device;
    await assertConnectionAllowed(tx, { user_id: ctx.user.id, app_client_id: client.id, resource });
    const scopes = lowerScopes(device.scopes, access);
    await tx.update(appDeviceCodes).set({ decision, scopes, user_id: ctx.user.id }).where(own);
    await tx
      .update(appClients)
      .set({ last_used_at: new Date(ctx.now()) })
      .where(eq(appClients.id, client.id));
    await recordAndNotify(ctx, tx, "app_connected", { name: client.name });
  });
}

/**
 * Answers a poll of a device (RFC 8628 3.4). Once the user has allowed it, the code serves once.
 *
 * @throws OauthError unauthorized_client, authorization_pending, slow_down, access_denied, expired_token, invalid_grant
 */
export async function redeemDeviceCode<Answer>(
  ctx: AppContext,
  client: AppClient,
  deviceCode: string,
  connect: (tx: Transaction, granted: Granted) => Promise<Answer>,
): Promise<{ userId: number; answer: Answer }> {
  assertDeviceClient(client);
  const own = and(
    eq(appDeviceCodes.code_hash, hashAppSecret("deviceCode", deviceCode) ?? ""),
    eq(appDeviceCodes.app_client_id, client.id),
  );
  const [found] = await ctx.db.select().from(appDeviceCodes).where(own);
  if (!found) throw new OauthError("invalid_grant", "The device code is unknown, used, or of another client.");
  if (found.expires_at.getTime() <= ctx.now()) throw new OauthError("expired_token", "The device code has expired.");
  if (found.decision === "refuse") throw new OauthError("access_denied", "The user has refused.");
  if (found.decision === null || found.user_id === null) return await refusePoll(ctx, found);
  const userId = found.user_id;
  const answer = await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const [row] = await tx.delete(appDeviceCodes).where(own).returning();
    if (!row || !user?.is_active) return undefined;
    return { given: await connect(tx, { user_id: userId, resource: row.resource, scopes: row.scopes }) };
  });
  if (!answer) throw new OauthError("invalid_grant", "The device code was used.");
  return { userId, answer: answer.given };
}

/** @throws OauthError authorization_pending, slow_down */
async function refusePoll(ctx: AppContext, device: typeof appDeviceCodes.$inferSelect): Promise<never> {
  const { polled_at, interval_seconds, code_hash } = device;
  const isTooSoon = polled_at !== null && polled_at.getTime() + interval_seconds * 1000 > ctx.now();
  const next = isTooSoon ? interval_seconds + intervalSeconds : interval_seconds;
  await ctx.db
    .update(appDeviceCodes)
    .set({ polled_at: new Date(ctx.now()), interval_seconds: next })
    .where(eq(appDeviceCodes.code_hash, code_hash));
  if (isTooSoon) throw new OauthError("slow_down", `Wait ${next} seconds between two requests.`);
  throw new OauthError("authorization_pending", "The user has not decided yet.");
}

function waiting(ctx: Pick<AccountContext, "now">, userCode: string) {
  return and(
    eq(appDeviceCodes.user_code, userCode),
    isNull(appDeviceCodes.decision),
    gt(appDeviceCodes.expires_at, new Date(ctx.now())),
  );
}

function unknownCode(): ApiError {
  return new ApiError("validation_failed", { fields: { user_code: [{ code: "invalid" }] } });
}

function createUserCode(): string {
  const letter = () => deviceCodeLetters[randomInt(deviceCodeLetters.length)];
  return Array.from({ length: deviceCodeLength }, letter).join("");
}
