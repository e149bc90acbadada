/**
 * The one table of all errors that the product returns: code -> HTTP status.
 *
 * The API throws these codes. REST and the client choose the message from `@daymark/i18n`. Where the contract gives one
 * public code two statuses (a wrong password is 401 at log-in, 400 on an authenticated call), the second meaning has
 * its own key here, and the row names the public code that clients receive.
 */
export const errorTable = {
  // 400
  bad_request: { status: 400 },
  validation_failed: { status: 400 },
  invalid_json: { status: 400 },
  invalid_timezone: { status: 400 },
  invalid_cursor: { status: 400 },
  password_incorrect: { status: 400 },
  link_token_invalid: { status: 400, code: "token_invalid" },
  security_code_invalid: { status: 400 },
  backup_code_invalid: { status: 400 },
  passkey_invalid: { status: 400 },
  captcha_missing: { status: 400 },
  captcha_invalid: { status: 400 },
  captcha_expired: { status: 400 },
  email_mismatch: { status: 400 },
  // 401
  not_authenticated: { status: 401 },
  token_missing: { status: 401 },
  token_invalid: { status: 401 },
  token_expired: { status: 401 },
  session_terminated: { status: 401 },
  login_user_not_found: { status: 401, code: "user_not_found" },
  login_password_incorrect: { status: 401, code: "password_incorrect" },
  two_factor_code_missing: { status: 401 },
  login_security_code_invalid: { status: 401, code: "security_code_invalid" },
  login_backup_code_invalid: { status: 401, code: "backup_code_invalid" },
  two_factor_challenge_expired: { status: 401 },
  login_passkey_invalid: { status: 401, code: "passkey_invalid" },
  api_key_invalid: { status: 401 },
  oauth_failed: { status: 401 },
  // 403
  permission_denied: { status: 403 },
  email_not_verified: { status: 403 },
  plan_limit_reached: { status: 403 },
  step_up_required: { status: 403 },
  third_party_account: { status: 403 },
  vpn_or_proxy_detected: { status: 403 },
  bot_detected: { status: 403 },
  banned: { status: 403 },
  switched_off: { status: 403 },
  // 404
  not_found: { status: 404 },
  invalid_provider: { status: 404 },
  habit_not_found: { status: 404 },
  habit_progress_not_found: { status: 404 },
  log_item_not_found: { status: 404 },
  note_not_found: { status: 404 },
  reminder_not_found: { status: 404 },
  push_subscription_not_found: { status: 404 },
  vacation_not_found: { status: 404 },
  session_not_found: { status: 404 },
  api_key_not_found: { status: 404 },
  calendar_not_found: { status: 404 },
  habit_link_not_found: { status: 404 },
  passkey_not_found: { status: 404 },
  blog_not_found: { status: 404 },
  blog_reaction_not_found: { status: 404 },
  blog_comment_not_found: { status: 404 },
  blog_draft_not_found: { status: 404 },
  feature_request_not_found: { status: 404 },
  feature_request_reaction_not_found: { status: 404 },
  feature_request_comment_not_found: { status: 404 },
  image_not_found: { status: 404 },
  app_dir_not_found: { status: 404 },
  date_file_not_found: { status: 404 },
  report_not_found: { status: 404 },
  user_not_found: { status: 404 },
  mail_not_found: { status: 404 },
  job_not_found: { status: 404 },
  // 405
  method_not_allowed: { status: 405 },
  // 409
  username_taken: { status: 409 },
  email_taken: { status: 409 },
  slug_taken: { status: 409 },
  two_factor_already_enabled: { status: 409 },
  two_factor_already_disabled: { status: 409 },
  conflict: { status: 409 },
  // 412 to 416, of requests for files
  precondition_failed: { status: 412 },
  payload_too_large: { status: 413 },
  unsupported_media_type: { status: 415 },
  range_not_satisfiable: { status: 416 },
  // 429
  too_many_requests: { status: 429 },
  too_many_attempts: { status: 429 },
  // 500, 503
  internal_error: { status: 500 },
  generation_failed: { status: 500 },
  unavailable: { status: 503 },
} as const satisfies Record<string, { status: number; code?: string }>;

/** The key of a row; the API throws it. */
export type ErrorKey = keyof typeof errorTable;

/** The stable code that clients receive in the member `code`. */
export type ErrorCode = { [K in ErrorKey]: (typeof errorTable)[K] extends { code: infer C } ? C : K }[ErrorKey];

/** The public code of a row. */
export function errorCode(key: ErrorKey): ErrorCode {
  const row: { status: number; code?: string } = errorTable[key];
  return (row.code ?? key) as ErrorCode;
}

/** The HTTP status of a row, the same for REST and tRPC. */
export function errorStatus(key: ErrorKey): number {
  return errorTable[key].status;
}
