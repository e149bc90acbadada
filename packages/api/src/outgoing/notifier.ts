import { randomUUID } from "node:crypto";
import { deriveKey, open, seal } from "@daymark/auth/crypto/derived-key";
import type { Database, Transaction } from "@daymark/db/connection/client";
import type { PushContent } from "@daymark/domain/account/push";
import { type TargetKind, type TargetSettings, targetKinds } from "@daymark/domain/notification/target";
import type { Language } from "@daymark/domain/text/language";
import { sql } from "drizzle-orm";
import { flagsOf, latePriority, promptPriority } from "./receiver-speed.ts";

/** The job that sends one message to one notification target: {@link SendNotificationJob} is its payload. */
export const sendNotificationTask = "send_notification";

export interface SendNotificationJob {
  user_id: number;
  target_id: number;
  /** The same for each attempt. Matrix recognises a repetition by it. */
  message_id: string;
  /** An encrypted {@link TargetMessage}, so that no table holds titles of habits in the clear. */
  message: string;
}

export interface TargetMessage {
  language: Language;
  content: PushContent;
  /** Milliseconds since the epoch. The worker does not send the message later. */
  expires_at: number;
}

/** About a quarter of an hour of retries at growing intervals: a later reminder is of no use. */
const reminderAttemptsMax = 7;
/** The user who has pressed the button is to see at once that the service does not answer. */
const testAttemptsMax = 1;

/** The functions that procedures and the worker use for notification targets. */
export interface Notifier {
  /** What can be added: Apprise only if the operator has an Apprise API. */
  kinds: readonly TargetKind[];
  sealSettings(settings: TargetSettings): string;
  /** @returns null if they were encrypted with another SECRET_KEY */
  openSettings(sealed: string): TargetSettings | null;
  /** @returns null if it was encrypted with another SECRET_KEY */
  openMessage(sealed: string): TargetMessage | null;
  /**
   * Makes the worker send a message to each of these targets, once the transaction is committed. A user's targets get
   * one message at a time, so that a user's slow services hold one place; slow services come after the others.
   */
  enqueue(
    tx: Database | Transaction,
    to: { userId: number; targetIds: readonly number[] },
    message: TargetMessage,
  ): Promise<void>;
}

/**
 * @param options.secretKey SECRET_KEY as configured, the same as the worker's
 * @param options.appriseUrl APPRISE_URL
 */
export function createNotifier(options: { secretKey: string | Uint8Array; appriseUrl: string | undefined }): Notifier {
  const key = deriveKey(options.secretKey, "notification");
  const opened = <Sealed>(sealed: string): Sealed | null => {
    try {
      return JSON.parse(open(key, sealed)) as Sealed;
    } catch {
      return null;
    }
  };
  return {
    kinds: targetKinds.filter((kind) => kind !== "apprise" || options.appriseUrl !== undefined),
    sealSettings: (settings) => seal(key, JSON.stringify(settings)),
    openSettings: (sealed) => opened<TargetSettings>(sealed),
    openMessage: (sealed) => opened<TargetMessage>(sealed),

    async enqueue(tx, { userId, targetIds }, message) {
      const sealed = seal(key, JSON.stringify(message));
      const attemptsMax = message.content.kind === "test" ? testAttemptsMax : reminderAttemptsMax;
      for (const id of targetIds) {
        await addNotificationJob(
          tx,
          { user_id: userId, target_id: id, message_id: randomUUID(), message: sealed },
          attemptsMax,
        );
      }
    },
  };
}

/**
 * Enqueues a message for a target as fast as it answers; nothing if it is deleted.
 *
 * @param attemptsMax including the first
 */
export async function addNotificationJob(
  db: Pick<Database, "execute">,
  job: SendNotificationJob,
  attemptsMax: number,
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(
      ${sendNotificationTask}, ${JSON.stringify(job)}::json, queue_name => ${`notifications of ${job.user_id}`},
      max_attempts => ${attemptsMax}::int,
      priority => case when t.answers_slowly then ${latePriority}::int else ${promptPriority}::int end,
      flags => ${flagsOf(sql`t.answers_slowly`)}
    ) from notification_targets t where t.user_id = ${job.user_id} and t.id = ${job.target_id}`);
}
