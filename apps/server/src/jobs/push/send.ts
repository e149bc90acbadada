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
  /** The timeout of a push service; 10 s by default. */
  timeoutMilliseconds?: number;
}

/** Contains no address, because anyone with a subscription's address can send to that browser. */
class PushFailed extends Error {
  override readonly name = "PushFailed";
}

const timeoutMilliseconds = 10_000;

/**
 * Sends one message to one browser. It skips a message that is too late, whose session has ended, or whose browser is
 * no longer subscribed. It deletes the subscription of a browser that the push service no longer knows.
 *
 * @param isLastAttempt whether the job gives up after a failure
 * @throws PushFailed if the queue must retry the job; the message is a code
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
    // It was encrypted with another SECRET_KEY. The browser subscribed with that server's key and would refuse our
    // messages.
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

/** RFC 8030 5. The body of the answer is not needed, so it is not read. */
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
    // The message is current now, so a sleeping phone must get it too.
    urgency: "high",
    // A later message with the same topic replaces one that was not delivered yet.
    topic,
  };
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers,
      body: encryptPush(text, keys) as Uint8Array<ArrayBuffer>,
      // Otherwise a push service could redirect the message and its signature to any address.
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

/** Errors that may be temporary: too many messages, a failure of the push service, or no connection. */
function mayPass(code: string): boolean {
  return code === "no answer" || code === "429" || code.startsWith("5");
}
