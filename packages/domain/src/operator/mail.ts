import type { Provider } from "../account/auth.ts";
import type { CloseReason, RequestStage, RequestStatus } from "../community/request-kind.ts";
import type { ReminderHabit } from "../reminder/reminder.ts";
import type { OffReason } from "../webhook/webhook.ts";
import type { AccountDecision } from "./admin-user.ts";

/** The recipient's name, and the link of the mail's one button. */
interface Letter {
  username: string;
  link: string;
}

/** Facts about the event, from which the reader judges whether they caused it. */
export interface NoticeFacts {
  /** ISO 8601, UTC. */
  when: string;
  /** IANA name of the reader's time zone, in which the mail shows `when`. */
  timezone: string;
  /** Browser and system; empty if the client did not send them. */
  device: string;
  /** The estimated location of the IP address; null if unknown. */
  place: string | null;
  /** The action of the button for a reader who did not cause the event. */
  way_out: "reset_password" | "security_settings" | "not_me";
}

/** Security notices to the owner of an account, with the values of each beside {@link NoticeFacts}. */
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
  /** The name of the provider for users; mails queued before 2026-12 have `google` or `facebook`. */
  provider_linked: { provider: string };
  provider_unlinked: { provider: string };
  passkey_created: { name: string };
  passkey_deleted: { name: string };
  api_key_created: { name: string };
  /** `site` is the host of the document that describes the application; absent for an application that registered itself. */
  app_connected: { name: string; has_site?: "yes"; site?: string };
  webhook_created: { host: string };
  notification_target_created: { name: string };
  /** `name` is the former one. */
  notification_target_updated: { name: string; renamed?: "yes"; new_name?: string };
  new_device: object;
}

export type NoticeTemplate = keyof NoticeTemplates;

/** A mail that a user can unsubscribe from. */
export interface ReminderLetter extends Letter {
  habits: readonly Pick<ReminderHabit, "title" | "type">[];
  /** Token of the unsubscribe link. */
  unsubscribe: string;
}

/** A mail to newsletter subscribers about a post, in a language that they read. */
export interface NewsletterLetter extends Letter {
  title: string;
  description: string;
  /** Token of the unsubscribe link. */
  unsubscribe: string;
}

/** A mail to the followers of a feature request. */
interface BoardLetter extends Letter {
  /** Title of the request. */
  title: string;
  /** Token of the unsubscribe link. */
  unsubscribe: string;
}

export interface BoardDecisionLetter extends BoardLetter {
  /** The new status, stage or reason; `considered` if there is no stage any more, `answered` if the admins only replied. */
  outcome: RequestStatus | RequestStage | CloseReason | "considered" | "answered";
  /** Null if the admins wrote no new reply. */
  reply: string | null;
  /** Title of the request that it was merged into. */
  duplicate_of: string | null;
}

export interface BoardCommentsLetter extends BoardLetter {
  /**
   * The first {@link commentsOfLetterMax} comments, oldest first, each text a {@link commentExcerpt}. A deleted author
   * has no name.
   */
  comments: readonly { author: string | null; text: string }[];
  /** The number of further comments. Absent in a mail that an older version wrote, which has all comments in full. */
  more?: number;
}

/** A mail to a person who has no account yet, so that it has no user name. */
export interface InvitationLetter {
  link: string;
  /** User name of the admin; null if the operator made the invitation on the machine. */
  inviter: string | null;
  /** ISO 8601, UTC. */
  expires_at: string;
  /** Whether only the address of the mail can sign up by the link. */
  is_for_address: boolean;
}

/** The mails that the product sends, with the values that each template needs. */
export type MailTemplates = {
  verify_email: Letter;
  verify_new_email: Letter;
  reset_password: Letter;
  /** A password reset for an account without a password: there is nothing to reset. */
  reset_third_party: Letter & { provider: Provider | null };
  invitation: InvitationLetter;
  /** An admin has made an account for the reader; `way` is how the reader gets into it. */
  account_created: Letter & { way: "password" | "provider" };
  /** An admin's decision about the account. */
  account_decision: Letter & { decision: AccountDecision };
  /** The server has switched a webhook off. */
  webhook_off: Letter & { host: string; reason: OffReason };
  reminder: ReminderLetter;
  newsletter: NewsletterLetter;
  board_decision: BoardDecisionLetter;
  board_comments: BoardCommentsLetter;
} & { [Name in NoticeTemplate]: Letter & NoticeFacts & NoticeTemplates[Name] };

export type MailTemplate = keyof MailTemplates;

/** Comments that a mail shows, each with up to `excerptLengthMax` characters. The page shows the rest. */
export const commentsOfLetterMax = 10;
const excerptLengthMax = 300;

/** The part of a comment that a mail shows: one line, cut between characters. The function is idempotent. */
export function commentExcerpt(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ").trim()];
  if (characters.length <= excerptLengthMax) return characters.join("");
  return `${characters.slice(0, excerptLengthMax - 1).join("")}…`;
}
