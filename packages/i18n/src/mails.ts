import { formatLocale, type Language } from "@daymark/domain/language";
import type { MailTemplate, MailTemplates, NoticeFacts, NoticeTemplate } from "@daymark/domain/mail";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { letterWords, noticeWords, sharedWords } from "./mail-words.ts";

/** What a mail says, in the order it is read. */
export interface WordedMail {
  subject: string;
  greeting: string;
  body: string;
  /** A small table, of what a notice is about. */
  facts: { label: string; value: string }[];
  /** What to do for a reader who was not the one. */
  alarm: string | null;
  /** On the button, and in the text part before the bare link. */
  action: string;
  /** What the reader should know of the link. */
  note: string | null;
  /** For someone who never asked for it. */
  unasked: string | null;
  footer: string;
}

/** What a mail says in a language, its values filled in. */
export function wordMail<Name extends MailTemplate>(
  i18n: I18n,
  language: Language,
  mail: { template: Name; values: MailTemplates[Name] },
): WordedMail {
  const values = Object.fromEntries(Object.entries(mail.values).map(([name, value]) => [name, oneLine(value)]));
  const say = ({ id, message }: MessageDescriptor) => i18n._(id, values, { message });
  const shared = { greeting: say(sharedWords.greeting), footer: say(sharedWords.footer) };
  if (isNotice(mail.template)) {
    const { subject, body } = noticeWords[mail.template];
    return {
      ...shared,
      subject: say(subject),
      body: say(body),
      facts: wordFacts(mail.values as NoticeFacts, language, say),
      alarm: say(sharedWords.alarm),
      action: say(sharedWords.action),
      note: null,
      unasked: null,
    };
  }
  const { subject, body, action, note, unasked } = letterWords[mail.template as keyof typeof letterWords];
  return {
    ...shared,
    subject: say(subject),
    body: say(body),
    facts: [],
    alarm: null,
    action: say(action),
    note: note ? say(note) : null,
    unasked: say(unasked),
  };
}

function isNotice(template: MailTemplate): template is NoticeTemplate {
  return Object.hasOwn(noticeWords, template);
}

function wordFacts(
  facts: NoticeFacts,
  language: Language,
  say: (words: MessageDescriptor) => string,
): WordedMail["facts"] {
  const when = new Intl.DateTimeFormat(formatLocale[language], {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: facts.timezone,
    timeZoneName: "short",
  }).format(new Date(facts.when));
  return [
    { label: say(sharedWords.when), value: when },
    { label: say(sharedWords.device), value: facts.device || say(sharedWords.unknown) },
    { label: say(sharedWords.place), value: facts.place ?? say(sharedWords.unknown) },
  ];
}

/** A name that somebody chose must not look like lines of ours. */
function oneLine(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim() : value;
}
