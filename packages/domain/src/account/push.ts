import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { wholeListMembers } from "../base/pagination.ts";
import type { ReminderHabit } from "../reminder/reminder.ts";
import { firstBroken, lengthTo } from "../text/text.ts";
import { deviceTypes } from "./session.ts";

/** Subscriptions per user, at most. */
export const pushSubscriptionsMax = 20;

const endpointLengthMax = 1000;

/** Base64url without padding, as `PushSubscription.toJSON` of browsers returns it, of exactly this many bytes. */
function bytesText(bytes: number) {
  const pattern = new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`);
  return z
    .string()
    .check(
      firstBroken([{ code: "invalid", holds: (text) => pattern.test(text) }]),
      z.meta({ pattern: pattern.source }),
    );
}

/** A browser's push subscription (W3C Push API, RFC 8291). */
export const pushSubscribeInput = z.strictObject({
  /** The URL of the push service for this browser (RFC 8030). The server decides which push services it accepts. */
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

/** A browser that shows notifications, described like its session. */
export const pushSubscriptionSchema = z.object({
  id: z.int(),
  device_type: z.enum(deviceTypes),
  os: z.string(),
  browser: z.string(),
  created_at: answeredInstantSchema,
  /** Whether it is the caller's browser. */
  is_current: z.boolean(),
});
export type PushSubscription = z.infer<typeof pushSubscriptionSchema>;

/** The newest first. */
export const pushListSchema = z.object({ results: z.array(pushSubscriptionSchema), next: z.null() });
export const pushListInput = z.strictObject(wholeListMembers);
export const pushIdInput = z.strictObject({ id: idSchema });

/** The content of a notification. The server chooses its text when it sends it. */
export type PushContent =
  | { kind: "test" }
  /** In the order of the dashboard, at least one. */
  | {
      kind: "reminder";
      habits: readonly ReminderHabit[];
      /** The token of the button "Done"; only with one habit. */
      done?: string;
    };

/** The content of a push message. The service worker shows the text and opens the path without changes. */
export interface PushNotice {
  title: string;
  body: string;
  /** BCP 47 language of the text. */
  lang: string;
  /** A later notification with the same tag replaces an earlier one. */
  tag: string;
  /** A path of the product. */
  path: string;
  done?: PushDone;
}

/** The button of a notification that marks the day as done, and all that the worker says after a press. */
export interface PushDone {
  /** Where the worker sends the press: a path of the API with the token. */
  path: string;
  label: string;
  recorded: string;
  met: string;
  used: string;
  gone: string;
  /** The server refused, mostly because the day is over. */
  refused: string;
  /** Without a network, if the browser sends the press later by itself. */
  waiting: string;
  /** Without a network, if it does not. */
  offline: string;
}
