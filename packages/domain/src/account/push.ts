import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { wholeListMembers } from "../base/pagination.ts";
import type { ReminderHabit } from "../rules/reminder.ts";
import { firstBroken, lengthTo } from "../text/text.ts";
import { deviceTypes } from "./session.ts";

/** Browsers that show one person's notices: their sessions are no more than that. */
export const pushSubscriptionsMax = 20;

const endpointLengthMax = 1000;

/** Base64url without padding, as browsers' `PushSubscription.toJSON` gives it, of exactly so many bytes. */
function bytesText(bytes: number) {
  const pattern = new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`);
  return z
    .string()
    .check(
      firstBroken([{ code: "invalid", holds: (text) => pattern.test(text) }]),
      z.meta({ pattern: pattern.source }),
    );
}

/** What a browser gives of its subscription (W3C Push API, RFC 8291). */
export const pushSubscribeInput = z.strictObject({
  /** Where its push service takes messages for it (RFC 8030). Which services are known is the server's to say. */
  endpoint: z.string().check(firstBroken([lengthTo(endpointLengthMax)])),
  keys: z.strictObject({
    /** An uncompressed point of P-256. */
    p256dh: bytesText(65),
    auth: bytesText(16),
  }),
});
export type PushSubscribeInput = z.infer<typeof pushSubscribeInput>;

/** The public half of the server's key pair (RFC 8292), base64url: a browser's `applicationServerKey`. */
export const pushKeySchema = z.object({ key: z.string() });

/** A browser that shows notices, as its session describes it. */
export const pushSubscriptionSchema = z.object({
  id: z.int(),
  device_type: z.enum(deviceTypes),
  os: z.string(),
  browser: z.string(),
  created_at: z.string(),
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
});
export type PushSubscription = z.infer<typeof pushSubscriptionSchema>;

/** The newest first. */
export const pushListSchema = z.object({ results: z.array(pushSubscriptionSchema), next: z.null() });
export const pushListInput = z.strictObject(wholeListMembers);
export const pushIdInput = z.strictObject({ id: idSchema });

/** What a browser is to show; its words are found when it is sent. */
export type PushContent =
  | { kind: "test" }
  /** In the order of the dashboard, at least one. */
  | { kind: "reminder"; habits: readonly ReminderHabit[] };

/** What a push message holds: words and where a tap on them leads, for the service worker to show as they are. */
export interface PushNotice {
  title: string;
  body: string;
  /** BCP 47, of the words. */
  lang: string;
  /** A later notice of the same tag takes the place of an earlier one. */
  tag: string;
  /** A path of ours. */
  path: string;
}
