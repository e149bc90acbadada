import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { wholeListMembers } from "../base/pagination.ts";
import { units } from "../base/unit.ts";
import { habitTypes } from "./habit-type.ts";

/** What a tap on a link records of today: one more, or that the goal is met. */
export const tapActions = ["add", "done"] as const;
export type TapAction = (typeof tapActions)[number];

/** What a link is for. */
export const habitLinkPurposes = [...tapActions] as const;
export type HabitLinkPurpose = (typeof habitLinkPurposes)[number];

/** Per user: a tag or a shortcut for each habit, and some more. */
export const habitLinksMax = 50;
/** Taps on one link within this time are one tap: a phone reads a tag twice, a finger slips. */
export const tapPauseSeconds = 3;
/** How long a tap can be undone by its link. */
export const tapUndoMinutes = 15;

export const habitLinkSchema = z.object({
  id: z.int(),
  purpose: z.enum(habitLinkPurposes),
  habit_id: z.int(),
  /** The title of the habit now; null for a habit that was deleted. */
  title: z.nullable(z.string()),
  /** The last characters of the address, so that its owner recognises it. The server shows the whole only once. */
  link_end: z.string(),
  /** Null if nobody has used the link. */
  last_used_at: z.nullable(z.string()),
  created_at: z.string(),
});
export type HabitLink = z.infer<typeof habitLinkSchema>;

export const habitLinkListInput = z.strictObject({ ...wholeListMembers });
export const habitLinkListSchema = z.object({ results: z.array(habitLinkSchema), next: z.null() });

export const habitLinkCreateInput = z.strictObject({ purpose: z.enum(habitLinkPurposes), habit_id: idSchema });

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
  day: z.string(),
  /** Null if the day has no amount. */
  value: z.nullable(z.int()),
  unit: z.enum(units),
  target: z.int(),
  /** False if the day was as wanted already, or the tap is a repeat. */
  changed: z.boolean(),
  /** Whether the tap can be undone by the link. */
  can_undo: z.boolean(),
});
export type Tap = z.infer<typeof tapSchema>;
