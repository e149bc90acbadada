import * as z from "zod/mini";

/**
 * Every bare success (a delete, a log-out): a code here, a sentence at the edge.
 * The client also uses the created/updated ones for its flash messages.
 */
export const successCodes = [
  "registered",
  "logged_in",
  "logged_out",
  "token_refreshed",
  "email_verification_sent",
  "email_verified",
  "email_change_sent",
  "email_change_cancelled",
  "email_changed",
  "username_changed",
  "password_changed",
  "password_added",
  "password_reset_sent",
  "password_reset_ready",
  "password_reset",
  "account_deleted",
  "account_secured",
  "newsletter_subscribed",
  "newsletter_unsubscribed",
  "two_factor_enabled",
  "two_factor_disabled",
  "backup_codes_generated",
  "stepped_up",
  "provider_linked",
  "provider_unlinked",
  "passkey_created",
  "passkey_deleted",
  "api_key_created",
  "api_key_deleted",
  "session_terminated",
  "sessions_terminated",
  "habit_created",
  "habit_updated",
  "habit_deleted",
  "habit_restored",
  "habits_reordered",
  "habit_progress_created",
  "habit_progress_updated",
  "habit_progress_deleted",
  "note_created",
  "note_updated",
  "note_deleted",
  "settings_updated",
] as const;

export type SuccessCode = (typeof successCodes)[number];

/** The wire shape of a bare success. Inside it is a code; REST puts the sentence of the request's language there. */
export const success = z.object({ detail: z.enum(successCodes) });
