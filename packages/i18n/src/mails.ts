import type { MailTemplates } from "@daymark/domain/mail";
import type { MessageDescriptor } from "@lingui/core";

/** The words of one mail, in the order they are read. */
export interface MailWords {
  subject: MessageDescriptor;
  greeting: MessageDescriptor;
  body: MessageDescriptor;
  /** On the button, and in the text part before the bare link. */
  action: MessageDescriptor;
  /** What the reader should know of the link. */
  note: MessageDescriptor;
  /** For someone who never asked for it. */
  unasked: MessageDescriptor;
}

/** Every mail that can be sent; one without words here does not compile. The values are those of its template. */
export const mailWords: Record<keyof MailTemplates, MailWords> = {
  verify_email: {
    subject: /*i18n*/ { id: "mail.verify_email.subject", message: "Confirm your email address" },
    greeting: /*i18n*/ { id: "mail.verify_email.greeting", message: "Hello {username}!" },
    body: /*i18n*/ {
      id: "mail.verify_email.body",
      message: "Please confirm that this address belongs to your Daymark account.",
    },
    action: /*i18n*/ { id: "mail.verify_email.action", message: "Confirm the address" },
    note: /*i18n*/ {
      id: "mail.verify_email.note",
      message: "The link works once, within 24 hours. If you ask for another one, only the newest works.",
    },
    unasked: /*i18n*/ {
      id: "mail.verify_email.unasked",
      message: "If you did not sign up for Daymark, please ignore this email.",
    },
  },
};

/** The last line of every mail. */
export const mailFooter: MessageDescriptor = /*i18n*/ {
  id: "mail.footer",
  message: "You receive this email because of your account at Daymark.",
};
