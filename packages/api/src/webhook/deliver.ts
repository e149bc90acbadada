import { randomInt } from "node:crypto";
import type { WebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { lockUser } from "@daymark/auth/user/lock-user";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { webhookDeliveries, webhooks } from "@daymark/db/schema/connection/webhook";
import { users } from "@daymark/db/schema/user";
import { brand } from "@daymark/domain/base/brand";
import {
  answerLengthMax,
  type DeliveryFault,
  failingDaysMax,
  type OffReason,
  retryDelaysSeconds,
} from "@daymark/domain/webhook/webhook";
import { adminEvents } from "@daymark/domain/webhook/webhook-event";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Outbox } from "../host/outbox.ts";
import type { Outgoing, OutgoingAnswer } from "../outgoing/outgoing.ts";
import { isMisplaced, isSlow, type JobFlags } from "../outgoing/receiver-speed.ts";
import type { Log } from "../procedure/context.ts";
import { addJob, type DeliverWebhookJob } from "../webhook-event/announce.ts";
import { countWebhooks } from "./count.ts";

const dayMilliseconds = 86_400_000;
/** A delay gets up to a tenth longer, so that the messages of an hour do not all come back at once. */
const jitterShare = 10;

export interface DeliverDeps {
  db: Database;
  outgoing: Outgoing;
  secrets: WebhookSecrets;
  outbox: Outbox;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Makes one attempt to deliver a message, and records it together with the job of the next attempt. If the process dies
 * between the receiver's answer and the record, the message is sent again, with the same id.
 *
 * A webhook that is off, or whose owner may no longer have its event, gets nothing. If the receiver has become slow since
 * the job was enqueued, the job only goes to the places of slow receivers.
 *
 * @param flags those of the job in the queue
 */
export async function deliver(deps: DeliverDeps, job: DeliverWebhookJob, flags: JobFlags = null): Promise<void> {
  const { db, outgoing } = deps;
  const [message] = await readMessage(db, job);
  if (!message) return;
  if (isMisplaced(message.answers_slowly, flags)) {
    await enqueueAttempt(db, message, job, null);
    return;
  }
  if (!mayBeSent(message)) {
    await db
      .update(webhookDeliveries)
      .set({ state: "failed", fault: "webhook_off", next_at: null })
      .where(isAttempt(job));
    return;
  }
  const headers = headersOf(deps, message);
  const answer = headers && (await outgoing.post(message.url, { headers, body: message.body }));
  await db.transaction((tx) => recordAttempt(deps, tx, job, message, answer));
}

type Message = Awaited<ReturnType<typeof readMessage>>[number];

function readMessage(db: Database, job: DeliverWebhookJob) {
  return db
    .select({
      message_id: webhookDeliveries.message_id,
      type: webhookDeliveries.type,
      body: webhookDeliveries.body,
      webhook_id: webhooks.id,
      url: webhooks.url,
      enabled: webhooks.enabled,
      answers_slowly: webhooks.answers_slowly,
      secret: webhooks.secret,
      former_secret: webhooks.former_secret,
      former_secret_until: webhooks.former_secret_until,
      user_id: users.id,
      is_active: users.is_active,
      is_staff: users.is_staff,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhook_id))
    .innerJoin(users, eq(users.id, webhooks.user_id))
    .where(isAttempt(job));
}

/** The delivery of a job, unless its attempt was recorded already. */
function isAttempt({ delivery_id, attempt }: DeliverWebhookJob) {
  return and(
    eq(webhookDeliveries.id, delivery_id),
    eq(webhookDeliveries.state, "waiting"),
    eq(webhookDeliveries.attempts, attempt),
  );
}

function mayBeSent({ type, enabled, is_active, is_staff }: Message): boolean {
  const isForAdmins = (adminEvents as readonly string[]).includes(type);
  return is_active && (enabled || type === "webhook.test") && (is_staff || !isForAdmins);
}

/** @returns null if the current secret was encrypted with another SECRET_KEY: no receiver could verify the message */
function headersOf({ secrets, now }: DeliverDeps, message: Message): Record<string, string> | null {
  const { former_secret, former_secret_until, message_id: id, body } = message;
  const isFormerValid = former_secret !== null && former_secret_until !== null && former_secret_until.getTime() > now();
  const timestamp = Math.floor(now() / 1000);
  const signed = { id, timestamp, body };
  const signature = secrets.sign(message.secret, signed);
  if (signature === null) return null;
  // After a change of SECRET_KEY the current secret may be readable while the former one is not.
  const formerSignature = isFormerValid ? secrets.sign(former_secret, signed) : null;
  return {
    "content-type": "application/json",
    "user-agent": `${brand}-Webhooks`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": formerSignature === null ? signature : `${signature} ${formerSignature}`,
  };
}

async function recordAttempt(
  deps: DeliverDeps,
  tx: Transaction,
  job: DeliverWebhookJob,
  message: Message,
  answer: OutgoingAnswer | null,
): Promise<void> {
  const now = deps.now();
  const fault = faultOf(answer);
  const retryAt = fault === null ? null : nextAttempt(job.attempt, now);
  const attempts = job.attempt + 1;
  await lockRows(tx, message, fault);
  await recordSpeed(tx, message, answer);
  const recorded = await tx
    .update(webhookDeliveries)
    .set({
      state: fault === null ? "delivered" : retryAt ? "waiting" : "failed",
      attempts,
      attempted_at: new Date(now),
      next_at: retryAt,
      status: answer && "status" in answer ? answer.status : null,
      fault,
      duration_milliseconds: answer?.durationMilliseconds ?? null,
      answer: answer && "status" in answer ? storable(answer.body) : null,
    })
    .where(isAttempt(job))
    .returning({ id: webhookDeliveries.id });
  // A replay has begun this delivery anew, or its webhook is deleted.
  if (recorded.length === 0) return;
  const isGone = answer !== null && "status" in answer && answer.status === 410;
  const off = fault !== null && (await recordFailure(deps, tx, message, isGone));
  const { webhook_id, user_id } = message;
  const fields = { user_id, webhook_id, message_id: message.message_id, attempts };
  deps.log.info(
    { ...fields, ...(fault && { fault }) },
    fault ? "webhook message not delivered" : "webhook message delivered",
  );
  if (retryAt === null || off) return;
  await enqueueAttempt(tx, message, { ...job, attempt: attempts }, retryAt);
}

/** @param at null for now */
async function enqueueAttempt(
  db: Pick<Database, "execute">,
  { webhook_id }: Message,
  { delivery_id, attempt }: DeliverWebhookJob,
  at: Date | null,
): Promise<void> {
  await db.execute(sql`
    select ${addJob(sql`${delivery_id}`, sql`${attempt}`, sql`${at?.toISOString() ?? null}`)}
    from webhooks w where w.id = ${webhook_id}`);
}

/** Most receivers stay as prompt as they were, and their rows stay as they are. */
async function recordSpeed(
  tx: Transaction,
  { webhook_id, url }: Message,
  answer: OutgoingAnswer | null,
): Promise<void> {
  if (answer === null) return;
  const answers_slowly = isSlow(answer);
  await tx
    .update(webhooks)
    .set({ answers_slowly })
    // A parallel call may have changed the address, whose receiver has not answered yet.
    .where(
      and(
        ...[eq(webhooks.id, webhook_id), eq(webhooks.url, url)],
        sql`${webhooks.answers_slowly} is distinct from ${answers_slowly}`,
      ),
    );
}

/**
 * A failure may switch the webhook off, which changes the user too. It locks in the order of the account's changes:
 * the user, the webhook, its deliveries. Then a webhook that a parallel call adds is seen when the user's are counted.
 */
async function lockRows(tx: Transaction, { user_id, webhook_id }: Message, fault: DeliveryFault | null): Promise<void> {
  const own = eq(webhooks.id, webhook_id);
  if (fault === null) {
    // Most webhooks do not fail, and their rows stay as they are.
    await tx
      .update(webhooks)
      .set({ failing_since: null })
      .where(and(own, isNotNull(webhooks.failing_since)));
    return;
  }
  await lockUser(tx, user_id);
  await tx.select({ id: webhooks.id }).from(webhooks).where(own).for("no key update");
}

function faultOf(answer: OutgoingAnswer | null): DeliveryFault | null {
  if (answer === null) return "secret_unreadable";
  if ("fault" in answer) return answer.fault;
  if (answer.status >= 200 && answer.status < 300) return null;
  return answer.status >= 300 && answer.status < 400 ? "redirect" : "status";
}

/** @returns null after the last attempt */
function nextAttempt(attemptsBefore: number, now: number): Date | null {
  const seconds = retryDelaysSeconds[attemptsBefore];
  if (seconds === undefined) return null;
  const milliseconds = seconds * 1000;
  return new Date(now + milliseconds + randomInt(milliseconds / jitterShare));
}

/** PostgreSQL stores no NUL in a text. */
function storable(answer: string): string {
  return answer.slice(0, answerLengthMax).replaceAll("\0", "�");
}

/**
 * Notes since when a webhook fails. Switches it off if its receiver answers 410, or if it has failed for a week.
 *
 * @returns whether it was switched off
 */
async function recordFailure(
  deps: DeliverDeps,
  tx: Transaction,
  { webhook_id, user_id, url }: Message,
  isGone: boolean,
): Promise<boolean> {
  const now = deps.now();
  const own = eq(webhooks.id, webhook_id);
  const [webhook] = await tx
    .update(webhooks)
    .set({ failing_since: sql`coalesce(${webhooks.failing_since}, ${new Date(now).toISOString()}::timestamptz)` })
    .where(own)
    .returning({ enabled: webhooks.enabled, failing_since: webhooks.failing_since });
  if (!webhook?.enabled) return false;
  const hasFailedLong = now - (webhook.failing_since?.getTime() ?? now) >= failingDaysMax * dayMilliseconds;
  if (!isGone && !hasFailedLong) return false;
  const reason = isGone ? "gone" : "failures";
  await tx.update(webhooks).set({ enabled: false, off_reason: reason }).where(own);
  await tx
    .update(webhookDeliveries)
    .set({ state: "failed", next_at: null })
    .where(and(eq(webhookDeliveries.webhook_id, webhook_id), eq(webhookDeliveries.state, "waiting")));
  await countWebhooks(tx, user_id);
  await tellOwner(deps.outbox, tx, user_id, { host: new URL(url).host, reason });
  return true;
}

async function tellOwner(
  outbox: Outbox,
  tx: Transaction,
  userId: number,
  facts: { host: string; reason: OffReason },
): Promise<void> {
  const [owner] = await tx
    .select({
      username: users.username,
      email: users.email,
      email_verified: users.email_verified,
      language: users.language,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!owner?.email_verified) return;
  const { username, email: to, language } = owner;
  const link = `${outbox.publicUrl}/settings/connections`;
  await outbox.enqueue(tx, userId, { template: "webhook_off", to, language, values: { username, link, ...facts } });
}
