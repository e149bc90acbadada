import * as z from "zod/mini";
import { pageMembers } from "../base/pagination.ts";
import { sessionIdInput } from "./session.ts";

/** What is written down of an account: ways in, changes, and what failed. */
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
  "reported_as_not_me",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** For as long events are kept. */
export const securityEventDays = 90;
/** For as long after its last log-in a device is known: coming back later is told by mail again. */
export const knownDeviceDays = 365;
/**
 * Stored in place of the hash of a device that was forgotten. While an account has such a row, its next log-in is not its
 * first, and is told by mail.
 */
export const forgottenDeviceHash = "";

export const securityEventSchema = z.object({
  id: z.int(),
  kind: z.enum(securityEventKinds),
  /** The session that did it, which may be over; null for what was done without one, such as a failed log-in. */
  session_id: z.nullable(z.string()),
  /** Whether the session that asks did it. */
  is_current: z.boolean(),
  os: z.string(),
  browser: z.string(),
  address: z.nullable(z.string()),
  location: z.nullable(z.string()),
  created_at: z.string(),
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;

/** Newest first. */
export const securityEventListSchema = z.object({
  results: z.array(securityEventSchema),
  next: z.nullable(z.string()),
});
export const securityEventListInput = z.strictObject(pageMembers);
export const securityEventListOfSessionInput = z.extend(sessionIdInput, pageMembers);
