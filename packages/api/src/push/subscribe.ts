import { pushSubscriptions } from "@daymark/db/schema/reminder";
import { type PushSubscribeInput, pushSubscriptionsMax } from "@daymark/domain/account/push";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { lockAccount } from "../account-change/lock-account.ts";
import { ApiError } from "../base/error.ts";
import { hashEndpoint, isPointOfCurve } from "../host/push.ts";
import type { AccountContext } from "../procedure/context.ts";

/**
 * Subscribes the browser of the calling session to push notifications, in place of its previous subscription. If the
 * user has too many browsers, the oldest one is removed.
 *
 * @returns the id of the subscription, the same if the browser sent the same one again
 * @throws ApiError validation_failed: the address is of no known push service, or the key cannot be encrypted for;
 *   session_terminated
 */
export async function subscribe(ctx: AccountContext, input: PushSubscribeInput): Promise<number> {
  const fields: FieldErrors = {};
  if (!ctx.services.push.isService(input.endpoint)) fields.endpoint = [{ code: "push_service_unknown" }];
  if (!isPointOfCurve(input.keys.p256dh)) fields.keys = [{ code: "invalid" }];
  if (Object.keys(fields).length > 0) throw new ApiError("validation_failed", { fields });

  const endpoint_hash = hashEndpoint(input.endpoint);
  const kept = { session_id: ctx.session.id, sealed: ctx.services.push.sealSubscription(input) };
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, ctx);
    // A session is one browser, which has one subscription: a new one replaces the previous one.
    const isFormer = and(
      eq(pushSubscriptions.session_id, ctx.session.id),
      ne(pushSubscriptions.endpoint_hash, endpoint_hash),
    );
    await tx.delete(pushSubscriptions).where(isFormer);
    const [row] = await tx
      .insert(pushSubscriptions)
      .values({ user_id: ctx.user.id, endpoint_hash, ...kept })
      .onConflictDoUpdate({ target: [pushSubscriptions.user_id, pushSubscriptions.endpoint_hash], set: kept })
      .returning({ id: pushSubscriptions.id });
    if (!row) throw new Error("an insert gave no row back");
    const others = await tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.user_id, ctx.user.id), ne(pushSubscriptions.id, row.id)))
      .orderBy(asc(pushSubscriptions.created_at), asc(pushSubscriptions.id));
    const surplus = others.slice(0, Math.max(0, others.length + 1 - pushSubscriptionsMax)).map(({ id }) => id);
    if (surplus.length > 0) {
      await tx
        .delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.user_id, ctx.user.id), inArray(pushSubscriptions.id, surplus)));
    }
    return row.id;
  });
}
