import type { Push, SendPushJob } from "@daymark/api/host/push";
import type { Log } from "@daymark/api/procedure/context";
import type { Vapid } from "@daymark/auth/crypto/vapid";
import type { Database } from "@daymark/db/connection/client";
import { pushSubscriptions } from "@daymark/db/schema/reminder";
import { sessions } from "@daymark/db/schema/session";
import type { PushSubscribeInput } from "@daymark/domain/account/push";
import { wordPush } from "@daymark/i18n/push-words";
import { i18nFor } from "@daymark/i18n/server";
import { and, eq, gt } from "drizzle-orm";
import { encryptPush } from "./encrypt.ts";

export interface SendPushDeps {
  db: Database;
  push: Push;
  vapid: Vapid;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Until a push service that says nothing is given up; 10 s by default. */
  timeoutMilliseconds?: number;
}

/** What went wrong, without an address: who has one can send to that browser. */
class PushFailed extends Error {
  override readonly name = "PushFailed";
}

const timeoutMilliseconds = 10_000;

/**
 * Sends one message to one browser. One that nobody wants any more, because it is too late, the session has ended or
 * the browser was taken off the list, is passed over; a browser that its push service does not know any more is
 * taken off.
 *
 * @param isLastAttempt whether a failure is the end of it
 * @throws PushFailed where it shall be tried again; the message is a code
 */
export async function sendPush(deps: SendPushDeps, job: SendPushJob, isLastAttempt: boolean): Promise<void> {
  const { db, log, now } = deps;
  const [row] = await db
    .select({ sealed: pushSubscriptions.sealed })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.session_id))
    .where(and(ownSubscription(job), gt(sessions.expiresAt, new Date(now()))));
  if (!row) return;
  const opened = openAll(deps.push, row.sealed, job.message);
  const fields = { user_id: job.user_id, subscription_id: job.subscription_id };
  if (!opened) {
    // Sealed with another SECRET_KEY: the browser subscribed to a server of another key, and refuses this one.
    await db.delete(pushSubscriptions).where(ownSubscription(job));
    log.warn(fields, "a browser's subscription cannot be read and is dropped");
    return;
  }
  const { subscription, message } = opened;
  if (message.expires_at <= now() || !deps.push.isService(subscription.endpoint)) return;
  const notice = wordPush(i18nFor(message.language), message.language, message.content);
  const code = await deliver(deps, subscription, JSON.stringify(notice), {
    ttlSeconds: Math.ceil((message.expires_at - now()) / 1000),
    topic: notice.tag,
  });
  if (code === "gone") {
    await db.delete(pushSubscriptions).where(ownSubscription(job));
    log.info(fields, "a browser that is gone is dropped");
    return;
  }
  if (code === "sent") {
    log.info(fields, "push message sent");
    return;
  }
  const isGivenUp = isLastAttempt || !mayPass(code);
  log.warn({ ...fields, code }, isGivenUp ? "push message given up" : "push message not sent, to be tried again");
  if (!isGivenUp) throw new PushFailed(code);
}

function ownSubscription({ user_id, subscription_id }: SendPushJob) {
  return and(eq(pushSubscriptions.user_id, user_id), eq(pushSubscriptions.id, subscription_id));
}

function openAll(push: Push, sealed: string, message: string) {
  try {
    return { subscription: push.openSubscription(sealed), message: push.openMessage(message) };
  } catch {
    return null;
  }
}

/** RFC 8030 5. The answer's body is nobody's business, so none of it is read. */
async function deliver(
  { vapid, now, ...deps }: SendPushDeps,
  { endpoint, keys }: PushSubscribeInput,
  text: string,
  { ttlSeconds, topic }: { ttlSeconds: number; topic: string },
): Promise<"sent" | "gone" | `${number}` | "no answer"> {
  const headers = {
    authorization: await vapid.authorize(endpoint, now()),
    "content-encoding": "aes128gcm",
    "content-type": "application/octet-stream",
    ttl: String(ttlSeconds),
    // It is of now, also for a phone that sleeps.
    urgency: "high",
    // A later message of the same topic takes the place of one that has not arrived.
    topic,
  };
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers,
      body: encryptPush(text, keys) as Uint8Array<ArrayBuffer>,
      // Else a push service could lead the message, and its signature, to any address.
      redirect: "manual",
      signal: AbortSignal.timeout(deps.timeoutMilliseconds ?? timeoutMilliseconds),
    });
    await response.body?.cancel();
    if (response.ok) return "sent";
    if (response.status === 404 || response.status === 410) return "gone";
    return `${response.status}`;
  } catch {
    return "no answer";
  }
}

/** What may be otherwise a little later: too many messages, a push service that has trouble, no way to it. */
function mayPass(code: string): boolean {
  return code === "no answer" || code === "429" || code.startsWith("5");
}
