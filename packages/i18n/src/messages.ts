import { type ErrorCode, type ErrorKey, errorCode, errorTable } from "@daymark/domain/base/errors";
import type { I18n, MessageDescriptor } from "@lingui/core";

/*
 * Messages for every error code that clients receive. Those of fields and of successes are in separate files, because
 * few pages need all of them. They are plain descriptors, not macros, so that Node reads these files as they are. A new
 * code without a message does not compile. The tables themselves are for the extraction of the catalogs: sentences are
 * looked up by their ids, so that pages do not load the English text beside their own catalog.
 */

/** The message for a row of the error table, or for the public code that a client received. */
export function errorMessage(i18n: I18n, error: ErrorKey | ErrorCode, values?: Record<string, unknown>): string {
  return i18n._(`error.${isErrorKey(error) ? error : keyOfCode(error)}`, values);
}

function isErrorKey(error: ErrorKey | ErrorCode): error is ErrorKey {
  return Object.hasOwn(errorTable, error);
}

/** If two rows have the same code, both have the same message. */
function keyOfCode(code: ErrorCode): ErrorKey {
  return (Object.keys(errorTable) as ErrorKey[]).find((key) => errorCode(key) === code) ?? "internal_error";
}

export const errorMessages: Record<ErrorKey, MessageDescriptor> = {
  bad_request: /*i18n*/ { id: "error.bad_request", message: "The server cannot process this request." },
  validation_failed: /*i18n*/ { id: "error.validation_failed", message: "Some of the values are not valid." },
  invalid_json: /*i18n*/ { id: "error.invalid_json", message: "The request is not valid JSON." },
  invalid_timezone: /*i18n*/ { id: "error.invalid_timezone", message: "Unknown time zone." },
  invalid_cursor: /*i18n*/ { id: "error.invalid_cursor", message: "Invalid cursor. Start from the first page." },
  password_incorrect: /*i18n*/ { id: "error.password_incorrect", message: "The password entered is incorrect." },
  link_token_invalid: /*i18n*/ { id: "error.link_token_invalid", message: "Invalid or expired token." },
  security_code_invalid: /*i18n*/ { id: "error.security_code_invalid", message: "Invalid or expired security code." },
  backup_code_invalid: /*i18n*/ { id: "error.backup_code_invalid", message: "Invalid or expired backup code." },
  passkey_invalid: /*i18n*/ { id: "error.passkey_invalid", message: "This passkey was not accepted." },
  captcha_missing: /*i18n*/ { id: "error.captcha_missing", message: "Captcha token missing." },
  captcha_invalid: /*i18n*/ { id: "error.captcha_invalid", message: "Invalid captcha token." },
  captcha_expired: /*i18n*/ { id: "error.captcha_expired", message: "Captcha token expired." },
  email_mismatch: /*i18n*/ { id: "error.email_mismatch", message: "This is not the email address of your account." },
  not_authenticated: /*i18n*/ { id: "error.not_authenticated", message: "No credentials provided." },
  token_missing: /*i18n*/ { id: "error.token_missing", message: "Token missing." },
  token_invalid: /*i18n*/ { id: "error.token_invalid", message: "Invalid or expired token." },
  token_expired: /*i18n*/ { id: "error.token_expired", message: "Token expired." },
  session_terminated: /*i18n*/ {
    id: "error.session_terminated",
    message: "Your session has been terminated. Please log in again.",
  },
  login_user_not_found: /*i18n*/ {
    id: "error.login_user_not_found",
    message: "User with this username or email does not exist.",
  },
  login_password_incorrect: /*i18n*/ {
    id: "error.login_password_incorrect",
    message: "The password entered is incorrect.",
  },
  two_factor_code_missing: /*i18n*/ {
    id: "error.two_factor_code_missing",
    message: "Two-factor security code missing.",
  },
  login_security_code_invalid: /*i18n*/ {
    id: "error.login_security_code_invalid",
    message: "Invalid or expired security code.",
  },
  login_backup_code_invalid: /*i18n*/ {
    id: "error.login_backup_code_invalid",
    message: "Invalid or expired backup code.",
  },
  two_factor_challenge_expired: /*i18n*/ {
    id: "error.two_factor_challenge_expired",
    message: "This log-in took too long or too many codes were wrong. Log in again.",
  },
  login_passkey_invalid: /*i18n*/ {
    id: "error.login_passkey_invalid",
    message: "This passkey was not accepted.",
  },
  api_key_invalid: /*i18n*/ { id: "error.api_key_invalid", message: "Invalid or expired API key." },
  // With the provider's name for users, and whether it was unreachable, if the procedure sets them.
  oauth_failed: /*i18n*/ {
    id: "error.oauth_failed",
    message:
      "{reason, select, unavailable {{label} is not available right now. Try again later.} refused {Sign-in failed for {label}.} other {Authentication failed.}}",
  },
  // With `reason`, if the call itself is allowed to others.
  permission_denied: /*i18n*/ {
    id: "error.permission_denied",
    message:
      "{reason, select, sign_up {{label} cannot create an account here.} password {Passwords are turned off. Use another way to log in.} other {You do not have permission to do this.}}",
  },
  email_not_verified: /*i18n*/ {
    id: "error.email_not_verified",
    message: "Your email address has not been verified yet. Please check your inbox or verify it in the settings.",
  },
  // With `plan` and `type`; with `until`, `title` and `seconds` if the limit soon ends; with `until: "trash"` if a habit could not be restored.
  plan_limit_reached: /*i18n*/ {
    id: "error.plan_limit_reached",
    message:
      "{type, select, settings {Keeping the layout and filter on all your devices is part of the paid plan.} analytics {Insights, comparisons, trends, correlations and the year in review are part of the paid plan.} other {Limit reached for creating {type, select, good {good habits} bad {bad habits} other {habits}}{plan, select, free { on the free plan} paid { on the paid plan} other {}}.{until, select, restorable { “{title}” was deleted, but it can be restored and counts for {seconds, plural, one {# more second} other {# more seconds}}.} trash { The habit stays in the trash. Delete another one first.} other {}}}}",
  },
  step_up_required: /*i18n*/ {
    id: "error.step_up_required",
    message: "Please confirm this with your password.",
  },
  // With the `action` that needs a password, if the procedure sets it.
  third_party_account: /*i18n*/ {
    id: "error.third_party_account",
    message:
      "{action, select, password {This account signs in through a third-party provider and has no password to change. You can add one in the settings.} email {The email address of an account that signs in through a third-party provider cannot be changed.} other {This account signs in through a third-party provider and has no password.}}",
  },
  vpn_or_proxy_detected: /*i18n*/ {
    id: "error.vpn_or_proxy_detected",
    message: "Access denied for a VPN or proxy connection.",
  },
  bot_detected: /*i18n*/ { id: "error.bot_detected", message: "Access denied for automated traffic." },
  banned: /*i18n*/ { id: "error.banned", message: "You cannot post here at the moment." },
  // With the `name` of the feature.
  switched_off: /*i18n*/ {
    id: "error.switched_off",
    message:
      "{name, select, sign_up {Signing up is closed for now. Try again later.} social_log_in {Logging in through third parties is turned off for now. Use another way to log in.} comments {Comments are closed for now. Try again later.} feature_requests {New feature requests are closed for now. Try again later.} newsletter {The newsletter is closed to new subscribers for now.} image_upload {Uploading images is turned off for now.} import {Importing is turned off for now. Try again later.} push {New notifications are turned off for now. Try again later.} other {This is turned off for now. Try again later.}}",
  },
  not_found: /*i18n*/ { id: "error.not_found", message: "There is nothing at this address." },
  invalid_provider: /*i18n*/ { id: "error.invalid_provider", message: "Invalid provider." },
  habit_not_found: /*i18n*/ { id: "error.habit_not_found", message: "Habit not found." },
  habit_progress_not_found: /*i18n*/ { id: "error.habit_progress_not_found", message: "Habit progress not found." },
  log_item_not_found: /*i18n*/ { id: "error.log_item_not_found", message: "Log entry not found." },
  note_not_found: /*i18n*/ { id: "error.note_not_found", message: "Note not found." },
  reminder_not_found: /*i18n*/ { id: "error.reminder_not_found", message: "Reminder not found." },
  push_subscription_not_found: /*i18n*/ {
    id: "error.push_subscription_not_found",
    message: "This browser is not set up to show your notifications.",
  },
  vacation_not_found: /*i18n*/ { id: "error.vacation_not_found", message: "Vacation not found." },
  session_not_found: /*i18n*/ { id: "error.session_not_found", message: "Session not found or already expired." },
  habit_link_not_found: /*i18n*/ { id: "error.habit_link_not_found", message: "Link not found." },
  calendar_not_found: /*i18n*/ { id: "error.calendar_not_found", message: "Calendar not found." },
  api_key_not_found: /*i18n*/ { id: "error.api_key_not_found", message: "API key not found." },
  passkey_not_found: /*i18n*/ { id: "error.passkey_not_found", message: "Passkey not found." },
  blog_not_found: /*i18n*/ { id: "error.blog_not_found", message: "Blog not found." },
  blog_reaction_not_found: /*i18n*/ { id: "error.blog_reaction_not_found", message: "Blog reaction not found." },
  blog_comment_not_found: /*i18n*/ { id: "error.blog_comment_not_found", message: "Blog comment not found." },
  blog_draft_not_found: /*i18n*/ { id: "error.blog_draft_not_found", message: "Draft not found." },
  feature_request_not_found: /*i18n*/ { id: "error.feature_request_not_found", message: "Feature request not found." },
  feature_request_reaction_not_found: /*i18n*/ {
    id: "error.feature_request_reaction_not_found",
    message: "Feature request reaction not found.",
  },
  feature_request_comment_not_found: /*i18n*/ {
    id: "error.feature_request_comment_not_found",
    message: "Feature request comment not found.",
  },
  image_not_found: /*i18n*/ { id: "error.image_not_found", message: "Image not found." },
  app_dir_not_found: /*i18n*/ { id: "error.app_dir_not_found", message: "App directory not found." },
  date_file_not_found: /*i18n*/ { id: "error.date_file_not_found", message: "Date file not found." },
  report_not_found: /*i18n*/ { id: "error.report_not_found", message: "Report not found." },
  user_not_found: /*i18n*/ {
    id: "error.user_not_found",
    message: "User with this username or email does not exist.",
  },
  mail_not_found: /*i18n*/ {
    id: "error.mail_not_found",
    message: "This email is no longer waiting: it was sent, is being sent or has failed for good.",
  },
  job_not_found: /*i18n*/ {
    id: "error.job_not_found",
    message: "This job is no longer in the queue or is running right now.",
  },
  username_taken: /*i18n*/ { id: "error.username_taken", message: "Username already exists." },
  email_taken: /*i18n*/ { id: "error.email_taken", message: "Email already exists." },
  slug_taken: /*i18n*/ { id: "error.slug_taken", message: "Another post already has this address." },
  two_factor_already_enabled: /*i18n*/ {
    id: "error.two_factor_already_enabled",
    message: "Two-factor authentication is already enabled.",
  },
  // With `wanted: enabled` if the call requires two-factor authentication.
  two_factor_already_disabled: /*i18n*/ {
    id: "error.two_factor_already_disabled",
    message:
      "{wanted, select, enabled {Two-factor authentication is disabled.} other {Two-factor authentication is already disabled.}}",
  },
  // With the `reason` if the procedure sets one.
  conflict: /*i18n*/ {
    id: "error.conflict",
    message:
      "{reason, select, last_way_in {This is the last sign-in method of your account. Add a password or another method first.} too_many {You have reached the maximum for one account.} linked {This account is already linked, to yours or to another one.} changed {This day was changed elsewhere in the meantime.} log_off {This habit keeps no log. Turn it on in the habit’s form first.} log_item_differs {Another log entry has this ID.} staff {An admin cannot be banned. Remove their admin rights first.} last_admin {At least one admin must still be able to log in.} image_in_use {This image is used in a post or a draft. Remove it there first.} email_verified {Your email address is already verified.} not_verified {Only an account with a verified email address can be an admin.} open_reset {A reset link was emailed to your unverified address. Verify the address first, or try again in an hour.} other {This conflicts with another request. Reload and try again.}}",
  },
  method_not_allowed: /*i18n*/ {
    id: "error.method_not_allowed",
    message: "This address does not support this method.",
  },
  payload_too_large: /*i18n*/ { id: "error.payload_too_large", message: "The request is too large." },
  precondition_failed: /*i18n*/ {
    id: "error.precondition_failed",
    message: "The file is not the version that was requested.",
  },
  range_not_satisfiable: /*i18n*/ {
    id: "error.range_not_satisfiable",
    message: "The file does not have the range that was requested.",
  },
  unsupported_media_type: /*i18n*/ {
    id: "error.unsupported_media_type",
    message: "This content type is not supported.",
  },
  too_many_requests: /*i18n*/ { id: "error.too_many_requests", message: "Too many requests. Try again later." },
  too_many_attempts: /*i18n*/ { id: "error.too_many_attempts", message: "Too many wrong codes. Try again later." },
  internal_error: /*i18n*/ { id: "error.internal_error", message: "Something went wrong! Try again." },
  generation_failed: /*i18n*/ {
    id: "error.generation_failed",
    message:
      "A unique {what, select, username {username} token {token} two_factor_secret {two-factor secret} backup_code {backup code} other {value}} could not be generated after several attempts. Try again.",
  },
  unavailable: /*i18n*/ {
    id: "error.unavailable",
    message: "The service is temporarily unavailable. Try again in a moment.",
  },
};
