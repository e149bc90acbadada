import type { AuditAction } from "@daymark/domain/operator/audit";
import type { JobTask } from "@daymark/domain/operator/job";
import type { MailTemplate } from "@daymark/domain/operator/mail";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";

/** Actions of the audit trail in words. */
export const actionWords: Readonly<Record<AuditAction, MessageDescriptor>> = {
  "adminUser.create": msg({ message: "Account created", context: "admin action" }),
  "adminUser.update": msg`User changed`,
  "adminUser.endSessions": msg`Sessions ended`,
  "audit.file": msg`Audit trail downloaded`,
  "blog.create": msg`Post created`,
  "blog.update": msg`Post changed`,
  "blog.delete": msg`Post deleted`,
  "blog.draft.delete": msg`Draft deleted`,
  "blog.comment.delete": msg`Comment on a post deleted`,
  "dataFile.backup": msg`Backup downloaded`,
  "featureRequest.update": msg`Request changed`,
  "featureRequest.delete": msg`Request deleted`,
  "featureRequest.open": msg`Request opened`,
  "featureRequest.close": msg`Request closed`,
  "featureRequest.reject": msg`Request rejected`,
  "featureRequest.pend": msg`Request moved back to pending`,
  "featureRequest.comment.delete": msg`Comment on a request deleted`,
  "featureSwitch.set": msg`Feature turned on or off`,
  "invitation.create": msg`Invitation created`,
  "invitation.revoke": msg`Invitation revoked`,
  "invitation.promote": msg`Admin rights given by an invitation`,
  "image.create": msg`Image uploaded`,
  "image.update": msg`Image changed`,
  "image.delete": msg`Image deleted`,
  "job.retry": msg`Job retried`,
  "job.delete": msg`Job removed`,
  "log.file.get": msg`Log downloaded`,
  "mail.retry": msg`Email sent again`,
  "moderation.resolve": msg`Report resolved`,
  "moderation.hide": msg`Content hidden or shown`,
  "moderation.pin": msg`Content pinned or unpinned`,
  "moderation.lock": msg`Comments closed or opened`,
  "moderation.ban": msg`User banned`,
  "moderation.unban": msg`Ban lifted`,
  "command.allow_passwords": msg`Passwords allowed for an hour by a command`,
  "command.create": msg`Admin created by a command`,
  "command.create_user": msg`Account created by a command`,
  "command.demote": msg`Admin rights removed by a command`,
  "command.invite": msg`Invitation created by a command`,
  "command.promote": msg`Admin rights given by a command`,
  "command.reset_password": msg`Password reset by a command`,
  "provider.demote": msg`Admin rights removed by a sign-in provider`,
  "provider.promote": msg`Admin rights given by a sign-in provider`,
  "setup.create": msg`First admin created in the browser`,
};

/** Tasks of the queue in words. */
export const taskWords: Readonly<Record<JobTask, MessageDescriptor>> = {
  send_mail: msg`Send an email`,
  send_reset: msg`Answer a password reset request`,
  send_push: msg`Send a notification`,
  remind: msg`Send due reminders`,
  roll_up: msg`Count statistics`,
  delete_personal_rows: msg`Delete data of a deleted account`,
  delete_files: msg`Delete files of images`,
  publish_post: msg`Publish a scheduled post`,
  announce_post: msg`Email subscribers about a post`,
  tell_of_decision: msg`Email followers about a decision`,
  deliver_webhook: msg`Send a message to a webhook`,
  send_notification: msg`Send a reminder to a notification target`,
  find_reached: msg`Find goals and streaks for webhooks`,
  watch_streaks: msg`Find streaks that ended, for webhooks`,
  archive_finished: msg`Archive habits that ended a week ago`,
  tell_of_comments: msg`Email followers about comments`,
  clean_up: msg`Clean up`,
};

/** Kinds of emails in words. */
export const mailWords: Readonly<Record<MailTemplate, MessageDescriptor>> = {
  verify_email: msg`Confirm an address`,
  verify_new_email: msg`Confirm a new address`,
  reset_password: msg`Password reset`,
  reset_third_party: msg`Account has no password`,
  invitation: msg`Invitation`,
  account_created: msg`New account`,
  account_decision: msg`Decision about an account`,
  reminder: msg`Reminder`,
  newsletter: msg`Newsletter`,
  board_decision: msg`Decision on a request`,
  board_comments: msg`Comments on a request`,
  email_change_asked: msg`Address change requested`,
  email_changed: msg`Address changed`,
  password_changed: msg`Password changed`,
  password_added: msg`Password added`,
  password_reset: msg`Password was reset`,
  username_changed: msg`Username changed`,
  two_factor_enabled: msg`Two-factor authentication on`,
  two_factor_disabled: msg`Two-factor authentication off`,
  backup_code_used: msg`Backup code used`,
  backup_codes_generated: msg`New backup codes`,
  provider_linked: msg`Sign-in provider linked`,
  provider_unlinked: msg`Sign-in provider unlinked`,
  passkey_created: msg`Passkey added`,
  passkey_deleted: msg`Passkey deleted`,
  api_key_created: msg`API key created`,
  app_connected: msg`Application connected`,
  webhook_created: msg`Webhook added`,
  notification_target_created: msg`Notification target added`,
  notification_target_updated: msg`Notification target changed`,
  webhook_off: msg`Webhook turned off`,
  new_device: msg`Log-in from a new device`,
};

/**
 * The codes of a list in words, for a filter: in the order of the words.
 *
 * @returns the words, and a function for one code, which may be of an older or newer version and then has none
 */
export function useCodeWords(words: Readonly<Record<string, MessageDescriptor>>) {
  const { i18n } = useLingui();
  const named = Object.entries(words).map(([code, word]) => [code, i18n._(word)] as const);
  return {
    options: Object.fromEntries(named.toSorted(([, one], [, other]) => one.localeCompare(other, i18n.locale))),
    wordOf: (code: string): string | undefined => words[code] && i18n._(words[code]),
  };
}
