import type { Mail } from "@daymark/api/mail/outbox";
import { type WordedMail, wordMail } from "@daymark/i18n/mails";
import { i18nFor } from "@daymark/i18n/server";
import { render } from "@react-email/render";
import { Letter } from "./letter.tsx";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** A mail in the words of its reader's language, for programs that show HTML and for those that do not. */
export async function renderMail(mail: Pick<Mail, "template" | "language" | "values">): Promise<RenderedMail> {
  const { language, values } = mail;
  const words = wordMail(i18nFor(language), language, mail);
  const html = await render(<Letter language={language} words={words} link={values.link} />);
  return { subject: words.subject, html, text: plainText(words, values.link) };
}

/** Short lines need no transfer encoding (RFC 2045 6.7), so the link stays whole for whoever reads the raw mail. */
const lineLengthMax = 72;

function plainText({ greeting, body, facts, alarm, action, note, unasked, footer }: WordedMail, link: string): string {
  const table = facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
  const paragraphs = [greeting, body, table, alarm, `${action}:\n${link}`, note, unasked, `-- \n${footer}`];
  return `${paragraphs.flatMap((paragraph) => (paragraph ? [wrap(paragraph)] : [])).join("\n\n")}\n`;
}

function wrap(paragraph: string): string {
  return paragraph.split("\n").map(wrapLine).join("\n");
}

function wrapLine(line: string): string {
  const [first = "", ...rest] = line.split(" ");
  let length = first.length;
  return rest.reduce((wrapped, word) => {
    const isFull = length + 1 + word.length > lineLengthMax;
    length = isFull ? word.length : length + 1 + word.length;
    return `${wrapped}${isFull ? "\n" : " "}${word}`;
  }, first);
}
