import type { Provider } from "../account/auth.ts";
import type { CloseReason, RequestStatus } from "../community/request-kind.ts";
import type { ReminderHabit } from "../rules/reminder.ts";
import type { AccountDecision } from "./admin-user.ts";

/** Whom a mail speaks to, and where its one button leads. */
interface Letter {
  username: string;
  link: string;
}

/** What a notice tells of the moment it is about, for its reader to judge whether that was them. */
export interface NoticeFacts {
  /** ISO 8601, UTC. */
  when: string;
  /** IANA name of the reader's time zone, in which `when` is told. */
  timezone: string;
  /** Browser and system, empty where the client did not say. */
  device: string;
  /** Where its address is thought to be; null where nothing is known of it. */
  place: string | null;
  /** What the button does for a reader who was not the one. */
  way_out: "reset_password" | "security_settings" | "not_me";
}

/** Notices to the owner of an account, with what each one tells beside {@link NoticeFacts}. */
export interface NoticeTemplates {
  email_change_asked: object;
  email_changed: object;
  password_changed: object;
  password_added: object;
  password_reset: object;
  username_changed: { old_username: string };
  two_factor_enabled: object;
  two_factor_disabled: object;
  backup_code_used: { remaining: number };
  backup_codes_generated: object;
  provider_linked: { provider: Provider };
  provider_unlinked: { provider: Provider };
  passkey_created: { name: string };
  passkey_deleted: { name: string };
  api_key_created: { name: string };
  new_device: object;
}

export type NoticeTemplate = keyof NoticeTemplates;

/** A mail that nobody needs to get, with the way to end it. */
export interface ReminderLetter extends Letter {
  habits: readonly Pick<ReminderHabit, "title" | "type">[];
  /** Of the link that ends these mails. */
  unsubscribe: string;
}

/** What subscribers are told of: a post, in a language they read. */
export interface NewsletterLetter extends Letter {
  title: string;
  description: string;
  /** Of the link that ends these mails. */
  unsubscribe: string;
}

/** What followers of a feature request are told. */
interface BoardLetter extends Letter {
  /** Of the request. */
  title: string;
  /** Of the link that ends these mails. */
  unsubscribe: string;
}

export interface BoardDecisionLetter extends BoardLetter {
  /** What has become of it; answered: nothing but that there is a reply. */
  outcome: RequestStatus | CloseReason | "answered";
  /** Null where the admins said nothing new. */
  reply: string | null;
  /** Title of what it was merged into. */
  duplicate_of: string | null;
}

export interface BoardCommentsLetter extends BoardLetter {
  /** The first {@link commentsOfLetterMax}, oldest first, each text a {@link commentExcerpt}; a deleted author has no name. */
  comments: readonly { author: string | null; text: string }[];
  /** The number of further comments. Absent in a letter of an older version, which has all comments in full. */
  more?: number;
}

/** The mails the product sends, and the values each one's words and template need. */
export type MailTemplates = {
  verify_email: Letter;
  verify_new_email: Letter;
  reset_password: Letter;
  /** Asked for by somebody whose account has no password: there is nothing to reset. */
  reset_third_party: Letter & { provider: Provider | null };
  /** What an admin did to the account. */
  account_decision: Letter & { decision: AccountDecision };
  reminder: ReminderLetter;
  newsletter: NewsletterLetter;
  board_decision: BoardDecisionLetter;
  board_comments: BoardCommentsLetter;
} & { [Name in NoticeTemplate]: Letter & NoticeFacts & NoticeTemplates[Name] };

export type MailTemplate = keyof MailTemplates;

/** Comments that a mail shows, each with up to `excerptLengthMax` characters. The page shows the rest. */
export const commentsOfLetterMax = 10;
const excerptLengthMax = 300;

/** The part of a comment that a mail shows: one line, cut between characters. An excerpt of an excerpt is the same. */
export function commentExcerpt(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ").trim()];
  if (characters.length <= excerptLengthMax) return characters.join("");
  return `${characters.slice(0, excerptLengthMax - 1).join("")}…`;
}
