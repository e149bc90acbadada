import type { Mail } from "@daymark/api/host/outbox";
import type { Language } from "@daymark/domain/text/language";
import { type WordedMail, wordMail, wordTestMail } from "@daymark/i18n/mails";
import { i18nFor } from "@daymark/i18n/server";
import { render } from "@react-email/render";
import { Letter, type MailLinks } from "./letter.tsx";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/**
 * Renders a mail in the language of its recipient, as HTML and as plain text.
 *
 * @param publicUrl base of the link to unsubscribe, if the mail has one
 */
export async function renderMail(
  mail: Pick<Mail, "template" | "language" | "values">,
  publicUrl: string,
): Promise<RenderedMail> {
  const { language, values } = mail;
  const words = wordMail(i18nFor(language), language, mail);
  const links = {
    action: values.link,
    leave: "unsubscribe" in values ? `${publicUrl}/unsubscribe?token=${values.unsubscribe}` : null,
  };
  return renderLetter(language, words, links);
}

/** Renders the mail that shows the operator that the mail server works, with a link to the server. */
export function renderTestMail(language: Language, publicUrl: string): Promise<RenderedMail> {
  return renderLetter(language, wordTestMail(i18nFor(language)), { action: publicUrl, leave: null });
}

async function renderLetter(language: Language, words: WordedMail, links: MailLinks): Promise<RenderedMail> {
  const html = await render(<Letter language={language} words={words} links={links} />);
  return { subject: words.subject, html, text: plainText(words, links) };
}

/** Short lines need no transfer encoding (RFC 2045 6.7), so a link stays whole for users who read the raw mail. */
const lineLengthMax = 72;

function plainText(words: WordedMail, links: MailLinks): string {
  const { greeting, body, list, facts, alarm, action, note, unasked, leave, footer } = words;
  const lines = list.map((line) => `• ${line}`).join("\n");
  const table = facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
  const way = leave && links.leave && `${leave}:\n${links.leave}`;
  const asked = `${action}:\n${links.action}`;
  const paragraphs = [greeting, body, lines, table, alarm, asked, note, unasked, way, `-- \n${footer}`];
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
