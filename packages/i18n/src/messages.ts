import { type ErrorCode, type ErrorKey, errorCode, errorTable } from "@daymark/domain/errors";
import type { SuccessCode } from "@daymark/domain/successes";
import type { FieldError, FieldErrorCode } from "@daymark/domain/validation";
import type { I18n, MessageDescriptor } from "@lingui/core";

/*
 * Words for every code that travels. Written as plain descriptors, not macros, so that Node and the browser read this
 * file as it is. A new code without words here does not compile.
 */

/** The sentence for a row of the error table, or for the public code that reached a client. */
export function errorMessage(i18n: I18n, error: ErrorKey | ErrorCode, values?: Record<string, unknown>): string {
  return sentence(i18n, errorMessages[isErrorKey(error) ? error : keyOfCode(error)], values);
}

/** The sentence for what is wrong with one field. */
export function fieldErrorMessage(i18n: I18n, error: FieldError): string {
  return sentence(i18n, fieldErrorMessages[error.code], error.values);
}

/** The sentence for something that was done. */
export function successMessage(i18n: I18n, code: SuccessCode): string {
  return sentence(i18n, successMessages[code]);
}

function sentence(i18n: I18n, { id, message }: MessageDescriptor, values?: Record<string, unknown>): string {
  return i18n._(id, values, { message });
}

function isErrorKey(error: ErrorKey | ErrorCode): error is ErrorKey {
  return Object.hasOwn(errorTable, error);
}

/** Where one code stands for two rows, both say the same. */
function keyOfCode(code: ErrorCode): ErrorKey {
  return (Object.keys(errorTable) as ErrorKey[]).find((key) => errorCode(key) === code) ?? "internal_error";
}

export const errorMessages: Record<ErrorKey, MessageDescriptor> = {
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
  // With `provider` and whether it could not be reached where the procedure names them.
  oauth_failed: /*i18n*/ {
    id: "error.oauth_failed",
    message:
      "{reason, select, unavailable {{provider, select, google {Google} facebook {Facebook} other {The sign-in provider}} is not available right now. Try again later.} other {Sign-in failed for {provider, select, google {Google} facebook {Facebook} other {the provider}}.}}",
  },
  permission_denied: /*i18n*/ { id: "error.permission_denied", message: "You do not have permission to do this." },
  email_not_verified: /*i18n*/ {
    id: "error.email_not_verified",
    message: "Your email address has not been verified yet. Please check your inbox or verify it in the settings.",
  },
  // With `plan` and `type` where the procedure names them.
  plan_limit_reached: /*i18n*/ {
    id: "error.plan_limit_reached",
    message:
      "{type, select, settings {To keep the layout and the filter for all devices is part of the paid plan.} other {Limit reached for creating {type, select, good {good habits} bad {bad habits} other {habits}} on {plan, select, free {the free plan} paid {the paid plan} other {your plan}}.}}",
  },
  step_up_required: /*i18n*/ {
    id: "error.step_up_required",
    message: "Please confirm this with your password.",
  },
  // With the `action` that needs a password where the procedure names it.
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
  not_found: /*i18n*/ { id: "error.not_found", message: "There is nothing at this address." },
  invalid_provider: /*i18n*/ { id: "error.invalid_provider", message: "Invalid provider." },
  habit_not_found: /*i18n*/ { id: "error.habit_not_found", message: "Habit not found." },
  habit_progress_not_found: /*i18n*/ { id: "error.habit_progress_not_found", message: "Habit progress not found." },
  note_not_found: /*i18n*/ { id: "error.note_not_found", message: "Note not found." },
  session_not_found: /*i18n*/ { id: "error.session_not_found", message: "Session not found or already expired." },
  api_key_not_found: /*i18n*/ { id: "error.api_key_not_found", message: "API key not found." },
  passkey_not_found: /*i18n*/ { id: "error.passkey_not_found", message: "Passkey not found." },
  username_taken: /*i18n*/ { id: "error.username_taken", message: "Username already exists." },
  email_taken: /*i18n*/ { id: "error.email_taken", message: "Email already exists." },
  two_factor_already_enabled: /*i18n*/ {
    id: "error.two_factor_already_enabled",
    message: "Two-factor authentication is already enabled.",
  },
  // With `wanted: enabled` where something needs it on.
  two_factor_already_disabled: /*i18n*/ {
    id: "error.two_factor_already_disabled",
    message:
      "{wanted, select, enabled {Two-factor authentication is disabled.} other {Two-factor authentication is already disabled.}}",
  },
  // With the `reason` where the procedure names one.
  conflict: /*i18n*/ {
    id: "error.conflict",
    message:
      "{reason, select, last_way_in {This is the last way into your account. Add a password or another way first.} too_many {You have as many of these as an account can have.} linked {This account is linked already, to yours or to another one.} other {This conflicts with another request. Reload and try again.}}",
  },
  payload_too_large: /*i18n*/ { id: "error.payload_too_large", message: "The request is too large." },
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

export const fieldErrorMessages: Record<FieldErrorCode, MessageDescriptor> = {
  required: /*i18n*/ { id: "field.required", message: "This field is required." },
  null: /*i18n*/ { id: "field.null", message: "This field may not be null." },
  blank: /*i18n*/ { id: "field.blank", message: "This field may not be blank." },
  invalid: /*i18n*/ { id: "field.invalid", message: "This value is not valid." },
  unknown_field: /*i18n*/ { id: "field.unknown_field", message: "This field is not known." },
  not_text: /*i18n*/ { id: "field.not_text", message: "A text is required." },
  not_boolean: /*i18n*/ { id: "field.not_boolean", message: "True or false is required." },
  not_integer: /*i18n*/ { id: "field.not_integer", message: "A valid integer is required." },
  not_list: /*i18n*/ { id: "field.not_list", message: "A list is required." },
  choice_invalid: /*i18n*/ { id: "field.choice_invalid", message: "Choose one of: {options}." },
  too_short: /*i18n*/ {
    id: "field.too_short",
    message: "Enter at least {min, plural, one {# character} other {# characters}}.",
  },
  too_long: /*i18n*/ {
    id: "field.too_long",
    message: "Enter at most {max, plural, one {# character} other {# characters}}.",
  },
  too_small: /*i18n*/ { id: "field.too_small", message: "The value must be at least {min, number}." },
  too_big: /*i18n*/ { id: "field.too_big", message: "The value must be at most {max, number}." },
  too_few: /*i18n*/ {
    id: "field.too_few",
    message: "Choose at least {min, plural, one {# item} other {# items}}.",
  },
  too_many: /*i18n*/ {
    id: "field.too_many",
    message: "Choose at most {max, plural, one {# item} other {# items}}.",
  },
  unreadable_text: /*i18n*/ {
    id: "field.unreadable_text",
    message: "The text contains characters that cannot be stored.",
  },
  amount_out_of_range: /*i18n*/ {
    id: "field.amount_out_of_range",
    message: "The value must be at least 1 and at most 10000.",
  },
  increment_out_of_range: /*i18n*/ {
    id: "field.increment_out_of_range",
    message: "The change must be at least -10000 and at most 10000, and not 0.",
  },
  day_out_of_century: /*i18n*/ { id: "field.day_out_of_century", message: "A day must be in the 21st century." },
  range_reversed: /*i18n*/ { id: "field.range_reversed", message: "The last day must not be before the first." },
  range_too_long: /*i18n*/ { id: "field.range_too_long", message: "At most 366 days can be shown at once." },
  hue_invalid: /*i18n*/ { id: "field.hue_invalid", message: "Invalid hue color." },
  hue_not_in_plan: /*i18n*/ {
    id: "field.hue_not_in_plan",
    message: "This shade of color is not part of your plan.",
  },
  weekdays_empty: /*i18n*/ { id: "field.weekdays_empty", message: "Choose at least one day of the week." },
  weekdays_repeated: /*i18n*/ { id: "field.weekdays_repeated", message: "Name each day of the week once." },
  unit_kind_differs: /*i18n*/ {
    id: "field.unit_kind_differs",
    message: "The new unit must measure the same kind of thing as the old one.",
  },
  order_incomplete: /*i18n*/ {
    id: "field.order_incomplete",
    message: "List every active habit of this type exactly once.",
  },
  type_fixed: /*i18n*/ { id: "field.type_fixed", message: "The type of a habit cannot be changed." },
  nothing_to_record: /*i18n*/ { id: "field.nothing_to_record", message: "Give a value, a skip or a note." },
  value_with_skip: /*i18n*/ { id: "field.value_with_skip", message: "A skipped day cannot have a value." },
  username_characters: /*i18n*/ {
    id: "field.username_characters",
    message: "Username can only contain letters, numbers, and underscores.",
  },
  username_taken: /*i18n*/ { id: "field.username_taken", message: "Username already exists." },
  email_invalid: /*i18n*/ { id: "field.email_invalid", message: "Enter a valid email address." },
  email_taken: /*i18n*/ { id: "field.email_taken", message: "Email already exists." },
  password_weak: /*i18n*/ {
    id: "field.password_weak",
    message: "The password must mix letter cases, numbers and special symbols and be at least 8 characters.",
  },
  password_common: /*i18n*/ {
    id: "field.password_common",
    message: "The password is too common or entirely numeric.",
  },
  password_personal: /*i18n*/ {
    id: "field.password_personal",
    message: "The password contains your username, your email or the name of this site. Choose another one.",
  },
  passwords_differ: /*i18n*/ { id: "field.passwords_differ", message: "Passwords do not match." },
  agreement_required: /*i18n*/ {
    id: "field.agreement_required",
    message: "Registration needs agreement to the terms and privacy policy.",
  },
  security_code_format: /*i18n*/ { id: "field.security_code_format", message: "Security codes are 6 digits." },
  backup_code_format: /*i18n*/ { id: "field.backup_code_format", message: "Backup codes are 12 characters." },
  code_or_backup_code: /*i18n*/ {
    id: "field.code_or_backup_code",
    message: "Give either a security code or a backup code.",
  },
  email_unchanged: /*i18n*/ { id: "field.email_unchanged", message: "This is your email address already." },
  username_unchanged: /*i18n*/ { id: "field.username_unchanged", message: "This is your username already." },
  password_unchanged: /*i18n*/ {
    id: "field.password_unchanged",
    message: "This is your password already. Choose another one.",
  },
  email_confirmation_required: /*i18n*/ {
    id: "field.email_confirmation_required",
    message: "Type your email address to confirm.",
  },
  scopes_empty: /*i18n*/ { id: "field.scopes_empty", message: "Choose at least one permission." },
  expiry_past: /*i18n*/ { id: "field.expiry_past", message: "The expiry must be in the future." },
};

export const successMessages: Record<SuccessCode, MessageDescriptor> = {
  registered: /*i18n*/ {
    id: "success.registered",
    message: "You have successfully registered! Open the link that we sent to your email address to verify it.",
  },
  logged_in: /*i18n*/ { id: "success.logged_in", message: "You have successfully logged in!" },
  logged_out: /*i18n*/ { id: "success.logged_out", message: "You have successfully logged out!" },
  token_refreshed: /*i18n*/ { id: "success.token_refreshed", message: "Your session has been extended." },
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
    message: "New backup codes have been generated. The former ones no longer work.",
  },
  stepped_up: /*i18n*/ { id: "success.stepped_up", message: "Thank you, you are confirmed for the next 10 minutes." },
  provider_linked: /*i18n*/ { id: "success.provider_linked", message: "The account has been linked!" },
  provider_unlinked: /*i18n*/ { id: "success.provider_unlinked", message: "The account is no longer linked." },
  passkey_created: /*i18n*/ { id: "success.passkey_created", message: "The passkey has been added!" },
  passkey_deleted: /*i18n*/ { id: "success.passkey_deleted", message: "The passkey has been removed." },
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
  note_deleted: /*i18n*/ { id: "success.note_deleted", message: "The note has been deleted." },
  settings_updated: /*i18n*/ { id: "success.settings_updated", message: "The settings have been saved." },
};
