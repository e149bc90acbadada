import * as z from "zod/mini";
import { answeredDaySchema } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { wholeListMembers } from "../base/pagination.ts";
import { streakUnits } from "../base/period.ts";
import { units } from "../base/unit.ts";
import { habitTypes } from "./habit-type.ts";

/** What a tap on a link records of today: one more, or that the goal is met. */
export const tapActions = ["add", "done"] as const;
export type TapAction = (typeof tapActions)[number];

/** What a picture shows: the current streak of a habit, or a year of one or of all active habits. */
export const pictureKinds = ["streak", "year"] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** What a link is for: a tap, or a picture. */
export const habitLinkPurposes = [...tapActions, ...pictureKinds] as const;
export type HabitLinkPurpose = (typeof habitLinkPurposes)[number];

/** Per user: a tag, a shortcut or a picture for each habit, and some more. */
export const habitLinksMax = 50;
/** Taps on one link within this time are one tap: a phone reads a tag twice, a finger slips. */
export const tapPauseSeconds = 3;
/** How long a tap can be undone by its link. */
export const tapUndoMinutes = 15;

export const habitLinkSchema = z.object({
  id: z.int(),
  purpose: z.enum(habitLinkPurposes),
  /** Null for a picture of all active habits. */
  habit_id: z.nullable(z.int()),
  /** The title of the habit now; null for all habits, and for a habit that was deleted. */
  title: z.nullable(z.string()),
  /** Whether a picture names its habit. */
  shows_title: z.boolean(),
  /** The last characters of the address, so that its owner recognises it. The server shows the whole only once. */
  link_end: z.string(),
  /** At most a minute behind for a picture; null if the link was never used. */
  last_used_at: z.nullable(answeredInstantSchema),
  created_at: answeredInstantSchema,
});
export type HabitLink = z.infer<typeof habitLinkSchema>;

export const habitLinkListInput = z.strictObject({ ...wholeListMembers });
export const habitLinkListSchema = z.object({ results: z.array(habitLinkSchema), next: z.null() });

export const habitLinkCreateInput = z
  .strictObject({
    purpose: z.enum(habitLinkPurposes),
    /** Absent or null only for a year of all active habits. */
    habit_id: z.optional(z.nullable(idSchema)),
    /** Only for pictures: false hides the title. True by default. */
    shows_title: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ purpose, habit_id }) => purpose === "year" || typeof habit_id === "number", {
      error: "required",
      path: ["habit_id"],
    }),
  );

/** The only answer that contains the address. */
export const habitLinkCreateOutput = z.extend(habitLinkSchema, { url: z.string() });

export const habitLinkIdInput = z.strictObject({ id: idSchema });

/** The secret of an address: 32 random bytes as base64url. Any other text belongs to no link. */
export const linkTokenPattern = /^[A-Za-z0-9_-]{43}$/;
const token = z.string().check(z.maxLength(64));

export const tapTargetInput = z.strictObject({ token });
export const tapInput = z.strictObject({
  token,
  /** A repeat with the same key is the same tap. */
  key: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
});

/** What a link can do now. `archived` and `deleted` tell why a tap would record nothing. */
export const tapTargetSchema = z.object({
  action: z.enum(tapActions),
  state: z.enum(["ready", "archived", "deleted"]),
  /** Null for a deleted habit. */
  title: z.nullable(z.string()),
  emoji: z.nullable(z.string()),
  type: z.nullable(z.enum(habitTypes)),
});
export type TapTarget = z.infer<typeof tapTargetSchema>;

/** Today after a tap or its undo. */
export const tapSchema = z.object({
  title: z.string(),
  action: z.enum(tapActions),
  type: z.enum(habitTypes),
  day: answeredDaySchema,
  /** Null if the day has no amount. */
  value: z.nullable(z.int()),
  unit: z.enum(units),
  /** The owner's own unit for repetitions, in all its forms; null for none and with every other unit. */
  unit_label: z.nullable(z.string()),
  target: z.int(),
  /** False if the day was as wanted already, or the tap is a repeat. */
  changed: z.boolean(),
  /** Whether the tap can be undone by the link. */
  can_undo: z.boolean(),
});
export type Tap = z.infer<typeof tapSchema>;

/** Days of a year's picture: 53 weeks, the last of which is this one. */
export const pictureWeeks = 53;

/** What a picture shows. Everyone who has the link can read it. */
export const pictureSchema = z.object({
  kind: z.enum(pictureKinds),
  /** Null if the owner hides it, for all habits, and for a habit that is archived or deleted. */
  title: z.nullable(z.string()),
  /** The current streak; null for a year, and for a habit that is archived or deleted. */
  streak: z.nullable(z.object({ length: z.int(), unit: z.enum(streakUnits) })),
  /** The Monday that the year begins with; null for a streak. */
  from: z.nullable(answeredDaySchema),
  /**
   * For each day from then to today the share of the habits that succeeded, from 0 to 4; -1 for a day that asked for
   * nothing.
   */
  levels: z.array(z.int()),
});
export type Picture = z.infer<typeof pictureSchema>;
