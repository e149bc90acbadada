import type { Client } from "@daymark/auth/client/device";
import { deriveKey, open, seal } from "@daymark/auth/crypto/derived-key";
import { createUnsubscribeTokens, type UnsubscribeTokens } from "@daymark/auth/crypto/unsubscribe";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { mails } from "@daymark/db/schema/mail";
import type { MailTemplate, MailTemplates } from "@daymark/domain/operator/mail";
import type { Language } from "@daymark/domain/text/language";
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";

export interface Mail<Name extends MailTemplate = MailTemplate> {
  template: Name;
  /** One bare address. */
  to: string;
  language: Language;
  values: MailTemplates[Name];
}

/** Enqueues mails for the worker, in the transaction of the change that they report. */
export interface Outbox {
  /** Base of the links in mails, without a trailing slash; from configuration, never from a Host header. */
  publicUrl: string;
  /** Unsubscribes from optional mails. */
  unsubscribe: UnsubscribeTokens;
  /** @param userId the user whose mail it is, with whom it is deleted; null for a person without an account */
  enqueue<Name extends MailTemplate>(tx: Transaction, userId: number | null, mail: Mail<Name>): Promise<void>;
  /** As `enqueue`, for mails to many users at once. They wait until all mails that a user waits for are sent. */
  enqueueMany(tx: Transaction, mails: readonly { userId: number; mail: Mail }[]): Promise<void>;
  /**
   * Makes the worker answer a request for a new password. The work is the same whether an account has the address or
   * not.
   */
  enqueueReset(db: Database, request: ResetRequest): Promise<void>;
}

/** A request for a new password of the account with an address. */
export interface ResetRequest {
  /** Normalised. */
  email: string;
  /** The client that made the request. */
  client: Client;
}

/** The job that sends one mail: {@link SendMailJob} is its payload. */
export const sendMailTask = "send_mail";

export interface SendMailJob {
  mail_id: number;
}

/** The job that answers one {@link ResetRequest}: {@link SendResetJob} is its payload. */
export const sendResetTask = "send_reset";

export interface SendResetJob {
  /** Encrypted, so that no table holds a typed address in the clear. */
  request: string;
}

/** About an hour of retries: by then the user has requested another mail. */
const resetAttemptsMax = 8;

/** About a day of retries at growing intervals: after that the links in a mail have expired. */
const attemptsMax = 12;

/** The queue runs the lowest number first. */
const promptPriority = 0;
const bulkPriority = 10;

/** Encrypts and decrypts the mails and requests that wait for the worker: they hold addresses and links. */
export function createMailSeal(secretKey: string | Uint8Array) {
  const key = deriveKey(secretKey, "mail");
  return {
    seal: (content: Mail | ResetRequest): string => seal(key, JSON.stringify(content)),
    /** @throws Error if the content was encrypted with another SECRET_KEY */
    open: (content: string): Mail => JSON.parse(open(key, content)) as Mail,
    /** As `open`, for a request. */
    openRequest: (content: string): ResetRequest => JSON.parse(open(key, content)) as ResetRequest,
  };
}

/** @param options.secretKey SECRET_KEY as configured, the same as the worker's */
export function createOutbox(options: { publicUrl: string; secretKey: string | Uint8Array }): Outbox {
  const mailSeal = createMailSeal(options.secretKey);

  async function insert(
    tx: Transaction,
    letters: readonly { userId: number | null; mail: Mail }[],
    priority: number,
  ): Promise<void> {
    const rows = await tx
      .insert(mails)
      .values(
        letters.map(({ userId, mail }) => ({
          user_id: userId,
          template: mail.template,
          content: mailSeal.seal(mail),
        })),
      )
      .returning({ id: mails.id });
    // In the same transaction, so that neither the row nor its job exists without the other. The job holds no address.
    await tx.execute(sql`
      select graphile_worker.add_job(
        ${sendMailTask}, json_build_object('mail_id', mail_id),
        job_key => ${`${sendMailTask} `} || mail_id, max_attempts => ${attemptsMax}, priority => ${priority}
      )
      from unnest(${sql.param(rows.map(({ id }) => id))}::bigint[]) as mail_id`);
  }

  return {
    publicUrl: options.publicUrl,
    unsubscribe: createUnsubscribeTokens(options.secretKey),

    async enqueue(tx, userId, mail) {
      await insert(tx, [{ userId, mail: mail as Mail }], promptPriority);
    },

    async enqueueMany(tx, mails) {
      if (mails.length > 0) await insert(tx, mails, bulkPriority);
    },

    async enqueueReset(db, request) {
      await db.execute(sql`
        select from graphile_worker.add_job(
          ${sendResetTask}, json_build_object('request', ${mailSeal.seal(request)}::text), max_attempts => ${resetAttemptsMax}
        )`);
    },
  };
}

/**
 * Makes the worker send a mail at once, with all attempts again. The mail may wait for its next attempt, or may have
 * failed after its last one; its job may have any state.
 *
 * @returns false if there is nothing to retry: the mail was sent, is being sent, or was refused for good
 */
export async function retryMail(db: Database, mailId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const key = `${sendMailTask} ${mailId}`;
    const isOpen = and(eq(mails.id, mailId), ne(mails.state, "sent"), isNotNull(mails.content));
    // The mail's row is locked before its job, here and below, so that transactions do not deadlock.
    const [mail] = await tx.select({ state: mails.state }).from(mails).where(isOpen).for("update");
    if (!mail) return false;
    const waiting = await tx.execute(sql`
      select 1 from graphile_worker.reschedule_jobs(
        array(select id from graphile_worker._private_jobs where key = ${key}), run_at => now(), attempts => 0)`);
    if (waiting.length === 0) {
      const held = await tx.execute(sql`select 1 from graphile_worker._private_jobs where key = ${key}`);
      // If the mail has failed, its job is about to be deleted. A second job beside one that is sending would send the
      // mail twice.
      if (mail.state === "queued" && held.length > 0) return false;
      await tx.execute(sql`
        select graphile_worker.add_job(${sendMailTask}, json_build_object('mail_id', ${mailId}::bigint),
          job_key => ${key}, max_attempts => ${attemptsMax})`);
    }
    await tx.update(mails).set({ state: "queued" }).where(eq(mails.id, mailId));
    return true;
  });
}

/** Marks the mail of a job as failed, if it is a mail's job. The caller calls it before it deletes the job. */
export async function giveUpMailOf(tx: Transaction, jobId: number): Promise<void> {
  await tx.execute(sql`
    update mails set state = 'failed' where state = 'queued' and id = (
      select substring(key from ${`^${sendMailTask} (\\d+)$`})::bigint from graphile_worker._private_jobs
      where id = ${jobId})`);
}

/** Marks mails as failed that no job would ever send: the worker died in their last attempt, or their job is gone. */
export async function giveUpStrandedMails(db: Database): Promise<void> {
  const prefix = `${sendMailTask} `;
  await db.transaction(async (tx) => {
    const rows = await tx.execute<{ key: string }>(sql`
      update mails set state = 'failed' where state = 'queued' and not exists (
        select from graphile_worker._private_jobs jobs where jobs.key = ${prefix} || mails.id
          and (jobs.locked_at is not null or jobs.attempts < jobs.max_attempts))
      returning ${prefix} || id as key`);
    // A failed mail leaves no job in the queue.
    await tx.execute(sql`
      select from graphile_worker.complete_jobs(array(
        select id from graphile_worker._private_jobs
        where key = any(${sql.param(rows.map(({ key }) => key))}::text[]) and attempts >= max_attempts))`);
  });
}
