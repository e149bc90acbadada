import * as z from "zod/mini";
import { answeredInstantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { sessionIdInput } from "./session.ts";

/** The events that the server records for an account: sign-ins, changes, and failed attempts. */
export const securityEventKinds = [
  "logged_in",
  "log_in_failed",
  "code_failed",
  "logged_out",
  "session_ended",
  "sessions_ended",
  "stepped_up",
  "step_up_failed",
  "username_changed",
  "email_change_asked",
  "email_changed",
  "email_verified",
  "password_changed",
  "password_added",
  "password_reset_asked",
  "password_reset",
  "two_factor_enabled",
  "two_factor_disabled",
  "backup_code_used",
  "backup_codes_generated",
  "provider_linked",
  "provider_unlinked",
  "passkey_created",
  "passkey_deleted",
  "api_key_created",
  "api_key_deleted",
  "app_connected",
  "app_disconnected",
  "calendar_link_created",
  "calendar_link_deleted",
  "habit_link_created",
  "habit_link_deleted",
  "webhook_created",
  "webhook_updated",
  "webhook_deleted",
  "notification_target_created",
  "notification_target_updated",
  "notification_target_deleted",
  "reported_as_not_me",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** How long the server keeps events. */
export const securityEventDays = 90;
/**
 * How many events of one account the clean-up keeps. A script that logs in every ten minutes makes 13,000 in these days.
 */
export const securityEventsMax = 20_000;
/**
 * How long the server knows a device after its last log-in. After that, the server reports a log-in from it by mail
 * again.
 */
export const knownDeviceDays = 365;
/**
 * Replaces the hash of a forgotten device. While an account has such a row, its next log-in is not its first one, so
 * the server tells the user about it by mail.
 */
export const forgottenDeviceHash = "";

export const securityEventSchema = z.object({
  id: z.int(),
  kind: z.enum(securityEventKinds),
  /** The session that caused it, which may have ended; null if there was no session, such as for a failed log-in. */
  session_id: z.nullable(z.string()),
  /** Whether the caller's session caused it. */
  is_current: z.boolean(),
  os: z.string(),
  browser: z.string(),
  address: z.nullable(z.string()),
  location: z.nullable(z.string()),
  created_at: answeredInstantSchema,
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;

/** Newest first. */
export const securityEventListSchema = z.object({
  results: z.array(securityEventSchema),
  next: z.nullable(z.string()),
});
export const securityEventListInput = z.strictObject(pageMembers);
export const securityEventListOfSessionInput = z.extend(sessionIdInput, pageMembers);
