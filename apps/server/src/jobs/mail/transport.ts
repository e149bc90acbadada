import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import { createTransport as createMailer } from "nodemailer";
import { isThisMachine } from "../../environment/env-kind.ts";
import type { RenderedMail } from "./render.tsx";

/** Timeouts in milliseconds for a mail server that does not answer. */
const connectTimeout = 10_000;
/** Mails wait for each other before their last line, and in that time their connections are silent. */
const silenceTimeout = 120_000;
/** After this time without a mail a connection is closed. */
const idleTimeout = 10_000;
/** How many mails a process transfers at once, each over its own connection. Mail servers allow few for one client. */
export const mailConnections = 3;

export interface Message extends RenderedMail {
  /** The number of the mail in the outbox. */
  id: number;
  /** A single address without a name. */
  to: string;
  /** When the mail was added to the outbox. */
  createdAt: Date;
  /** For mails that a user can unsubscribe from. */
  list?: MailingList;
}

export interface MailingList {
  /** Such as `newsletter`. */
  name: string;
  /** The address to which one POST unsubscribes. */
  unsubscribeUrl: string;
}

export interface Transport {
  /**
   * Resolves when the mail server has accepted the mail, or when the file is written, with its path.
   *
   * @param beforeLastLine called when all but the last line is sent; the mail server cannot accept the mail until the
   *   returned promise resolves. A file has no such line: a second attempt replaces it.
   */
  deliver(message: Message, beforeLastLine?: () => Promise<void>): Promise<{ file?: string }>;
  close(): void;
}

export interface TransportConfig {
  /** The sender of all mails, such as `Daymark <no-reply@example.org>`. */
  mailFrom: string;
  /** Without a mail server each mail becomes a file in `mailDirectory`. */
  smtpUrl?: string | undefined;
  /** Certificates in PEM of an authority that signed the mail server's, in addition to those that Node trusts. */
  smtpAuthority?: string | undefined;
  mailDirectory: string;
}

export function createTransport({ mailFrom, smtpUrl, smtpAuthority, mailDirectory }: TransportConfig): Transport {
  const host = /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? "localhost";
  const safety = { disableFileAccess: true, disableUrlAccess: true };
  const compose = (message: Message) => ({
    from: mailFrom,
    // nodemailer does not parse an object as a list, so an address cannot add other recipients.
    to: { name: "", address: bareAddress(message.to) },
    subject: message.subject,
    html: message.html,
    text: message.text,
    messageId: messageIdOf(message, host),
    date: message.createdAt,
    headers: {
      // RFC 3834 5: prevents automatic replies.
      "Auto-Submitted": "auto-generated",
      ...(message.list && listHeaders(message.list, host)),
    },
  });

  const composer = createMailer({ streamTransport: true, buffer: true, newline: "windows", ...safety });
  if (smtpUrl !== undefined) {
    const mailer = createMailer({
      url: smtpUrl,
      // Mails in a row share a connection: greeting, TLS and log-in take longer than a mail.
      pool: true,
      maxConnections: mailConnections,
      // The job tries again. The pool would, after a lost connection, also send a mail that the server has accepted.
      maxRequeues: 0,
      idleTimeout,
      connectionTimeout: connectTimeout,
      greetingTimeout: connectTimeout,
      socketTimeout: silenceTimeout,
      requireTLS: needsTls(new URL(smtpUrl)),
      ...(smtpAuthority !== undefined && { tls: { ca: [...rootCertificates, smtpAuthority] } }),
      ...safety,
    });
    return {
      deliver: async (message, beforeLastLine) => {
        const { envelope, message: raw } = await composer.sendMail(compose(message));
        await mailer.sendMail({ envelope, raw: Readable.from(endingAfter(raw as Buffer, beforeLastLine)) });
        return {};
      },
      close: () => mailer.close(),
    };
  }

  return {
    deliver: async (message) => {
      const { message: raw } = await composer.sendMail(compose(message));
      const file = join(mailDirectory, fileNameOf(message));
      await writeWhole(mailDirectory, file, raw as Buffer);
      return { file };
    },
    close: () => {},
  };
}

/** A stream that ends after `isReady`. The line that ends a mail (RFC 5321 4.1.1.4) follows the end of its stream. */
async function* endingAfter(content: Buffer, isReady: () => Promise<void> = async () => {}): AsyncGenerator<Buffer> {
  yield content;
  await isReady();
}

/** A password leaves this machine only encrypted: with smtps, or after STARTTLS. */
function needsTls(url: URL): boolean {
  return url.protocol === "smtp:" && url.username !== "" && !isThisMachine(url);
}

/**
 * RFC 2919: users can filter mails by the identifier of their list. RFC 8058 3.1: mail clients show an unsubscribe button,
 * which posts the third header's value to the second header's address.
 */
function listHeaders({ name, unsubscribeUrl }: MailingList, host: string) {
  return {
    "List-Id": { prepared: true, foldLines: false, value: `<${name}.${host}>` },
    "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${unsubscribeUrl}>` },
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** The same for every attempt, so that mail clients recognize a mail that was sent twice. */
function messageIdOf({ id, createdAt }: Message, host: string): string {
  return `<${id}.${createdAt.getTime().toString(36)}.daymark@${host}>`;
}

/**
 * Returns `<time>-<recipient>.eml`. The time is when the mail was added to the outbox, in the basic format of ISO 8601.
 * The mail's number is appended to its fraction. So names sort by time, each mail has its own name, and a retry has the
 * name of the first attempt.
 */
function fileNameOf({ id, to, createdAt }: Message): string {
  const [date, fraction] = createdAt.toISOString().replaceAll(/[-:Z]/g, "").split(".");
  const number = String(id % 1_000_000).padStart(6, "0");
  return `${date}.${fraction}${number}Z-${to.replaceAll(/[^A-Za-z0-9@._+]/g, "_").slice(0, recipientLengthMax)}.eml`;
}

/** These names, also of files that were not written completely. */
const fileName = /^\d{8}T\d{6}\.\d{9}Z-.+\.eml(?:\.part)?$/;

/**
 * Deletes mails that became files, because they contain addresses and used links.
 *
 * @param before deletes files written before this time, in milliseconds since the epoch
 */
export async function deleteMailFiles(directory: string, before: number): Promise<void> {
  // The folder does not exist until the first mail becomes a file.
  const names = await readdir(directory).catch(() => []);
  for (const path of names.filter((name) => fileName.test(name)).map((name) => join(directory, name))) {
    const file = await stat(path).catch(() => null);
    if (file && file.mtimeMs < before) await rm(path, { force: true });
  }
}

/** With the time, a file name stays below the 255 bytes that file systems allow. */
const recipientLengthMax = 200;

async function writeWhole(directory: string, file: string, content: Buffer): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const part = `${file}.part`;
  const handle = await open(part, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}

/** Allows nothing but an address: no line break, no second recipient, no name. */
function bareAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\s\u0000-\u001f\u007f<>,;:"()[\]\\]/.test(address) || !address.includes("@")) {
    throw Object.assign(new Error("not a bare address"), { code: "EADDRESS" });
  }
  return address;
}
