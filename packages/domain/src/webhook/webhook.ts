import * as z from "zod/mini";
import { answeredInstantSchema } from "../base/instant.ts";
import { messageTypes, webhookEvents } from "./webhook-event.ts";

/** Per user. */
export const webhooksMax = 10;
/** Deliveries of a webhook that wait at once. The server drops events beyond them, so that a dead receiver fills no disk. */
export const waitingDeliveriesMax = 1_000;
/** Deliveries of a webhook that the log keeps; the oldest go first. */
export const deliveriesMax = 5_000;
/** Bytes of the bodies that the log of a webhook keeps. A waiting message stays in any case. */
export const deliveryBytesMax = 20_000_000;
/** The messages `day.recorded` that one call sends: those of the first days that it records. */
export const recordedDaysMax = 100;
/** How long the log of deliveries keeps a delivery, and how long a replay is possible. */
export const deliveryDays = 7;
/** A webhook that has failed for so long, without a success between, is switched off. */
export const failingDaysMax = 7;
/** How long the secret before the current one also signs. */
export const formerSecretHours = 24;
/** Delays before the attempts after the first one, in seconds: about a day in all. Each gets up to a tenth longer. */
export const retryDelaysSeconds = [5, 60, 300, 1_800, 7_200, 18_000, 21_600, 36_000] as const;
/** Characters of an answer that the log keeps. */
export const answerLengthMax = 2_048;

/** Why the server switched a webhook off. */
export const offReasons = ["gone", "failures"] as const;
export type OffReason = (typeof offReasons)[number];

export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an attempt failed without an answer that counts. */
export const deliveryFaults = [
  "address_refused",
  "name_unresolved",
  "no_connection",
  "certificate",
  "timeout",
  "redirect",
  "status",
  "webhook_off",
  /** The secret was encrypted with another SECRET_KEY. */
  "secret_unreadable",
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

export const deliverySchema = z.object({
  id: z.int(),
  /** The header `webhook-id`. It stays the same for all attempts, so that a receiver recognises a repetition. */
  message_id: z.string(),
  type: z.enum(messageTypes),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  created_at: answeredInstantSchema,
  /** The last attempt; null before the first one. */
  attempted_at: z.nullable(answeredInstantSchema),
  /** The next attempt; null if there is none. */
  next_at: z.nullable(answeredInstantSchema),
  /** HTTP status of the last answer; null if there was none. */
  status: z.nullable(z.int()),
  /** Why the last attempt failed; null if it has not. */
  fault: z.nullable(z.enum(deliveryFaults)),
  duration_milliseconds: z.nullable(z.int()),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const webhookSchema = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** The habits whose events it gets; null for all. It has no effect on events that concern no habit. */
  habit_ids: z.nullable(z.array(z.int())),
  enabled: z.boolean(),
  /** Why the server switched it off; null if it did not. */
  off_reason: z.nullable(z.enum(offReasons)),
  /** Since when all attempts fail; null if the last one succeeded. */
  failing_since: z.nullable(answeredInstantSchema),
  /** Until when the former secret also signs; null if there is none. */
  former_secret_until: z.nullable(answeredInstantSchema),
  last_delivery: z.nullable(deliverySchema),
  created_at: answeredInstantSchema,
});
export type Webhook = z.infer<typeof webhookSchema>;

export const webhookListSchema = z.object({ results: z.array(webhookSchema), next: z.null() });
/** The only answers that contain the secret, `whsec_` and 32 random bytes as base64. */
export const webhookSecretSchema = z.extend(webhookSchema, { secret: z.string() });
export const deliveryListSchema = z.object({ results: z.array(deliverySchema), next: z.nullable(z.string()) });

/** A delivery with what was sent and what the receiver answered. */
export const deliveryDetailSchema = z.extend(deliverySchema, {
  /** The JSON text that was sent. */
  body: z.string(),
  /** The beginning of the last answer, at most 2048 characters; null if there was none. */
  answer: z.nullable(z.string()),
});
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;
