import type { SuccessCode } from "@daymark/domain/base/successes";
import type { I18n, MessageDescriptor } from "@lingui/core";

/** The message for a success code. */
export function successMessage(i18n: I18n, code: SuccessCode): string {
  return i18n._(`success.${code}`);
}

export const successMessages: Record<SuccessCode, MessageDescriptor> = {
  registered: /*i18n*/ {
    id: "success.registered",
    message: "You have successfully registered! Open the link that we sent to your email address to verify it.",
  },
  logged_in: /*i18n*/ { id: "success.logged_in", message: "You have successfully logged in!" },
  logged_out: /*i18n*/ { id: "success.logged_out", message: "You have successfully logged out!" },
  email_verification_sent: /*i18n*/ {
    id: "success.email_verification_sent",
    message: "A link to verify your email address has been sent. Please check your inbox.",
  },
  email_verified: /*i18n*/ { id: "success.email_verified", message: "Your email address has been verified!" },
  email_change_sent: /*i18n*/ {
    id: "success.email_change_sent",
    message: "A link has been sent to your new email address. Your old address stays until you open it.",
  },
  email_change_cancelled: /*i18n*/ {
    id: "success.email_change_cancelled",
    message: "Your email address stays as it is.",
  },
  email_changed: /*i18n*/ { id: "success.email_changed", message: "Your email address has been changed!" },
  username_changed: /*i18n*/ { id: "success.username_changed", message: "Your username has been changed!" },
  password_changed: /*i18n*/ {
    id: "success.password_changed",
    message: "Your password has been changed! Your other sessions have been terminated.",
  },
  password_added: /*i18n*/ { id: "success.password_added", message: "Your password has been added!" },
  password_reset_sent: /*i18n*/ {
    id: "success.password_reset_sent",
    message: "If an account with this email address exists, a link to reset the password has been sent.",
  },
  password_reset_ready: /*i18n*/ {
    id: "success.password_reset_ready",
    message: "The link is valid. Choose a new password.",
  },
  password_reset: /*i18n*/ {
    id: "success.password_reset",
    message: "Your password has been reset! Log in with the new one.",
  },
  account_deleted: /*i18n*/ { id: "success.account_deleted", message: "Your account has been deleted." },
  account_secured: /*i18n*/ {
    id: "success.account_secured",
    message: "Your account is safe again: all sessions have been terminated.",
  },
  newsletter_subscribed: /*i18n*/ {
    id: "success.newsletter_subscribed",
    message: "You have subscribed to the newsletter!",
  },
  newsletter_unsubscribed: /*i18n*/ {
    id: "success.newsletter_unsubscribed",
    message: "You have unsubscribed from the newsletter.",
  },
  two_factor_enabled: /*i18n*/ {
    id: "success.two_factor_enabled",
    message: "Two-factor authentication has been enabled!",
  },
  two_factor_disabled: /*i18n*/ {
    id: "success.two_factor_disabled",
    message: "Two-factor authentication has been disabled.",
  },
  backup_codes_generated: /*i18n*/ {
    id: "success.backup_codes_generated",
    message: "New backup codes have been generated. The old ones no longer work.",
  },
  stepped_up: /*i18n*/ {
    id: "success.stepped_up",
    message: "Thank you. Your identity is confirmed for the next 10 minutes.",
  },
  provider_linked: /*i18n*/ { id: "success.provider_linked", message: "The account has been linked!" },
  provider_unlinked: /*i18n*/ { id: "success.provider_unlinked", message: "The account is no longer linked." },
  passkey_created: /*i18n*/ { id: "success.passkey_created", message: "The passkey has been added!" },
  passkey_deleted: /*i18n*/ { id: "success.passkey_deleted", message: "The passkey has been removed." },
  habit_link_deleted: /*i18n*/ { id: "success.habit_link_deleted", message: "The link no longer works." },
  calendar_link_deleted: /*i18n*/ {
    id: "success.calendar_link_deleted",
    message: "The calendar address no longer works.",
  },
  api_key_created: /*i18n*/ { id: "success.api_key_created", message: "The API key has been created." },
  api_key_deleted: /*i18n*/ { id: "success.api_key_deleted", message: "The API key has been revoked." },
  session_terminated: /*i18n*/ { id: "success.session_terminated", message: "The session has been terminated." },
  sessions_terminated: /*i18n*/ {
    id: "success.sessions_terminated",
    message: "All sessions have been terminated.",
  },
  habit_created: /*i18n*/ { id: "success.habit_created", message: "The habit has been created." },
  habit_updated: /*i18n*/ { id: "success.habit_updated", message: "The habit has been updated." },
  habit_deleted: /*i18n*/ { id: "success.habit_deleted", message: "The habit has been deleted." },
  habit_restored: /*i18n*/ { id: "success.habit_restored", message: "The habit has been restored." },
  habit_deleted_for_good: /*i18n*/ {
    id: "success.habit_deleted_for_good",
    message: "The habit has been deleted for good.",
  },
  trash_emptied: /*i18n*/ { id: "success.trash_emptied", message: "The trash has been emptied." },
  habits_reordered: /*i18n*/ { id: "success.habits_reordered", message: "The order of habits has been saved." },
  habit_progress_created: /*i18n*/ {
    id: "success.habit_progress_created",
    message: "The progress has been recorded.",
  },
  habit_progress_updated: /*i18n*/ {
    id: "success.habit_progress_updated",
    message: "The progress has been updated.",
  },
  habit_progress_deleted: /*i18n*/ {
    id: "success.habit_progress_deleted",
    message: "The progress has been deleted.",
  },
  note_created: /*i18n*/ { id: "success.note_created", message: "The note has been created." },
  note_updated: /*i18n*/ { id: "success.note_updated", message: "The note has been updated." },
  log_item_deleted: /*i18n*/ { id: "success.log_item_deleted", message: "The entry has been deleted from the log." },
  note_deleted: /*i18n*/ { id: "success.note_deleted", message: "The note has been deleted." },
  vacation_deleted: /*i18n*/ {
    id: "success.vacation_deleted",
    message: "The vacation has been removed. Its days count again.",
  },
  reminder_created: /*i18n*/ { id: "success.reminder_created", message: "The reminder has been set." },
  reminder_updated: /*i18n*/ { id: "success.reminder_updated", message: "The reminder has been changed." },
  reminder_deleted: /*i18n*/ { id: "success.reminder_deleted", message: "The reminder has been deleted." },
  push_subscription_deleted: /*i18n*/ {
    id: "success.push_subscription_deleted",
    message: "That browser no longer shows notifications.",
  },
  push_test_sent: /*i18n*/ { id: "success.push_test_sent", message: "A test notification is on its way." },
  settings_updated: /*i18n*/ { id: "success.settings_updated", message: "The settings have been saved." },
  blog_created: /*i18n*/ { id: "success.blog_created", message: "The post has been created." },
  blog_updated: /*i18n*/ { id: "success.blog_updated", message: "The post has been saved." },
  blog_deleted: /*i18n*/ { id: "success.blog_deleted", message: "The post has been deleted." },
  blog_draft_deleted: /*i18n*/ { id: "success.blog_draft_deleted", message: "The draft has been deleted." },
  blog_reaction_created: /*i18n*/ { id: "success.blog_reaction_created", message: "Your reaction has been saved." },
  blog_reaction_deleted: /*i18n*/ {
    id: "success.blog_reaction_deleted",
    message: "Your reaction has been removed.",
  },
  blog_comment_created: /*i18n*/ { id: "success.blog_comment_created", message: "The comment has been added." },
  blog_comment_updated: /*i18n*/ { id: "success.blog_comment_updated", message: "The comment has been saved." },
  blog_comment_deleted: /*i18n*/ { id: "success.blog_comment_deleted", message: "The comment has been deleted." },
  feature_request_created: /*i18n*/ {
    id: "success.feature_request_created",
    message: "The feature request has been sent and is waiting for review.",
  },
  feature_request_updated: /*i18n*/ {
    id: "success.feature_request_updated",
    message: "The feature request has been saved.",
  },
  feature_request_deleted: /*i18n*/ {
    id: "success.feature_request_deleted",
    message: "The feature request has been deleted.",
  },
  feature_request_reaction_created: /*i18n*/ {
    id: "success.feature_request_reaction_created",
    message: "Your reaction has been saved.",
  },
  feature_request_reaction_deleted: /*i18n*/ {
    id: "success.feature_request_reaction_deleted",
    message: "Your reaction has been removed.",
  },
  feature_request_comment_created: /*i18n*/ {
    id: "success.feature_request_comment_created",
    message: "The comment has been added.",
  },
  feature_request_comment_updated: /*i18n*/ {
    id: "success.feature_request_comment_updated",
    message: "The comment has been saved.",
  },
  feature_request_comment_deleted: /*i18n*/ {
    id: "success.feature_request_comment_deleted",
    message: "The comment has been deleted.",
  },
  feature_request_followed: /*i18n*/ {
    id: "success.feature_request_followed",
    message: "You will get emails about this request.",
  },
  feature_request_unfollowed: /*i18n*/ {
    id: "success.feature_request_unfollowed",
    message: "You will no longer get emails about this request.",
  },
  image_deleted: /*i18n*/ { id: "success.image_deleted", message: "The image has been deleted." },
  reported: /*i18n*/ { id: "success.reported", message: "Thank you. We will look into it." },
  report_resolved: /*i18n*/ { id: "success.report_resolved", message: "The report is resolved." },
  ban_lifted: /*i18n*/ { id: "success.ban_lifted", message: "The ban has been lifted." },
  mail_retried: /*i18n*/ { id: "success.mail_retried", message: "The email will be sent again now." },
  job_retried: /*i18n*/ { id: "success.job_retried", message: "The job will run now." },
  job_deleted: /*i18n*/ { id: "success.job_deleted", message: "The job has been removed." },
};
