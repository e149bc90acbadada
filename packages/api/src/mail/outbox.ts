import type { Client } from "@daymark/auth/device";
import { deriveKey, open, seal } from "@daymark/auth/key";
import type { Database, Transaction } from "@daymark/db/client";
import { mails } from "@daymark/db/schema/mail";
import type { Language } from "@daymark/domain/language";
import type { MailTemplate, MailTemplates } from "@daymark/domain/mail";
import { sql } from "drizzle-orm";

export interface Mail<Name extends MailTemplate = MailTemplate> {
  template: Name;
  /** One bare address. */
  to: string;
  language: Language;
  values: MailTemplates[Name];
}

/** Puts mails where the worker finds them, in the transaction of what they tell about. */
export interface Outbox {
  /** Base of the links in mails, without a trailing slash; from configuration, never from a Host header. */
  publicUrl: string;
  enqueue<Name extends MailTemplate>(tx: Transaction, userId: number, mail: Mail<Name>): Promise<void>;
  /** Has the worker answer a request for a new password. The work is the same whether anybody has the address or not. */
  enqueueReset(db: Database, request: ResetRequest): Promise<void>;
}

/** Somebody's wish to set a new password, for the account of an address. */
export interface ResetRequest {
  /** Normalised. */
  email: string;
  /** Where it was asked for. */
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
  /** Sealed: an address that was typed into a form waits in no table in the clear. */
  request: string;
}

/** About an hour of trying: by then whoever asked has asked again. */
const resetAttemptsMax = 8;

/** About a day of trying, at growing distances: after that the links in a mail have expired. */
const attemptsMax = 12;

/** Seals and opens what waits for the worker: it holds addresses and links. */
export function createMailSeal(secretKey: string | Uint8Array) {
  const key = deriveKey(secretKey, "mail");
  return {
    seal: (content: Mail | ResetRequest): string => seal(key, JSON.stringify(content)),
    /** @throws Error where the content was sealed with another SECRET_KEY. */
    open: (content: string): Mail => JSON.parse(open(key, content)) as Mail,
    /** As `open`, for a request. */
    openRequest: (content: string): ResetRequest => JSON.parse(open(key, content)) as ResetRequest,
  };
}

/** @param options.secretKey SECRET_KEY as configured, the same as the worker's */
export function createOutbox(options: { publicUrl: string; secretKey: string | Uint8Array }): Outbox {
  const mailSeal = createMailSeal(options.secretKey);
  return {
    publicUrl: options.publicUrl,

    async enqueue(tx, userId, mail) {
      const [row] = await tx
        .insert(mails)
        .values({ user_id: userId, template: mail.template, content: mailSeal.seal(mail as Mail) })
        .returning({ id: mails.id });
      // In the same transaction: neither the row nor its job can be without the other. The job holds no address.
      await tx.execute(sql`
        select from graphile_worker.add_job(
          ${sendMailTask}, json_build_object('mail_id', ${row?.id}::bigint),
          job_key => ${`${sendMailTask} ${row?.id}`}, max_attempts => ${attemptsMax}
        )`);
    },

    async enqueueReset(db, request) {
      await db.execute(sql`
        select from graphile_worker.add_job(
          ${sendResetTask}, json_build_object('request', ${mailSeal.seal(request)}::text), max_attempts => ${resetAttemptsMax}
        )`);
    },
  };
}
