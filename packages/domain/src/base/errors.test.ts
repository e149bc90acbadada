import { describe, expect, it } from "vitest";
import { type ErrorKey, errorCode, errorStatus, errorTable } from "./errors.ts";

/** The codes of each status. Outside scripts rely on them: a code may be added, none may go or change its status. */
const codesOfStatus: Record<string, string> = {
  400: `validation_failed invalid_json invalid_timezone invalid_cursor password_incorrect security_code_invalid
    backup_code_invalid token_invalid captcha_missing captcha_invalid captcha_expired email_mismatch
    passkey_invalid bad_request`,
  401: `not_authenticated token_missing token_invalid token_expired session_terminated user_not_found password_incorrect
    two_factor_code_missing security_code_invalid backup_code_invalid two_factor_challenge_expired api_key_invalid
    oauth_failed passkey_invalid`,
  403: `permission_denied email_not_verified plan_limit_reached step_up_required third_party_account
    vpn_or_proxy_detected bot_detected banned switched_off`,
  404: `not_found invalid_provider habit_not_found habit_progress_not_found note_not_found session_not_found
    api_key_not_found passkey_not_found reminder_not_found push_subscription_not_found vacation_not_found
    user_not_found blog_not_found blog_reaction_not_found blog_comment_not_found feature_request_not_found
    feature_request_reaction_not_found feature_request_comment_not_found image_not_found app_dir_not_found
    date_file_not_found blog_draft_not_found report_not_found mail_not_found
    job_not_found calendar_not_found habit_link_not_found log_item_not_found`,
  405: "method_not_allowed",
  409: "username_taken email_taken slug_taken two_factor_already_enabled two_factor_already_disabled conflict",
  412: "precondition_failed",
  413: "payload_too_large",
  415: "unsupported_media_type",
  416: "range_not_satisfiable",
  429: "too_many_requests too_many_attempts",
  500: "internal_error generation_failed",
  503: "unavailable",
};

const rows = Object.keys(errorTable) as ErrorKey[];

describe("the table of errors", () => {
  it.each(rows)("gives %s a code that the contract lists under its status", (key) => {
    expect(codesOfStatus[errorStatus(key)]?.split(/\s+/)).toContain(errorCode(key));
  });

  it("has no two rows with the same status and code", () => {
    const answers = rows.map((key) => `${errorStatus(key)} ${errorCode(key)}`);
    expect(new Set(answers).size).toBe(answers.length);
  });

  it("distinguishes a wrong password at log-in from one on an authenticated call", () => {
    expect([errorStatus("login_password_incorrect"), errorCode("login_password_incorrect")]).toEqual([
      401,
      "password_incorrect",
    ]);
    expect(errorStatus("password_incorrect")).toBe(400);
  });

  it("distinguishes an invalid link token from an invalid session token", () => {
    expect([errorStatus("link_token_invalid"), errorCode("link_token_invalid")]).toEqual([400, "token_invalid"]);
    expect(errorStatus("token_invalid")).toBe(401);
  });
});
