import * as z from "zod/mini";
import { apiKeySchema } from "./api-key.ts";
import { profileSchema, providers, settingsSchema } from "./auth.ts";
import { habitSchema } from "./habit.ts";
import { noteSchema } from "./note.ts";
import { passkeySchema } from "./passkey.ts";
import { entrySchema } from "./progress.ts";
import { securityEventSchema } from "./security-event.ts";
import { sessionSchema } from "./session.ts";

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

/** What an API key may read too. */
const recordMembers = {
  /** Active and archived ones, good ones first, each in its place. */
  habits: z.array(exportedHabitSchema),
  /** Oldest first: whoever adds them in this order has them in the order of the screen. */
  notes: z.array(noteSchema),
  /** By habit and day, each value in the unit it was entered in. */
  progress: z.array(entrySchema),
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
    settingsSchema.shape,
  ),
  { email: z.string() },
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
  ...recordMembers,
});
export type Export = z.infer<typeof exportSchema>;
