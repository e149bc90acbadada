import * as z from "zod/mini";
import { featureRequestSchema } from "../community/feature-request.ts";
import { commentSchema, reactionSchema, reportReasons } from "../community/thread.ts";
import { reminderSchema } from "../rules/reminder.ts";
import { dashboardSettingsSchema } from "../tracking/dashboard.ts";
import { habitSchema } from "../tracking/habit.ts";
import { noteSchema } from "../tracking/note.ts";
import { entrySchema } from "../tracking/progress.ts";
import { vacationSchema } from "../tracking/vacation.ts";
import { apiKeySchema } from "./api-key.ts";
import { profileSchema, providers } from "./auth.ts";
import { passkeySchema } from "./passkey.ts";
import { securityEventSchema } from "./security-event.ts";
import { sessionSchema } from "./session.ts";
import { storedSettingsSchema } from "./settings.ts";

export const exportFormats = ["json", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** JSON where nothing is said. */
export const exportInput = z.strictObject({ format: z.optional(z.enum(exportFormats)) });

/** Rises when a file of before can no longer be read as one of now. */
export const exportVersion = 1;

/**
 * A habit with all that its results and statistics follow from. `first_day` is shown for the reader: it follows from
 * `created_on`, the owner's day at creation, and from the entries. `targets` is the whole history of the goal or limit.
 */
export const exportedHabitSchema = z.extend(z.omit(habitSchema, { target: true }), { created_on: z.string() });
export type ExportedHabit = z.infer<typeof exportedHabitSchema>;

/** `vacation_id` names the vacation that skipped the day. */
export const exportedEntrySchema = z.extend(entrySchema, { vacation_id: z.nullable(z.int()) });
export type ExportedEntry = z.infer<typeof exportedEntrySchema>;

/** When it comes next follows from the rest. */
export const exportedReminderSchema = z.extend(z.omit(reminderSchema, { next_at: true }), { created_at: z.string() });

/** What an API key may read too. */
const recordMembers = {
  /** Active and archived ones, good ones first, each in its place. */
  habits: z.array(exportedHabitSchema),
  /** Oldest first: whoever adds them in this order has them in the order of the screen. */
  notes: z.array(noteSchema),
  /** Oldest first. */
  vacations: z.array(z.pick(vacationSchema, { id: true, from: true, to: true, created_at: true })),
  /** By habit and day, each value in the unit it was entered in. */
  progress: z.array(exportedEntrySchema),
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
  /** How the dashboard looks, also where the plan no longer keeps it. */
  { email: z.string(), dashboard: dashboardSettingsSchema },
);

/** What concerns the account itself and its ways in. Secrets and their hashes are nowhere in it. */
export const accountMembers = {
  account: exportedAccountSchema,
  sessions: z.array(
    z.extend(z.omit(sessionSchema, { is_current: true }), {
      address: z.nullable(z.string()),
      remember_me: z.boolean(),
    }),
  ),
  /** Third parties that one logs in with, and what they call the person. */
  providers: z.array(z.object({ provider: z.enum(providers), subject: z.string(), created_at: z.string() })),
  passkeys: z.array(z.extend(passkeySchema, { transports: z.array(z.string()) })),
  api_keys: z.array(apiKeySchema),
  security_events: z.array(z.omit(securityEventSchema, { is_current: true })),
  /** Of a device only a hash is kept, which says nothing to anyone; so these are the days of their last log-ins. */
  known_devices: z.array(z.object({ last_seen_at: z.string() })),
  /** The days, by UTC, on which the person was there: kept to count active users. */
  active_days: z.array(z.object({ day: z.string() })),
  /** At most one; `until` is null where it is for good. Its reason is a note among admins. */
  bans: z.array(z.object({ until: z.nullable(z.string()), created_at: z.string() })),
};

/**
 * Where something was said: in the comments of a post, or at a feature request. The other one is null. Both are null for a
 * post that is not published.
 */
const placeMembers = { blog_slug: z.nullable(z.string()), feature_request_id: z.nullable(z.int()) };
const created_at = z.string();

/** What one has said and done where others read it. An import leaves it out: it is still there. */
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
        /** What it was merged into. */
        duplicate_of_id: z.nullable(z.int()),
        hidden_at: z.nullable(z.string()),
        pinned_at: z.nullable(z.string()),
        created_at,
        updated_at: z.string(),
      },
    ),
  ),
  comments: z.array(
    z.extend(z.pick(commentSchema, { id: true, parent_id: true, text: true }), {
      ...placeMembers,
      created_at,
      edited_at: z.nullable(z.string()),
      hidden_at: z.nullable(z.string()),
      pinned_at: z.nullable(z.string()),
    }),
  ),
  /** `carried` ones came along when a duplicate was merged. */
  reactions: z.array(z.extend(reactionSchema, { ...placeMembers, carried: z.boolean(), created_at })),
  /** Of what one is told by mail. */
  followed: z.array(z.object({ ...placeMembers, created_at })),
  /** Of others' words; `comment_id` is null where it was the request itself. */
  reports: z.array(
    z.object({
      id: z.int(),
      ...placeMembers,
      comment_id: z.nullable(z.int()),
      reason: z.enum(reportReasons),
      details: z.string(),
      created_at,
      resolved_at: z.nullable(z.string()),
      resolution: z.nullable(z.string()),
    }),
  ),
};

/**
 * The file that holds everything of a user's. An import can make the same habits, progress, notes and statistics of it.
 * Where an API key asked for it, what concerns the account is absent: a key never reaches that.
 */
export const exportSchema = z.object({
  format: z.literal("daymark"),
  version: z.literal(exportVersion),
  exported_at: z.string(),
  ...z.partial(z.object(accountMembers)).shape,
  /** By habit and time of day. Settings, as what concerns the account is; an import makes them again all the same. */
  reminders: z.optional(z.array(exportedReminderSchema)),
  ...recordMembers,
  ...z.partial(z.object(communityMembers)).shape,
});
export type Export = z.infer<typeof exportSchema>;
