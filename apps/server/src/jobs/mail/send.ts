import { basename, dirname, join } from "node:path";
import { createMailSeal, type Mail } from "@daymark/api/host/outbox";
import type { Log } from "@daymark/api/procedure/context";
import type { Database } from "@daymark/db/connection/client";
import { mails } from "@daymark/db/schema/mail";
import type { MailTemplate } from "@daymark/domain/operator/mail";
import { eq, sql } from "drizzle-orm";
import type { AcceptanceQueue } from "./acceptance.ts";
import type { Transport } from "./transport.ts";

export interface SendDeps {
  db: Database;
  transport: Transport;
  /** Shared by all mails of the process. */
  acceptance: AcceptanceQueue;
  secretKey: string | Uint8Array;
  publicUrl: string;
  log: Log;
}

/** Contains only a code, because messages of the mail server contain addresses. */
class SendFailed extends Error {
  override readonly name = "SendFailed";
}

/**
 * Sends a mail of the outbox once. It skips a mail that is sent or given up, or whose user is deleted.
 *
 * @param isLastAttempt whether the job gives up after a failure
 * @throws SendFailed if the queue must retry the job; the message is a code
 */
export async function sendMail(deps: SendDeps, mailId: number, isLastAttempt: boolean): Promise<void> {
  const place = deps.acceptance();
  try {
    await sendAndStore(deps, mailId, isLastAttempt, () => place.waitForTurn());
  } finally {
    place.leave();
  }
}

async function sendAndStore(
  deps: SendDeps,
  mailId: number,
  isLastAttempt: boolean,
  beforeLastLine: () => Promise<void>,
): Promise<void> {
  const { db, log } = deps;
  const [row] = await db.select().from(mails).where(eq(mails.id, mailId));
  if (row?.state !== "queued" || row.content === null) return;
  const fields = { mail_id: row.id, template: row.template };
  try {
    const sealed = { id: row.id, createdAt: row.created_at, content: row.content };
    const { file } = await deliver(deps, sealed, beforeLastLine);
    log.info({ ...fields, ...(file && { file: withoutAddress(file) }) }, "mail sent");
  } catch (error) {
    const code = codeOf(error);
    const isHopeless = isPermanent(error);
    const isGivenUp = isLastAttempt || isHopeless;
    // After the last try an admin may retry the mail as long as its row exists.
    const given = isGivenUp && { state: "failed" as const, ...(isHopeless && { content: null }) };
    await db
      .update(mails)
      .set({ ...attempted, last_error: code, ...given })
      .where(eq(mails.id, mailId));
    log.warn({ ...fields, code }, isGivenUp ? "mail given up" : "mail not sent, to be tried again");
    if (isGivenUp) return;
    throw new SendFailed(code);
  }
  // Deletes the content, because nothing needs it any more and its links stay valid for a while.
  await db
    .update(mails)
    .set({ ...attempted, state: "sent", content: null, last_error: null, sent_at: sql`now()` })
    .where(eq(mails.id, mailId));
}

/** This is enough to find the file, because no other file begins with the same time. */
function withoutAddress(file: string): string {
  return join(dirname(file), `${basename(file).split("-", 1)[0]}-*.eml`);
}

const attempted = { attempts: sql`${mails.attempts} + 1` };

async function deliver(
  deps: SendDeps,
  sealed: { id: number; createdAt: Date; content: string },
  beforeLastLine: () => Promise<void>,
) {
  const mail = openMail(deps, sealed.content);
  // Loaded with the first mail, so that the start of the server does not wait for it.
  const { renderMail } = await import("./render.tsx");
  const rendered = await renderMail(mail, deps.publicUrl);
  const list = "unsubscribe" in mail.values && {
    name: listNames[mail.template] ?? "daymark",
    unsubscribeUrl: `${deps.publicUrl}/api/unsubscribe/${mail.values.unsubscribe}/`,
  };
  const { id, createdAt } = sealed;
  return deps.transport.deliver({ ...rendered, ...(list && { list }), id, createdAt, to: mail.to }, beforeLastLine);
}

/** The lists that a user can leave. */
const listNames: Partial<Record<MailTemplate, string>> = {
  reminder: "reminders",
  newsletter: "newsletter",
  board_decision: "board",
  board_comments: "board",
};

const unreadable = "EUNREADABLE";

function openMail({ secretKey }: SendDeps, content: string): Mail {
  try {
    return createMailSeal(secretKey).open(content);
  } catch {
    throw Object.assign(new Error("sealed with another secret key"), { code: unreadable });
  }
}

interface MailError {
  /** nodemailer's, such as `ESOCKET`. */
  code?: unknown;
  /** The system's, which tells a refused connection (`ECONNREFUSED`) from a bad certificate (`CERT_HAS_EXPIRED`). */
  originalCode?: unknown;
  /** The server's reply code of RFC 5321 4.2. */
  responseCode?: unknown;
  name?: unknown;
}

function codeOf(error: unknown): string {
  const { code, originalCode, responseCode, name } = error as MailError;
  return [originalCode ?? code ?? name ?? "Error", responseCode]
    .filter((part) => part !== undefined)
    .join(" ")
    .slice(0, 100);
}

/** Errors that no retry can change: a 5xx about this recipient or this mail, not about our log-in. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as MailError;
  if (code === unreadable || code === "EADDRESS") return true;
  return (code === "EENVELOPE" || code === "EMESSAGE") && typeof responseCode === "number" && responseCode >= 500;
}
