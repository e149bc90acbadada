import type { Transaction } from "@daymark/db/client";
import type { Language } from "@daymark/domain/language";

/** The mails the product sends, and what each one's template needs. */
export interface MailTemplates {
  verify_email: { username: string; link: string };
}

export interface Mail<Name extends keyof MailTemplates = keyof MailTemplates> {
  template: Name;
  to: string;
  language: Language;
  values: MailTemplates[Name];
}

/** Puts mails where the worker finds them, in the transaction of what they tell about. */
export interface Outbox {
  /** Base of the links in mails, without a trailing slash; from configuration, never from a Host header. */
  publicUrl: string;
  enqueue<Name extends keyof MailTemplates>(tx: Transaction, userId: number, mail: Mail<Name>): Promise<void>;
}
