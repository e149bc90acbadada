import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createTransport as createMailer } from "nodemailer";
import type { RenderedMail } from "./render.tsx";

/** Milliseconds until a silent mail server is given up. */
const connectTimeout = 10_000;
const silenceTimeout = 30_000;

export interface Message extends RenderedMail {
  /** Number of the mail in the outbox. */
  id: number;
  /** One bare address. */
  to: string;
  /** When it was put into the outbox. */
  createdAt: Date;
  /** Where mails of this kind are ended by one POST, where they can be. */
  unsubscribeUrl?: string;
}

export interface Transport {
  /** Resolves when the mail is out of our hands, with where it was written if that is a file. */
  deliver(message: Message): Promise<{ file?: string }>;
  close(): void;
}

export interface TransportConfig {
  /** Of all mails, such as `Daymark <no-reply@example.org>`. */
  mailFrom: string;
  /** Where there is no mail server each mail becomes a file in `mailDirectory`. */
  smtpUrl?: string | undefined;
  mailDirectory: string;
}

export function createTransport({ mailFrom, smtpUrl, mailDirectory }: TransportConfig): Transport {
  const host = /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? "localhost";
  const safety = { disableFileAccess: true, disableUrlAccess: true };
  const compose = (message: Message) => ({
    from: mailFrom,
    // As an object it is no list to be parsed: an address cannot bring along others.
    to: { name: "", address: bareAddress(message.to) },
    subject: message.subject,
    html: message.html,
    text: message.text,
    messageId: messageIdOf(message, host),
    date: message.createdAt,
    headers: {
      // RFC 3834 5: no out-of-office note wants to answer.
      "Auto-Submitted": "auto-generated",
      ...(message.unsubscribeUrl !== undefined && oneClick(message.unsubscribeUrl)),
    },
  });

  if (smtpUrl !== undefined) {
    const mailer = createMailer({
      url: smtpUrl,
      connectionTimeout: connectTimeout,
      greetingTimeout: connectTimeout,
      socketTimeout: silenceTimeout,
      ...safety,
    });
    return {
      deliver: async (message) => {
        await mailer.sendMail(compose(message));
        return {};
      },
      close: () => mailer.close(),
    };
  }

  const composer = createMailer({ streamTransport: true, buffer: true, newline: "windows", ...safety });
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

/** RFC 8058 3.1: mail programs show a button of their own, which sends what the second header says to the first's address. */
function oneClick(url: string) {
  return {
    "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${url}>` },
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** The same for every attempt, so that a mail sent twice is seen as one. */
function messageIdOf({ id, createdAt }: Message, host: string): string {
  return `<${id}.${createdAt.getTime().toString(36)}.daymark@${host}>`;
}

/**
 * `<time>-<recipient>.eml`. The time is when the mail was put into the outbox, ISO 8601 in basic form, with the mail's
 * number as further digits of its fraction: names sort by time, no two are the same, a repeated attempt has its first's.
 */
function fileNameOf({ id, to, createdAt }: Message): string {
  const [date, fraction] = createdAt.toISOString().replaceAll(/[-:Z]/g, "").split(".");
  const number = String(id % 1_000_000).padStart(6, "0");
  return `${date}.${fraction}${number}Z-${to.replaceAll(/[^A-Za-z0-9@._+]/g, "_").slice(0, recipientLengthMax)}.eml`;
}

/** As those names are, also of one that was never written to its end. */
const fileName = /^\d{8}T\d{6}\.\d{9}Z-.+\.eml(?:\.part)?$/;

/**
 * Deletes mails that became files: they hold addresses, and links that served.
 *
 * @param before those that were written before it, in milliseconds since the epoch
 */
export async function deleteMailFiles(directory: string, before: number): Promise<void> {
  // No mail has become a file yet.
  const names = await readdir(directory).catch(() => []);
  for (const path of names.filter((name) => fileName.test(name)).map((name) => join(directory, name))) {
    const file = await stat(path).catch(() => null);
    if (file && file.mtimeMs < before) await rm(path, { force: true });
  }
}

/** With the time a file name stays below the 255 bytes that file systems allow. */
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

/** Nothing but an address may become one: no line break, no second recipient, no name. */
function bareAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\s\u0000-\u001f\u007f<>,;:"()[\]\\]/.test(address) || !address.includes("@")) {
    throw Object.assign(new Error("not a bare address"), { code: "EADDRESS" });
  }
  return address;
}
