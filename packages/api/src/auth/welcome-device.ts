import { hash } from "node:crypto";
import { type Client, deviceOf } from "@daymark/auth/client/device";
import { lockUser } from "@daymark/auth/user/lock-user";
import type { Transaction } from "@daymark/db/connection/client";
import { knownDevices } from "@daymark/db/schema/security-event";
import { knownDevicesMax } from "@daymark/domain/base/bounds";
import { and, desc, eq, inArray, ne } from "drizzle-orm";
import { createNotMeLink } from "../account-change/not-me-link.ts";
import { notify } from "../account-change/notice.ts";
import type { Context } from "../procedure/context.ts";

/**
 * Stores the device that a user has logged in from. From the account's second device on, the user gets a mail about
 * each new one, with a link for a user who did not log in. An account whose devices were deleted counts as having had
 * its first.
 */
export async function welcomeDevice(ctx: Context, userId: number): Promise<void> {
  const device_hash = hashDevice(ctx.client);
  const now = ctx.now();
  const last_seen_at = new Date(now);
  const seen = await ctx.db
    .update(knownDevices)
    .set({ last_seen_at })
    .where(and(eq(knownDevices.user_id, userId), eq(knownDevices.device_hash, device_hash)))
    .returning({ userId: knownDevices.user_id });
  if (seen.length > 0) return;
  await ctx.db.transaction(async (tx) => {
    // The lock makes one of two parallel first log-ins the first, and sends one mail for two log-ins from one device.
    const user = await lockUser(tx, userId);
    if (!user) return;
    const [other] = await tx
      .select({ device_hash: knownDevices.device_hash })
      .from(knownDevices)
      .where(eq(knownDevices.user_id, userId))
      .limit(1);
    const added = await tx
      .insert(knownDevices)
      .values({ user_id: userId, device_hash, last_seen_at })
      .onConflictDoNothing()
      .returning({ userId: knownDevices.user_id });
    if (added.length === 0 || !other) return;
    await forgetSurplusDevices(tx, userId, device_hash);
    await notify(ctx, tx, userId, "new_device", {
      createNotMeLink: () => createNotMeLink(ctx, tx, user),
    });
  });
}

/**
 * Deletes the devices of a user beyond `knownDevicesMax`, those seen longest ago first. The caller holds the user's
 * lock, so that parallel log-ins count one after the other.
 *
 * @param keep the device that has just logged in; it stays even if a server with a wrong clock wrote later times
 */
async function forgetSurplusDevices(tx: Transaction, userId: number, keep: string): Promise<void> {
  const surplus = tx
    .select({ device_hash: knownDevices.device_hash })
    .from(knownDevices)
    .where(and(eq(knownDevices.user_id, userId), ne(knownDevices.device_hash, keep)))
    .orderBy(desc(knownDevices.last_seen_at), knownDevices.device_hash)
    .offset(knownDevicesMax - 1);
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.user_id, userId), inArray(knownDevices.device_hash, surplus)));
}

/** Identifies a device as a user would: without the version of its browser and its present town. */
function hashDevice(client: Client): string {
  const { device_type, os, browser } = deviceOf(client.userAgent);
  const country = client.location?.split(", ").at(-1) ?? "";
  return hash("sha256", [device_type, os, browser, country].join("\n"));
}
