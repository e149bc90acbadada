import { addNotificationJob, type Notifier, type SendNotificationJob } from "@daymark/api/outgoing/notifier";
import type { Outgoing, OutgoingAnswer } from "@daymark/api/outgoing/outgoing";
import { isMisplaced, isSlow, type JobFlags } from "@daymark/api/outgoing/receiver-speed";
import type { Log } from "@daymark/api/procedure/context";
import type { Database } from "@daymark/db/connection/client";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { users } from "@daymark/db/schema/user";
import { brand } from "@daymark/domain/base/brand";
import {
  type TargetFault,
  type TargetKind,
  type TargetSettings,
  targetAnswerLengthMax,
} from "@daymark/domain/notification/target";
import { wordPush } from "@daymark/i18n/push-words";
import { i18nFor } from "@daymark/i18n/server";
import { and, eq } from "drizzle-orm";
import { requestOf, type ServiceUrls, sayingOf } from "./request.ts";

export interface SendNotificationDeps {
  db: Database;
  notifier: Notifier;
  /** For addresses that users typed. */
  outgoing: Outgoing;
  /** For the operator's own Apprise API, which may be in a private network. No user chooses its address. */
  operatorsOutgoing: Outgoing;
  urls: ServiceUrls;
  publicUrl: string;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Contains no address and no answer. */
class NotificationFailed extends Error {
  override readonly name = "NotificationFailed";
}

interface Outcome {
  status: number | null;
  fault: TargetFault | null;
  answer: string | null;
  /** Null if nothing was sent. */
  isSlow: boolean | null;
}

/** What the queue says of the job that runs. */
export interface NotificationAttempt {
  /** With this one. */
  attempts: number;
  max_attempts: number;
  flags: JobFlags;
}

/**
 * Sends one message to one notification target, and records what its service answered. It does not send a message that is
 * too late, which it records as well, and skips one whose target is deleted or whose owner is locked. If the service has
 * become slow since the job was enqueued, the job only goes to the places of slow services.
 *
 * @throws NotificationFailed if the queue must retry the job; the message is a code
 */
export async function sendNotification(
  deps: SendNotificationDeps,
  job: SendNotificationJob,
  attempt: NotificationAttempt,
): Promise<void> {
  const { db, notifier, now, log } = deps;
  const [target] = await db
    .select({
      kind: notificationTargets.kind,
      sealed: notificationTargets.sealed,
      answers_slowly: notificationTargets.answers_slowly,
    })
    .from(notificationTargets)
    .innerJoin(users, and(eq(users.id, notificationTargets.user_id), eq(users.is_active, true)))
    .where(isTargetOf(job));
  const message = notifier.openMessage(job.message);
  if (!target || !message) return;
  if (message.expires_at <= now()) {
    // A failed attempt has left what the target answered, which says more.
    const expired: Outcome = { status: null, fault: "expired", answer: null, isSlow: null };
    if (attempt.attempts === 1) await record(deps, job, target, expired);
    log.warn({ user_id: job.user_id, target_id: job.target_id, code: "expired" }, "notification given up");
    return;
  }
  if (isMisplaced(target.answers_slowly, attempt.flags)) {
    await addNotificationJob(db, job, attempt.max_attempts - attempt.attempts + 1);
    return;
  }
  const notice = wordPush(i18nFor(message.language), message.language, message.content);
  const outcome = await deliver(deps, target.kind, notifier.openSettings(target.sealed), {
    ...{ id: job.message_id, title: notice.title, body: notice.body },
    link: `${deps.publicUrl}${notice.path}`,
  });
  await record(deps, job, target, outcome);
  const fields = { user_id: job.user_id, target_id: job.target_id };
  if (outcome.fault === null) {
    log.info(fields, "notification sent");
    return;
  }
  const isGivenUp = attempt.attempts >= attempt.max_attempts || !mayPass(outcome);
  const code = outcome.fault === "status" ? String(outcome.status) : outcome.fault;
  log.warn({ ...fields, code }, isGivenUp ? "notification given up" : "notification not sent, to be tried again");
  if (!isGivenUp) throw new NotificationFailed(code);
}

function isTargetOf({ user_id, target_id }: SendNotificationJob) {
  return and(eq(notificationTargets.user_id, user_id), eq(notificationTargets.id, target_id));
}

/** Records how a message ended, unless the owner has changed the target since: the answer is about the former settings. */
async function record(
  { db, now }: SendNotificationDeps,
  job: SendNotificationJob,
  { sealed }: { sealed: string },
  { status, fault, answer, isSlow: answersSlowly }: Outcome,
): Promise<void> {
  await db
    .update(notificationTargets)
    .set({
      ...{ last_at: new Date(now()), last_status: status, last_fault: fault, last_answer: answer },
      ...(answersSlowly !== null && { answers_slowly: answersSlowly }),
    })
    .where(and(isTargetOf(job), eq(notificationTargets.sealed, sealed)));
}

async function deliver(
  { outgoing, operatorsOutgoing, urls }: SendNotificationDeps,
  kind: TargetKind,
  settings: TargetSettings | null,
  text: Parameters<typeof requestOf>[2],
): Promise<Outcome> {
  if (!settings) return { status: null, fault: "secret_unreadable", answer: null, isSlow: null };
  const request = requestOf(kind, settings, text, urls);
  if (!request) return { status: null, fault: "not_offered", answer: null, isSlow: null };
  const { method, url, body } = request;
  const headers = { ...request.headers, "user-agent": `${brand}-Notifications` };
  const caller = kind === "apprise" ? operatorsOutgoing : outgoing;
  return outcomeOf(await caller[method === "PUT" ? "put" : "post"](url, { headers, body }), settings);
}

function outcomeOf(answer: OutgoingAnswer, settings: TargetSettings): Outcome {
  if ("fault" in answer) return { status: null, fault: answer.fault, answer: null, isSlow: isSlow(answer) };
  const { status, body } = answer;
  if (status >= 200 && status < 300) return { status, fault: null, answer: null, isSlow: isSlow(answer) };
  const fault = status >= 300 && status < 400 ? "redirect" : "status";
  return { status, fault, answer: sayingOf(body, settings, targetAnswerLengthMax), isSlow: isSlow(answer) };
}

/** A wrong token stays wrong. What may end by itself: no connection, too many messages, or a failure of the service. */
function mayPass({ fault, status }: Outcome): boolean {
  // An Apprise API answers 424 if the service behind it failed.
  if (fault === "status") return [408, 424, 429].includes(status ?? 0) || (status !== null && status >= 500);
  return fault === "name_unresolved" || fault === "no_connection" || fault === "timeout";
}
