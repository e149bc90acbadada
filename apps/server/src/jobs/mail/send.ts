import { basename, dirname, join } from "node:path";
import { createMailSeal, type Mail } from "@daymark/api/host/outbox";
import type { Log } from "@daymark/api/procedure/context";
import type { Database } from "@daymark/db/connection/client";
import { mails } from "@daymark/db/schema/mail";
import { eq, sql } from "drizzle-orm";
import type { Transport } from "./transport.ts";

export interface SendDeps {
  db: Database;
  transport: Transport;
  secretKey: string | Uint8Array;
  publicUrl: string;
  log: Log;
}

/** What went wrong with a mail, without a word of the server's: those hold addresses. */
class SendFailed extends Error {
  override readonly name = "SendFailed";
}

/**
 * Sends a mail of the outbox, once: one that is sent, given up or gone with its user is passed over.
 *
 * @param isLastAttempt whether a failure is the end of it
 * @throws SendFailed where it shall be tried again; the message is a code
 */
export async function sendMail(deps: SendDeps, mailId: number, isLastAttempt: boolean): Promise<void> {
  const { db, log } = deps;
  const [row] = await db.select().from(mails).where(eq(mails.id, mailId));
  if (row?.state !== "queued" || row.content === null) return;
  const fields = { mail_id: row.id, template: row.template };
  try {
    const { file } = await deliver(deps, { id: row.id, createdAt: row.created_at, content: row.content });
    log.info({ ...fields, ...(file && { file: withoutAddress(file) }) }, "mail sent");
  } catch (error) {
    const code = codeOf(error);
    const isHopeless = isPermanent(error);
    const isGivenUp = isLastAttempt || isHopeless;
    // What ran out of tries an admin may try again, for as long as its row is kept.
    const given = isGivenUp && { state: "failed" as const, ...(isHopeless && { content: null }) };
    await db
      .update(mails)
      .set({ ...attempted, last_error: code, ...given })
      .where(eq(mails.id, mailId));
    log.warn({ ...fields, code }, isGivenUp ? "mail given up" : "mail not sent, to be tried again");
    if (isGivenUp) return;
    throw new SendFailed(code);
  }
  // What it says is nobody's business any more, and its links are good for a while.
  await db
    .update(mails)
    .set({ ...attempted, state: "sent", content: null, last_error: null, sent_at: sql`now()` })
    .where(eq(mails.id, mailId));
}

/** Enough to find the file by: the time that its name begins with is no other file's. */
function withoutAddress(file: string): string {
  return join(dirname(file), `${basename(file).split("-", 1)[0]}-*.eml`);
}

const attempted = { attempts: sql`${mails.attempts} + 1` };

async function deliver(deps: SendDeps, sealed: { id: number; createdAt: Date; content: string }) {
  const mail = openMail(deps, sealed.content);
  // Loaded with the first mail: the start of the server need not wait for it.
  const { renderMail } = await import("./render.tsx");
  const rendered = await renderMail(mail, deps.publicUrl);
  const way = "unsubscribe" in mail.values && {
    unsubscribeUrl: `${deps.publicUrl}/api/unsubscribe/${mail.values.unsubscribe}/`,
  };
  return deps.transport.deliver({ ...rendered, ...way, id: sealed.id, createdAt: sealed.createdAt, to: mail.to });
}

const unreadable = "EUNREADABLE";

function openMail({ secretKey }: SendDeps, content: string): Mail {
  try {
    return createMailSeal(secretKey).open(content);
  } catch {
    throw Object.assign(new Error("sealed with another secret key"), { code: unreadable });
  }
}

/** nodemailer's code, and the server's of RFC 5321 4.2. */
function codeOf(error: unknown): string {
  const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown };
  return [code ?? name ?? "Error", responseCode]
    .filter((part) => part !== undefined)
    .join(" ")
    .slice(0, 100);
}

/** What no further attempt can change: a 5xx about this recipient or this mail, not about our log-in. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (code === unreadable || code === "EADDRESS") return true;
  return (code === "EENVELOPE" || code === "EMESSAGE") && typeof responseCode === "number" && responseCode >= 500;
}
