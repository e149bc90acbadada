import * as z from "zod/mini";
import { answeredDaySchema } from "../base/day-input.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { calendarLinkSchema } from "../calendar/calendar-link.ts";
import { commentSchema, emojiCountSchema } from "../community/comment.ts";
import { featureRequestSchema } from "../community/feature-request.ts";
import { reactionSchema, reportReasons } from "../community/thread.ts";
import { logItemSchema } from "../day-log/day-log.ts";
import { healthMappingSchema } from "../health/health.ts";
import { notificationTargetSchema } from "../notification/target.ts";
import { reminderSchema } from "../reminder/reminder.ts";
import { dashboardSettingsSchema } from "../tracking/dashboard.ts";
import { habitSchema } from "../tracking/habit.ts";
import { habitLinkSchema } from "../tracking/habit-link.ts";
import { noteSchema } from "../tracking/note.ts";
import { entrySchema } from "../tracking/progress.ts";
import { vacationSchema } from "../tracking/vacation.ts";
import { webhookSchema } from "../webhook/webhook.ts";
import { apiKeySchema } from "./api-key.ts";
import { profileSchema } from "./auth.ts";
import { connectedAppSchema } from "./connected-app.ts";
import { passkeySchema } from "./passkey.ts";
import { securityEventSchema } from "./security-event.ts";
import { sessionSchema } from "./session.ts";
import { storedSettingsSchema } from "./settings.ts";

export const exportFormats = ["json", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The default format is JSON. */
export const exportInput = z.strictObject({ format: z.optional(z.enum(exportFormats)) });

/** Increases when the present import can no longer read an older file. */
export const exportVersion = 1;

/**
 * A habit with everything that its results and statistics depend on. `first_day` is only informative: it follows from
 * `created_on`, the owner's day at creation, and from the entries. `targets` is the whole history of the goal or limit.
 */
export const exportedHabitSchema = z.extend(z.omit(habitSchema, { target: true }), { created_on: answeredDaySchema });
export type ExportedHabit = z.infer<typeof exportedHabitSchema>;

/** `vacation_id` names the vacation that skipped the day. */
export const exportedEntrySchema = z.extend(entrySchema, { vacation_id: z.nullable(z.int()) });
export type ExportedEntry = z.infer<typeof exportedEntrySchema>;

/** Without the next time, which follows from the other members. An import leaves the notification targets out. */
export const exportedReminderSchema = z.extend(z.omit(reminderSchema, { next_at: true }), {
  created_at: answeredInstantSchema,
});

/** The members that an API key may also read. */
const recordMembers = {
  /** Active and archived habits, good habits first, each type by position. */
  habits: z.array(exportedHabitSchema),
  /** Oldest first: an import that adds them in this order keeps the order of the screen. */
  notes: z.array(noteSchema),
  /** Oldest first. */
  vacations: z.array(z.pick(vacationSchema, { id: true, from: true, to: true, created_at: true })),
  /** By habit and day, each value in the unit it was entered in. */
  progress: z.array(exportedEntrySchema),
  /** The entries of days with their times, by habit, day and time. They add up to the values in `progress`. */
  log: z.array(logItemSchema),
};

const exportedAccountSchema = z.extend(
  z.extend(
    z.pick(profileSchema, {
      username: true,
      email_verified: true,
      pending_email: true,
      has_password: true,
      two_factor_enabled: true,
      is_staff: true,
      plan: true,
      newsletter_subscriber: true,
      date_joined: true,
    }),
    storedSettingsSchema.shape,
  ),
  /** `dashboard` is present even if the present plan no longer stores it. */
  { email: z.string(), dashboard: dashboardSettingsSchema },
);

/** Data about the account itself and its sign-in methods. The export contains no secret and no hash of a secret. */
export const accountMembers = {
  account: exportedAccountSchema,
  sessions: z.array(
    z.extend(z.omit(sessionSchema, { is_current: true }), {
      address: z.nullable(z.string()),
      remember_me: z.boolean(),
    }),
  ),
  /** Third parties that the user logs in with, and the subject by which each identifies the user. */
  providers: z.array(z.object({ provider: z.string(), subject: z.string(), created_at: answeredInstantSchema })),
  passkeys: z.array(z.extend(passkeySchema, { transports: z.array(z.string()) })),
  api_keys: z.array(apiKeySchema),
  connected_apps: z.array(connectedAppSchema),
  /** The links of habits without the secret part. */
  habit_links: z.array(z.omit(habitLinkSchema, { title: true })),
  /** Which health data fills which habit. */
  health_mappings: z.array(z.omit(healthMappingSchema, { title: true })),
  /** The calendar addresses without the secret part. */
  calendar_links: z.array(calendarLinkSchema),
  /** Without their secrets and their logs. */
  webhooks: z.array(z.omit(webhookSchema, { last_delivery: true, former_secret_until: true })),
  /** Without what they are reached by, and without their last answer. */
  notification_targets: z.array(
    z.omit(notificationTargetSchema, { url: true, recipient: true, has_secret: true, last: true }),
  ),
  security_events: z.array(z.omit(securityEventSchema, { is_current: true })),
  /**
   * The server stores only a hash of a device, which tells a reader nothing. The export has the day of each last
   * log-in.
   */
  known_devices: z.array(z.object({ last_seen_at: answeredInstantSchema })),
  /** The days, by UTC, on which the user was active. The server keeps them to count active users. */
  active_days: z.array(z.object({ day: answeredDaySchema })),
  /** At most one; `until` is null if the ban is permanent. The reason is a note among admins and is not exported. */
  bans: z.array(z.object({ until: z.nullable(answeredInstantSchema), created_at: answeredInstantSchema })),
};

/**
 * Where the user wrote: in the comments of a post, or at a feature request. The other member is null. Both are null for
 * a post that is not published.
 */
const placeMembers = { blog_slug: z.nullable(z.string()), feature_request_id: z.nullable(z.int()) };
const created_at = answeredInstantSchema;

/** What the user wrote and did in public. An import ignores it, because the server still has it. */
export const communityMembers = {
  feature_requests: z.array(
    z.extend(
      z.pick(featureRequestSchema, {
        id: true,
        title: true,
        details: true,
        category: true,
        status: true,
        reason: true,
        reply: true,
      }),
      {
        /** The request that this one was merged into. */
        duplicate_of_id: z.nullable(z.int()),
        hidden_at: z.nullable(answeredInstantSchema),
        pinned_at: z.nullable(answeredInstantSchema),
        created_at,
        updated_at: answeredInstantSchema,
        // A table in CSV gets new columns at its end: scripts may count them.
        stage: featureRequestSchema.shape.stage,
        shipped_at: z.nullable(answeredInstantSchema),
      },
    ),
  ),
  comments: z.array(
    z.extend(z.pick(commentSchema, { id: true, parent_id: true, text: true }), {
      ...placeMembers,
      created_at,
      edited_at: z.nullable(answeredInstantSchema),
      hidden_at: z.nullable(answeredInstantSchema),
      pinned_at: z.nullable(answeredInstantSchema),
      form: commentSchema.shape.form,
    }),
  ),
  /** The user's reactions to comments: `comment_id` is the comment, by whomever. */
  comment_reactions: z.array(
    z.extend(z.pick(emojiCountSchema, { emoji: true }), { comment_id: z.int(), ...placeMembers, created_at }),
  ),
  /** `carried` is true if the reaction came from a duplicate when an admin merged it. */
  reactions: z.array(z.extend(reactionSchema, { ...placeMembers, carried: z.boolean(), created_at })),
  /** The threads about which the user gets mail. */
  followed: z.array(z.object({ ...placeMembers, created_at })),
  /** Reports about what others wrote; `comment_id` is null if the user reported the request itself. */
  reports: z.array(
    z.object({
      id: z.int(),
      ...placeMembers,
      comment_id: z.nullable(z.int()),
      reason: z.enum(reportReasons),
      details: z.string(),
      created_at,
      resolved_at: z.nullable(answeredInstantSchema),
      resolution: z.nullable(z.string()),
    }),
  ),
};

/**
 * The file with all data of a user. An import creates the same habits, progress, notes and statistics from it. An
 * export that an API key requests has no data about the account, because a key never has access to it.
 */
export const exportSchema = z.object({
  format: z.literal("daymark"),
  version: z.literal(exportVersion),
  exported_at: answeredInstantSchema,
  ...z.partial(z.object(accountMembers)).shape,
  /**
   * Sorted by habit and time of day. Absent in an export for an API key, like all settings. An import creates reminders
   * again.
   */
  reminders: z.optional(z.array(exportedReminderSchema)),
  ...recordMembers,
  ...z.partial(z.object(communityMembers)).shape,
});
export type Export = z.infer<typeof exportSchema>;
