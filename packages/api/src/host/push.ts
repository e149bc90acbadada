import { ECDH, hash } from "node:crypto";
import { deriveKey, open, seal } from "@daymark/auth/crypto/derived-key";
import { deriveVapidKeys } from "@daymark/auth/crypto/vapid";
import type { Database, Transaction } from "@daymark/db/connection/client";
import type { PushContent, PushSubscribeInput } from "@daymark/domain/account/push";
import type { Language } from "@daymark/domain/text/language";
import { parseWebAddress } from "@daymark/domain/text/web-address";
import { sql } from "drizzle-orm";

/** The job that sends one message to one browser: {@link SendPushJob} is its payload. */
export const sendPushTask = "send_push";

export interface SendPushJob {
  user_id: number;
  subscription_id: number;
  /** An encrypted {@link PushMessage}, so that no table holds titles of habits in the clear. */
  message: string;
}

export interface PushMessage {
  language: Language;
  content: PushContent;
  /** Milliseconds since the epoch. The worker does not send the message later. */
  expires_at: number;
}

/** About a quarter of an hour of retries at growing intervals: a later reminder is of no use. */
const attemptsMax = 7;

/**
 * The push services of all known browsers. Others are refused: if the server sent to any address, a user could make it
 * reach into its own network.
 */
const services = [
  // Chrome, Edge on Android, Opera, Samsung Internet; and Chromium built without Google's keys.
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  // Firefox
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.push\.services\.mozilla\.com$/,
  // Edge on Windows
  /^[a-z0-9-]+\.notify\.windows\.com$/,
  // Safari
  /^[a-z0-9-]+\.push\.apple\.com$/,
];

/** True for an address of a known push service: https, the default port, no user name or password. */
export function isPushService(endpoint: string): boolean {
  const url = parseWebAddress(endpoint);
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  return services.some((host) => host.test(url.hostname));
}

/** The functions that procedures and the worker use for push messages. */
export interface Push {
  /** The VAPID public key that browsers subscribe with. */
  publicKey: string;
  /** Whether messages may be sent to an address. */
  isService(endpoint: string): boolean;
  sealSubscription(subscription: PushSubscribeInput): string;
  /** @throws Error if it was encrypted with another SECRET_KEY */
  openSubscription(sealed: string): PushSubscribeInput;
  /** @throws Error if it was encrypted with another SECRET_KEY */
  openMessage(sealed: string): PushMessage;
  /** Makes the worker send a message to each of these browsers, once the transaction is committed. */
  enqueue(
    tx: Database | Transaction,
    to: { userId: number; subscriptionIds: readonly number[] },
    message: PushMessage,
  ): Promise<void>;
}

/**
 * @param options.secretKey SECRET_KEY as configured, the same as the worker's
 * @param options.isService which addresses messages may be sent to, for tests with their own service
 */
export function createPush(options: {
  secretKey: string | Uint8Array;
  isService?: (endpoint: string) => boolean;
}): Push {
  const key = deriveKey(options.secretKey, "push");
  return {
    publicKey: deriveVapidKeys(options.secretKey).publicKey,
    isService: options.isService ?? isPushService,
    sealSubscription: (subscription) => seal(key, JSON.stringify(subscription)),
    openSubscription: (sealed) => JSON.parse(open(key, sealed)) as PushSubscribeInput,
    openMessage: (sealed) => JSON.parse(open(key, sealed)) as PushMessage,

    async enqueue(tx, { userId, subscriptionIds }, message) {
      const sealed = seal(key, JSON.stringify(message));
      for (const id of subscriptionIds) {
        const job: SendPushJob = { user_id: userId, subscription_id: id, message: sealed };
        await tx.execute(sql`
          select from graphile_worker.add_job(
            ${sendPushTask}, ${JSON.stringify(job)}::json, max_attempts => ${attemptsMax}
          )`);
      }
    },
  };
}

/** Lower-case hex SHA-256 of an endpoint, the key by which a subscription is found. */
export function hashEndpoint(endpoint: string): string {
  return hash("sha256", endpoint);
}

/** True for a public key that a message can be encrypted for: a point of P-256. */
export function isPointOfCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url", "base64url", "uncompressed");
    return p256dh.startsWith("B");
  } catch {
    return false;
  }
}
