import type { MailTemplate, NoticeTemplate } from "@daymark/domain/operator/mail";
import type { MessageDescriptor } from "@lingui/core";

/** The texts of one mail. */
export interface MailWords {
  subject: MessageDescriptor;
  body: MessageDescriptor;
}

/** The texts of a mail that asks the user to act. */
interface LetterWords extends MailWords {
  action: MessageDescriptor;
  note?: MessageDescriptor;
  unasked: MessageDescriptor;
}

type LetterTemplate = Exclude<
  MailTemplate,
  NoticeTemplate | "invitation" | "reminder" | "newsletter" | "board_decision" | "board_comments"
>;

/** Texts that all mails, or all security notices, share. */
export const sharedWords = {
  greeting: /*i18n*/ { id: "mail.greeting", message: "Hello {username}!" },
  footer: /*i18n*/ { id: "mail.footer", message: "You are receiving this email because you have a Daymark account." },
  when: /*i18n*/ { id: "mail.when", message: "Time" },
  device: /*i18n*/ { id: "mail.device", message: "Device" },
  place: /*i18n*/ { id: "mail.place", message: "Location" },
  unknown: /*i18n*/ { id: "mail.unknown", message: "Unknown" },
  alarm: /*i18n*/ {
    id: "mail.alarm",
    message:
      "If this was you, there is nothing to do. {way_out, select, reset_password {If it was not, set a new password right away: that ends every session and makes all earlier links stop working.} not_me {If it was not, open the link below. It works once, within 7 days: it ends every session, revokes all API keys and, if you have a password, asks you to choose a new password.} other {If it was not, log in, end the sessions you do not recognize and change how you log in.}}",
  },
  action: /*i18n*/ {
    id: "mail.action",
    message:
      "{way_out, select, reset_password {Set a new password} not_me {This was not me} other {Check the security settings}}",
  },
} satisfies Record<string, MessageDescriptor>;

/** The mail that shows the operator that the mail server works. */
export const testMailWords = {
  subject: /*i18n*/ { id: "mail.test.subject", message: "Daymark can send email" },
  greeting: /*i18n*/ { id: "mail.test.greeting", message: "Hello!" },
  body: /*i18n*/ {
    id: "mail.test.body",
    message:
      "This is a test email from your Daymark server. It arrived, so the mail server works: continue the setup in your browser.",
  },
  action: /*i18n*/ { id: "mail.test.action", message: "Open Daymark" },
  unasked: /*i18n*/ {
    id: "mail.test.unasked",
    message: "If you are not setting up a Daymark server, someone mistyped an address. You can ignore this email.",
  },
  footer: /*i18n*/ {
    id: "mail.test.footer",
    message: "You are receiving this email because someone requested it as a test.",
  },
} satisfies Record<string, MessageDescriptor>;

/** Mails that ask the user to act. A template without texts here does not compile. */
export const letterWords: Record<LetterTemplate, LetterWords> = {
  verify_email: {
    subject: /*i18n*/ { id: "mail.verify_email.subject", message: "Confirm your email address" },
    body: /*i18n*/ {
      id: "mail.verify_email.body",
      message:
        "Someone signed up for Daymark with the username {username} and this address. If it was you, confirm the address.",
    },
    action: /*i18n*/ { id: "mail.verify_email.action", message: "Confirm this address" },
    note: /*i18n*/ {
      id: "mail.verify_email.note",
      message: "The link works once, within 24 hours. If you ask for another one, only the newest works.",
    },
    unasked: /*i18n*/ {
      id: "mail.verify_email.unasked",
      message: "If it was not you, do nothing.",
    },
  },
  verify_new_email: {
    subject: /*i18n*/ { id: "mail.verify_new_email.subject", message: "Confirm your new email address" },
    body: /*i18n*/ {
      id: "mail.verify_new_email.body",
      message:
        "You asked to use this address for your Daymark account {username}. It replaces the old one as soon as you confirm it.",
    },
    action: /*i18n*/ { id: "mail.verify_new_email.action", message: "Use this address" },
    note: /*i18n*/ {
      id: "mail.verify_new_email.note",
      message: "The link works once, within 24 hours. Until you confirm this address, the old one stays in use.",
    },
    unasked: /*i18n*/ {
      id: "mail.verify_new_email.unasked",
      message: "If you did not ask for this, ignore this email: nothing changes.",
    },
  },
  reset_password: {
    subject: /*i18n*/ { id: "mail.reset_password.subject", message: "Set a new password" },
    body: /*i18n*/ {
      id: "mail.reset_password.body",
      message: "Someone asked to reset the password of your Daymark account. Open this link to choose a new one.",
    },
    action: /*i18n*/ { id: "mail.reset_password.action", message: "Set a new password" },
    note: /*i18n*/ {
      id: "mail.reset_password.note",
      message: "The link works once, within 1 hour. If you ask for another one, only the newest works.",
    },
    unasked: /*i18n*/ {
      id: "mail.reset_password.unasked",
      message: "If you did not ask for this, ignore this email: your password stays as it is.",
    },
  },
  reset_third_party: {
    subject: /*i18n*/ { id: "mail.reset_third_party.subject", message: "Your account has no password" },
    body: /*i18n*/ {
      id: "mail.reset_third_party.body",
      message:
        "Someone asked to reset the password of your Daymark account. It has no password: you log in {provider, select, google {with Google} facebook {with Facebook} other {with a passkey or through a third-party provider}}.",
    },
    action: /*i18n*/ { id: "mail.reset_third_party.action", message: "Log in" },
    unasked: /*i18n*/ {
      id: "mail.reset_third_party.unasked",
      message: "If you did not ask for this, ignore this email: nothing has changed.",
    },
  },
  account_created: {
    subject: /*i18n*/ { id: "mail.account_created.subject", message: "Your Daymark account is ready" },
    body: /*i18n*/ {
      id: "mail.account_created.body",
      message:
        "{way, select, password {An admin has created the Daymark account {username} for you. Open this link to choose your password.} other {An admin has created the Daymark account {username} for you. Log in through a provider that knows this email address.}}",
    },
    action: /*i18n*/ {
      id: "mail.account_created.action",
      message: "{way, select, password {Choose a password} other {Log in}}",
    },
    note: /*i18n*/ {
      id: "mail.account_created.note",
      message:
        "{way, select, password {The link works once, within 7 days. After that, ask for a new one with “Forgot password?” on the log-in page.} other {This server does not use passwords.}}",
    },
    unasked: /*i18n*/ {
      id: "mail.account_created.unasked",
      message: "If you do not want this account, ignore this email: nobody can use it without you.",
    },
  },
  account_decision: {
    subject: /*i18n*/ {
      id: "mail.account_decision.subject",
      message:
        "{decision, select, staff_given {You are now an admin} staff_taken {You are no longer an admin} deactivated {Your account was deactivated} reactivated {Your account is active again} plan_paid {You are now on the paid plan} plan_free {You are now on the free plan} other {Your sessions were ended}}",
    },
    body: /*i18n*/ {
      id: "mail.account_decision.body",
      message:
        "{decision, select, staff_given {A Daymark admin has made your account an admin. You will find the admin site in your menu.} staff_taken {A Daymark admin has removed the admin rights of your account. Your habits and everything else stay as they are.} deactivated {A Daymark admin has deactivated your account. Nobody can log in to it, and its API keys do not work. Everything in it is kept.} reactivated {A Daymark admin has reactivated your account. You can log in as before.} plan_paid {A Daymark admin has moved your account to the paid plan.} plan_free {A Daymark admin has moved your account to the free plan. Everything you have stays. The limits of the plan apply to anything new.} other {A Daymark admin has ended all sessions of your account. Log in again to continue.}}",
    },
    action: /*i18n*/ { id: "mail.account_decision.action", message: "Open Daymark" },
    unasked: /*i18n*/ {
      id: "mail.account_decision.unasked",
      message: "If you think this is a mistake, write to us. The address is at the bottom of every page.",
    },
  },
  webhook_off: {
    subject: /*i18n*/ { id: "mail.webhook_off.subject", message: "A webhook was turned off" },
    body: /*i18n*/ {
      id: "mail.webhook_off.body",
      message:
        "{reason, select, gone {Your webhook at {host} was turned off because its receiver answered that it is gone (status 410).} other {Your webhook at {host} was turned off because every delivery to it has failed for a week.}}",
    },
    action: /*i18n*/ { id: "mail.webhook_off.action", message: "Open the webhooks" },
    note: /*i18n*/ {
      id: "mail.webhook_off.note",
      message: "The log of the webhook shows what its receiver answered. You can turn the webhook on again there.",
    },
    unasked: /*i18n*/ {
      id: "mail.webhook_off.unasked",
      message: "If you no longer need the webhook, you can delete it, or leave it off.",
    },
  },
};

/** The texts of invitations. The reader has no account and no user name yet. */
export const invitationWords = {
  greeting: /*i18n*/ { id: "mail.invitation.greeting", message: "Hello!" },
  subject: /*i18n*/ { id: "mail.invitation.subject", message: "You are invited to Daymark" },
  body: /*i18n*/ {
    id: "mail.invitation.body",
    message:
      "{by, select, admin {{inviter} invites you to Daymark, a calendar for good and bad habits. Open this link to create your account.} other {You are invited to Daymark, a calendar for good and bad habits. Open this link to create your account.}}",
  },
  action: /*i18n*/ { id: "mail.invitation.action", message: "Create an account" },
  note: /*i18n*/ {
    id: "mail.invitation.note",
    message:
      "{audience, select, address {The link works until {until}, and only with this email address.} other {The link works until {until}.}}",
  },
  unasked: /*i18n*/ {
    id: "mail.invitation.unasked",
    message: "If you do not want an account, ignore this email: none is created without you.",
  },
  footer: /*i18n*/ {
    id: "mail.invitation.footer",
    message: "You are receiving this email because a Daymark admin sent you an invitation.",
  },
} satisfies Record<string, MessageDescriptor>;
