import type { MailTemplate, NoticeTemplate } from "@daymark/domain/operator/mail";
import type { MessageDescriptor } from "@lingui/core";

/** The texts of one mail. */
interface MailWords {
  subject: MessageDescriptor;
  body: MessageDescriptor;
}

interface NoticeWords extends MailWords {
  /** The additional effect of the link "This was not me". */
  not_me_note?: MessageDescriptor;
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

/** Security notices: what happened. The advice is the same for all of them. */
export const noticeWords: Record<NoticeTemplate, NoticeWords> = {
  email_change_asked: {
    subject: /*i18n*/ {
      id: "mail.email_change_asked.subject",
      message: "A change to your email address was requested",
    },
    body: /*i18n*/ {
      id: "mail.email_change_asked.body",
      message:
        "Someone who is logged in to your account asked to change its email address. Until the new address is confirmed, this one stays in use.",
    },
  },
  email_changed: {
    subject: /*i18n*/ { id: "mail.email_changed.subject", message: "Your email address was changed" },
    body: /*i18n*/ {
      id: "mail.email_changed.body",
      message:
        "Your account now has a different email address. This one no longer belongs to it.{way_out, select, not_me { The link below makes it your account’s address again.} other {}}",
    },
    not_me_note: /*i18n*/ {
      id: "mail.email_changed.not_me_note",
      message:
        "The link also removes passkeys, linked accounts, two-factor authentication and backup codes, if they were set up in the 7 days before the change was requested, or at any time since the device that requested it logged in. You can then set up your own again.",
    },
  },
  password_changed: {
    subject: /*i18n*/ { id: "mail.password_changed.subject", message: "Your password was changed" },
    body: /*i18n*/ {
      id: "mail.password_changed.body",
      message: "The password of your account was changed. All other sessions were ended.",
    },
  },
  password_added: {
    subject: /*i18n*/ { id: "mail.password_added.subject", message: "A password was added to your account" },
    body: /*i18n*/ {
      id: "mail.password_added.body",
      message: "Your account now has a password, so you can log in with it too.",
    },
  },
  password_reset: {
    subject: /*i18n*/ { id: "mail.password_reset.subject", message: "Your password was reset" },
    body: /*i18n*/ {
      id: "mail.password_reset.body",
      message:
        "A new password was set through a link in an email. All sessions were ended, and API keys no longer work.",
    },
  },
  username_changed: {
    subject: /*i18n*/ { id: "mail.username_changed.subject", message: "Your username was changed" },
    body: /*i18n*/ {
      id: "mail.username_changed.body",
      message: "Your username was {old_username} and is now {username}.",
    },
  },
  two_factor_enabled: {
    subject: /*i18n*/ { id: "mail.two_factor_enabled.subject", message: "Two-factor authentication is on" },
    body: /*i18n*/ {
      id: "mail.two_factor_enabled.body",
      message: "Logging in to your account now also requires a security code. All other sessions were ended.",
    },
    not_me_note: /*i18n*/ {
      id: "mail.two_factor_enabled.not_me_note",
      message:
        "The link turns two-factor authentication off again and removes its backup codes. It also removes passkeys and linked accounts, if they were set up in the 7 days before this change, or at any time since the device that made it logged in. You can then set up your own again.",
    },
  },
  two_factor_disabled: {
    subject: /*i18n*/ { id: "mail.two_factor_disabled.subject", message: "Two-factor authentication is off" },
    body: /*i18n*/ {
      id: "mail.two_factor_disabled.body",
      message: "Logging in to your account no longer requires a security code. All other sessions were ended.",
    },
  },
  backup_code_used: {
    subject: /*i18n*/ { id: "mail.backup_code_used.subject", message: "A backup code was used" },
    body: /*i18n*/ {
      id: "mail.backup_code_used.body",
      message:
        "{remaining, plural, =0 {One of your backup codes was used. It was the last one: generate new ones in the security settings.} one {One of your backup codes was used. # code is left.} other {One of your backup codes was used. # codes are left.}}",
    },
  },
  backup_codes_generated: {
    subject: /*i18n*/ { id: "mail.backup_codes_generated.subject", message: "New backup codes were generated" },
    body: /*i18n*/ {
      id: "mail.backup_codes_generated.body",
      message: "Your account has new backup codes. The old ones no longer work.",
    },
  },
  provider_linked: {
    subject: /*i18n*/ {
      id: "mail.provider_linked.subject",
      message: "{provider, select, google {Google} facebook {Facebook} other {{provider}}} was linked to your account",
    },
    body: /*i18n*/ {
      id: "mail.provider_linked.body",
      message:
        "You can now also log in to your account with {provider, select, google {Google} facebook {Facebook} other {{provider}}}.",
    },
  },
  provider_unlinked: {
    subject: /*i18n*/ {
      id: "mail.provider_unlinked.subject",
      message:
        "{provider, select, google {Google} facebook {Facebook} other {{provider}}} is no longer linked to your account",
    },
    body: /*i18n*/ {
      id: "mail.provider_unlinked.body",
      message:
        "You can no longer log in to your account with {provider, select, google {Google} facebook {Facebook} other {{provider}}}.",
    },
  },
  passkey_created: {
    subject: /*i18n*/ { id: "mail.passkey_created.subject", message: "A passkey was added to your account" },
    body: /*i18n*/ {
      id: "mail.passkey_created.body",
      message: "You can now also log in to your account with the passkey “{name}”.",
    },
  },
  passkey_deleted: {
    subject: /*i18n*/ { id: "mail.passkey_deleted.subject", message: "A passkey was removed from your account" },
    body: /*i18n*/ {
      id: "mail.passkey_deleted.body",
      message: "You can no longer log in to your account with the passkey “{name}”.",
    },
  },
  api_key_created: {
    subject: /*i18n*/ { id: "mail.api_key_created.subject", message: "An API key was created" },
    body: /*i18n*/ {
      id: "mail.api_key_created.body",
      message: "The API key “{name}” was created. Anyone who has it can access your habits and notes.",
    },
  },
  app_connected: {
    subject: /*i18n*/ { id: "mail.app_connected.subject", message: "An application was connected to your account" },
    body: /*i18n*/ {
      id: "mail.app_connected.body",
      message:
        "An application that calls itself “{name}” may now use your habits and notes.{has_site, select, yes { This name comes from {site}.} other {}} You can disconnect it in the security settings.",
    },
  },
  webhook_created: {
    subject: /*i18n*/ { id: "mail.webhook_created.subject", message: "A webhook was added" },
    body: /*i18n*/ {
      id: "mail.webhook_created.body",
      message: "The server will notify {host} of events in your account, such as a recorded day.",
    },
  },
  notification_target_created: {
    subject: /*i18n*/ {
      id: "mail.notification_target_created.subject",
      message: "A notification target was added",
    },
    body: /*i18n*/ {
      id: "mail.notification_target_created.body",
      message: "Your reminders can now go to “{name}”. Anyone who reads them there sees the names of your habits.",
    },
  },
  notification_target_updated: {
    subject: /*i18n*/ {
      id: "mail.notification_target_updated.subject",
      message: "A notification target was changed",
    },
    body: /*i18n*/ {
      id: "mail.notification_target_updated.body",
      message:
        "“{name}” has new settings{renamed, select, yes { and is now called “{new_name}”} other {}}, so your reminders may go somewhere else. Anyone who reads them there sees the names of your habits.",
    },
  },
  new_device: {
    subject: /*i18n*/ { id: "mail.new_device.subject", message: "Log-in from a new device" },
    body: /*i18n*/ {
      id: "mail.new_device.body",
      message: "Someone logged in to your account from a device we have not seen before.",
    },
    not_me_note: /*i18n*/ {
      id: "mail.new_device.not_me_note",
      message:
        "The link also removes passkeys, linked accounts, two-factor authentication and backup codes, if they were set up since this log-in. If we sent you another such link in the last 7 days, those set up in the 7 days before this log-in may be removed too. You can then set up your own again.",
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

/** The texts of reminder mails. */
export const reminderWords = {
  subject: /*i18n*/ {
    id: "mail.reminder.subject",
    message: "Reminder for {count, plural, one {# habit} other {# habits}}",
  },
  body: /*i18n*/ {
    id: "mail.reminder.body",
    message: "You asked to be reminded at this time. Still open today:",
  },
  bad_habit: /*i18n*/ { id: "mail.reminder.bad_habit", message: "{title}: how did today go?" },
  action: /*i18n*/ { id: "mail.reminder.action", message: "Open Daymark" },
  note: /*i18n*/ {
    id: "mail.reminder.note",
    message:
      "Habits that are done, skipped or on a day off are left out. You set times and days in the menu of each habit.",
  },
  leave: /*i18n*/ { id: "mail.reminder.leave", message: "Stop these emails" },
} satisfies Record<string, MessageDescriptor>;

/** The texts of newsletter mails. The body is the post's own description. */
export const newsletterWords = {
  subject: /*i18n*/ { id: "mail.newsletter.subject", message: "New post: {title}" },
  action: /*i18n*/ { id: "mail.newsletter.action", message: "Read the post" },
  note: /*i18n*/ {
    id: "mail.newsletter.note",
    message: "You subscribed to the newsletter: one email for each new post on the Daymark blog.",
  },
  leave: /*i18n*/ { id: "mail.newsletter.leave", message: "Unsubscribe from the newsletter" },
} satisfies Record<string, MessageDescriptor>;

/** The texts of mails to followers about an admin's decision. */
export const decisionWords = {
  subject: /*i18n*/ {
    id: "mail.board_decision.subject",
    message:
      "{outcome, select, open {Open now: “{title}”} planned {Planned: “{title}”} in_progress {In progress: “{title}”} considered {Under consideration again: “{title}”} pending {Waiting for review again: “{title}”} rejected {Rejected: “{title}”} shipped {Shipped: “{title}”} declined {Declined: “{title}”} duplicate {Closed as a duplicate: “{title}”} answered {An answer to “{title}”} other {Closed: “{title}”}}",
  },
  body: /*i18n*/ {
    id: "mail.board_decision.body",
    message:
      "{outcome, select, open {The feature request “{title}” is open: everyone can now read it, vote and comment.} planned {We plan to build what the feature request “{title}” asks for.} in_progress {We are working on the feature request “{title}”.} considered {The feature request “{title}” is no longer planned: it is under consideration again.} pending {The feature request “{title}” is waiting for review again.} rejected {The feature request “{title}” was rejected.} shipped {What the feature request “{title}” asked for is now part of Daymark.} declined {We looked at the feature request “{title}” and declined it.} duplicate {The feature request “{title}” was closed because another one asks for the same thing.} answered {We answered the feature request “{title}”.} other {The feature request “{title}” was closed.}}",
  },
  reply: /*i18n*/ { id: "mail.board_decision.reply", message: "Our answer: {reply}" },
  duplicate_of: /*i18n*/ { id: "mail.board_decision.duplicate_of", message: "The other request: “{duplicate_of}”" },
} satisfies Record<string, MessageDescriptor>;

/** The texts of mails to followers about comments. */
export const commentNewsWords = {
  subject: /*i18n*/ {
    id: "mail.board_comments.subject",
    message: "{count, plural, one {New comment on “{title}”} other {New comments on “{title}”: #}}",
  },
  body: /*i18n*/ {
    id: "mail.board_comments.body",
    message:
      "{count, plural, one {There is a new comment on the feature request “{title}”:} other {There are # new comments on the feature request “{title}”:}}",
  },
  line: /*i18n*/ { id: "mail.board_comments.line", message: "{author}: {text}" },
  deleted_author: /*i18n*/ { id: "mail.board_comments.deleted_author", message: "Deleted user" },
  more: /*i18n*/ { id: "mail.board_comments.more", message: "{count, plural, one {and # more} other {and # more}}" },
} satisfies Record<string, MessageDescriptor>;

/** Texts that mails about decisions and comments share. */
export const boardWords = {
  action: /*i18n*/ { id: "mail.board.action", message: "Open the request" },
  note: /*i18n*/ {
    id: "mail.board.note",
    message: "You follow this feature request. You can unfollow it on its page.",
  },
  leave: /*i18n*/ { id: "mail.board.leave", message: "Stop emails about feature requests" },
} satisfies Record<string, MessageDescriptor>;
