import {
  type BoardCommentsLetter,
  type BoardDecisionLetter,
  commentExcerpt,
  commentsOfLetterMax,
  type InvitationLetter,
  type MailTemplate,
  type MailTemplates,
  type NewsletterLetter,
  type NoticeFacts,
  type NoticeTemplate,
  type ReminderLetter,
} from "@daymark/domain/operator/mail";
import { formatLocale, type Language } from "@daymark/domain/text/language";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { invitationWords, letterWords, sharedWords, testMailWords } from "./mail-words.ts";
import { noticeWords } from "./notice-mail-words.ts";
import {
  boardWords,
  commentNewsWords,
  decisionWords,
  newsletterWords,
  reminderWords,
} from "./subscribed-mail-words.ts";

/** The texts of a mail, in reading order. */
export interface WordedMail {
  subject: string;
  greeting: string;
  body: string;
  /** One line for each item that the body mentions. */
  list: string[];
  /** The facts of a security notice, as a small table. */
  facts: { label: string; value: string }[];
  /** The advice for a reader who did not cause the event. */
  alarm: string | null;
  /** The text of the button. The plain-text part shows it before the link. */
  action: string;
  /** A note about the link. */
  note: string | null;
  /** The text for a recipient who did not request the mail. */
  unasked: string | null;
  /** The text of the unsubscribe link, if the mail has one. */
  leave: string | null;
  footer: string;
}

/** The texts of a mail in a language, with its values filled in. */
export function wordMail<Name extends MailTemplate>(
  i18n: I18n,
  language: Language,
  mail: { template: Name; values: MailTemplates[Name] },
): WordedMail {
  const values = Object.fromEntries(Object.entries(mail.values).map(([name, value]) => [name, oneLine(value)]));
  const say = ({ id, message }: MessageDescriptor) => i18n._(id, values, { message });
  const shared = { greeting: say(sharedWords.greeting), list: [], leave: null, footer: say(sharedWords.footer) };
  if (mail.template === "invitation") {
    return { ...shared, ...wordInvitation(i18n, language, mail.values as InvitationLetter), facts: [], alarm: null };
  }
  if (mail.template === "reminder") {
    return { ...shared, ...wordReminder(i18n, mail.values as ReminderLetter), facts: [], alarm: null, unasked: null };
  }
  if (mail.template === "newsletter") {
    const { subject, action, note, leave } = newsletterWords;
    const body = String(oneLine((mail.values as NewsletterLetter).description));
    const said = { subject: say(subject), body, action: say(action), note: say(note), leave: say(leave) };
    return { ...shared, ...said, facts: [], alarm: null, unasked: null };
  }
  if (mail.template === "board_decision" || mail.template === "board_comments") {
    const said =
      mail.template === "board_decision"
        ? wordDecision(i18n, mail.values as BoardDecisionLetter)
        : wordComments(i18n, mail.values as BoardCommentsLetter);
    const { action, note, leave } = boardWords;
    const common = { action: say(action), note: say(note), leave: say(leave) };
    return { ...shared, ...said, ...common, facts: [], alarm: null, unasked: null };
  }
  if (isNotice(mail.template)) {
    const { subject, body, not_me_note } = noticeWords[mail.template];
    const facts = mail.values as NoticeFacts;
    return {
      ...shared,
      subject: say(subject),
      body: say(body),
      facts: wordFacts(facts, language, say),
      alarm: say(sharedWords.alarm),
      action: say(sharedWords.action),
      note: not_me_note && facts.way_out === "not_me" ? say(not_me_note) : null,
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

function wordInvitation(i18n: I18n, language: Language, letter: InvitationLetter) {
  const values = {
    by: letter.inviter === null ? "operator" : "admin",
    inviter: oneLine(letter.inviter),
    audience: letter.is_for_address ? "address" : "anyone",
    until: new Intl.DateTimeFormat(formatLocale[language], { dateStyle: "long", timeZone: "UTC" }).format(
      new Date(letter.expires_at),
    ),
  };
  const say = ({ id, message }: MessageDescriptor) => i18n._(id, values, { message });
  const { greeting, subject, body, action, note, unasked, footer } = invitationWords;
  return {
    ...{ greeting: say(greeting), subject: say(subject), body: say(body), action: say(action), note: say(note) },
    ...{ unasked: say(unasked), footer: say(footer) },
  };
}

/** The texts of the mail that shows the operator that the mail server works. */
export function wordTestMail(i18n: I18n): WordedMail {
  const say = ({ id, message }: MessageDescriptor) => i18n._(id, {}, { message });
  const { subject, greeting, body, action, unasked, footer } = testMailWords;
  return {
    ...{ subject: say(subject), greeting: say(greeting), body: say(body), action: say(action) },
    ...{ unasked: say(unasked), footer: say(footer) },
    ...{ list: [], facts: [], alarm: null, note: null, leave: null },
  };
}

function wordReminder(i18n: I18n, { habits }: ReminderLetter) {
  const say = ({ id, message }: MessageDescriptor, values?: Record<string, unknown>) => i18n._(id, values, { message });
  const { subject, body, bad_habit, action, note, leave } = reminderWords;
  return {
    subject: say(subject, { count: habits.length }),
    body: say(body),
    list: habits.map(({ title, type }) => {
      const line = String(oneLine(title));
      return type === "bad" ? say(bad_habit, { title: line }) : line;
    }),
    action: say(action),
    note: say(note),
    leave: say(leave),
  };
}

function wordDecision(i18n: I18n, { outcome, title, reply, duplicate_of }: BoardDecisionLetter) {
  const values = { outcome, title: oneLine(title), reply: oneLine(reply), duplicate_of: oneLine(duplicate_of) };
  const say = ({ id, message }: MessageDescriptor) => i18n._(id, values, { message });
  const { subject, body, reply: answer, duplicate_of: other } = decisionWords;
  const isMerged = outcome === "duplicate" && duplicate_of !== null;
  return {
    subject: say(subject),
    body: say(body),
    list: [...(isMerged ? [say(other)] : []), ...(reply === null ? [] : [say(answer)])],
  };
}

function wordComments(i18n: I18n, { title, comments, more: untold = 0 }: BoardCommentsLetter) {
  const say = ({ id, message }: MessageDescriptor, values?: Record<string, unknown>) => i18n._(id, values, { message });
  const { subject, body, line, deleted_author, more } = commentNewsWords;
  const about = { count: comments.length + untold, title: oneLine(title) };
  const lines = comments.slice(0, commentsOfLetterMax).map(({ author, text }) => {
    return say(line, { author: author ?? say(deleted_author), text: commentExcerpt(text) });
  });
  const rest = about.count - lines.length;
  return {
    subject: say(subject, about),
    body: say(body, about),
    list: [...lines, ...(rest > 0 ? [say(more, { count: rest })] : [])],
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

/** A user-chosen name must not look like a line of our own text. */
function oneLine(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim() : value;
}
