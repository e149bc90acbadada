import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";

/** A decoded mail, as its recipient reads it. */
export interface Mail {
  subject: string;
  text: string;
}

/** Waits for a mail to an address and returns the newest. */
export function waitForMail(directory: string, recipient: string): Promise<Mail> {
  return waitForNewest(directory, recipient, () => true);
}

/** Waits until an address has this many mails with a link to the path, and returns the newest. */
export function waitForMailWith(directory: string, recipient: string, path: string, count = 1): Promise<Mail> {
  return waitForNewest(directory, recipient, (mail) => mail.text.includes(`${path}?`), count);
}

function waitForNewest(
  directory: string,
  recipient: string,
  isWanted: (mail: Mail) => boolean,
  count = 1,
): Promise<Mail> {
  return vi.waitFor(
    () => {
      const files = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".eml")) : [];
      const wanted = files
        .filter((name) => name.includes(recipient))
        .sort()
        .map((name) => parseMail(readFileSync(join(directory, name), "utf8")))
        .filter(isWanted);
      const newest = wanted.at(-1);
      if (!newest || wanted.length < count) throw new Error(`no such mail to ${recipient} among ${files.length}`);
      return newest;
    },
    { timeout: 15_000, interval: 50 },
  );
}

/** The first link in a mail whose path begins with this one. */
export function linkIn(mail: Mail, path: string): string {
  const link = mail.text.match(/https?:\/\/[^\s"'<>)]+/g)?.find((url) => new URL(url).pathname.startsWith(path));
  if (!link) throw new Error(`no link to ${path} in: ${mail.text}`);
  return link;
}

/** Parses what our text mails use: headers, RFC 2047 words and the two transfer encodings. */
export function parseMail(source: string): Mail {
  const { headers, body } = splitPart(source);
  return { subject: decodeWords(headers.get("subject") ?? ""), text: textOf(headers, body) };
}

function splitPart(source: string) {
  const end = source.search(/\r?\n\r?\n/);
  const head = source.slice(0, end).replaceAll(/\r?\n[ \t]+/g, " ");
  const headers = new Map(
    head.split(/\r?\n/).map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: source.slice(end).replace(/^(\r?\n){2}/, "") };
}

function textOf(headers: Map<string, string>, body: string): string {
  const type = headers.get("content-type") ?? "text/plain";
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => splitPart(part.replace(/^\r?\n/, "")));
    const plain = parts.find((part) => part.headers.get("content-type")?.startsWith("text/plain")) ?? parts[0];
    return plain ? textOf(plain.headers, plain.body) : "";
  }
  return decodeBody(headers.get("content-transfer-encoding") ?? "7bit", body);
}

function decodeBody(encoding: string, body: string): string {
  if (encoding.toLowerCase() === "base64") return Buffer.from(body, "base64").toString();
  if (encoding.toLowerCase() === "quoted-printable") return decodeQuoted(body.replaceAll(/=\r?\n/g, ""));
  return body;
}

function decodeQuoted(text: string): string {
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();
}

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === "b" ? Buffer.from(word, "base64").toString() : decodeQuoted(word.replaceAll("_", " ")),
    );
}
