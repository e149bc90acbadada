import type { NoticeTemplate } from "@daymark/domain/operator/mail";
import type { MessageDescriptor } from "@lingui/core";
import type { MailWords } from "./mail-words.ts";

interface NoticeWords extends MailWords {
  /** The additional effect of the link "This was not me". */
  not_me_note?: MessageDescriptor;
}

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
