import type { MailTemplate, MailTemplates } from "@daymark/domain/mail";
import type { I18n, MessageDescriptor } from "@lingui/core";

/** The words of one mail, in the order they are read. */
interface MailWords<Words> {
  subject: Words;
  greeting: Words;
  body: Words;
  /** On the button, and in the text part before the bare link. */
  action: Words;
  /** What the reader should know of the link. */
  note: Words;
  /** For someone who never asked for it. */
  unasked: Words;
}

/** What a mail says in the language of `i18n`, its values filled in. */
export function wordMail<Name extends MailTemplate>(
  i18n: I18n,
  template: Name,
  values: MailTemplates[Name],
): MailWords<string> & { footer: string } {
  const say = ({ id, message }: MessageDescriptor) => i18n._(id, values, { message });
  const words = mailWords[template];
  return {
    subject: say(words.subject),
    greeting: say(words.greeting),
    body: say(words.body),
    action: say(words.action),
    note: say(words.note),
    unasked: say(words.unasked),
    footer: say(mailFooter),
  };
}

/** Every mail that can be sent; one without words here does not compile. The values are those of its template. */
const mailWords: Record<MailTemplate, MailWords<MessageDescriptor>> = {
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
const mailFooter: MessageDescriptor = /*i18n*/ {
  id: "mail.footer",
  message: "You receive this email because of your account at Daymark.",
};
