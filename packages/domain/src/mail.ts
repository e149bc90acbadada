/** The mails the product sends, and the values each one's words and template need. */
export interface MailTemplates {
  verify_email: { username: string; link: string };
}

export type MailTemplate = keyof MailTemplates;
