import * as z from "zod/mini";
import {
  amountMax,
  amountMin,
  descriptionLengthMax,
  groupNameLengthMax,
  habitsOfTypeMax,
  titleLengthMax,
} from "../base/bounds.ts";
import { answeredDaySchema, weekStartInput } from "../base/day-input.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { wholeListMembers } from "../base/pagination.ts";
import { units } from "../base/unit.ts";
import type { FieldErrorCode } from "../base/validation.ts";
import { weekDays } from "../base/week.ts";
import { firstBroken, typedLine, typedText } from "../text/text.ts";
import { emojiLengthMax, type HabitMember, habitDefaults } from "./habit-content.ts";
import { habitTypes, timesOfDay } from "./habit-type.ts";
import {
  answeredEndSchema,
  answeredScheduleSchema,
  endSchema,
  isEndForGoodOnly,
  isForGoodOnly,
  scheduleSchema,
} from "./schedule.ts";
import { shortNameSchema } from "./short-name.ts";
import { unitLabelSchema } from "./unit-label.ts";

export type HabitType = (typeof habitTypes)[number];

/**
 * The error of a `z.int`. An integer that is too large to be exact is out of range like any other large number, not "a
 * valid integer is required".
 */
export function wholeNumberError(outOfRange: FieldErrorCode) {
  return (issue: { code: string }) => (issue.code === "invalid_type" ? "not_integer" : outOfRange);
}

/** 1..10000, with the specification's one message for both bounds. */
export const amountSchema = z
  .int({ error: wholeNumberError("amount_out_of_range") })
  .check(z.gte(amountMin, { error: "amount_out_of_range" }), z.lte(amountMax, { error: "amount_out_of_range" }));

/** Degrees 0..359. `isHueAllowed` of plan.ts tells which hues a plan has. */
const hue = z
  .int({ error: "hue_invalid" })
  .check(z.gte(0, { error: "hue_invalid" }), z.lte(359, { error: "hue_invalid" }));
/**
 * ISO 8601 weekdays, 1 Monday to 7 Sunday, at least one, each once. Here and in every other list the length check comes
 * first, because zod runs leading size checks before it reads the elements, and later ones after all of them.
 */
export const weekdaysSchema = z.array(z.int().check(z.gte(1), z.lte(7))).check(
  z.maxLength(weekDays),
  z.minLength(1, { error: "weekdays_empty" }),
  z.refine((days) => new Set(days).size === days.length, { error: "weekdays_repeated" }),
);

/** The name that the habits of a group share; null for no group. A blank name counts as null. */
const groupName = z
  .nullable(typedLine({ min: 0, max: groupNameLengthMax }))
  .check(z.overwrite((name: string | null) => name || null));

/** Some keyboards omit it after a character that is older than emojis, such as a heart. */
const emojiVariation = "\ufe0f";

/** True for exactly one of the emojis that Unicode recommends for general interchange (UTS 51, RGI_Emoji). */
function isEmoji(text: string): boolean {
  return text.length <= emojiLengthMax && /^\p{RGI_Emoji}$/v.test(text);
}

/** Shown before the title; null for none. A blank text counts as null. */
const emoji = z
  .nullable(
    z.string().check(
      z.trim(),
      z.overwrite((text) => (isEmoji(text + emojiVariation) ? text + emojiVariation : text)),
      firstBroken([{ code: "emoji_invalid", holds: (text) => text === "" || isEmoji(text) }]),
      z.meta({ description: "One emoji", maxLength: emojiLengthMax }),
    ),
  )
  .check(z.overwrite((text: string | null) => text || null));

/** The members of a habit's content in a request. */
const givenMembers = {
  title: typedLine({ min: 1, max: titleLengthMax }),
  type: z.enum(habitTypes),
  target: amountSchema,
  unit: z.enum(units),
  hue,
  description: typedText({ min: 0, max: descriptionLengthMax }),
  weekdays: weekdaysSchema,
  schedule: z.nullable(scheduleSchema),
  group_name: groupName,
  emoji,
  short_name: shortNameSchema,
  unit_label: unitLabelSchema,
  time_of_day: z.nullable(z.enum(timesOfDay)),
  end: z.nullable(endSchema),
  keeps_log: z.boolean(),
} satisfies Record<HabitMember, z.ZodMiniType>;

/** The same members in a response: without rules, so that a habit that was stored under other rules is returned too. */
const answeredMembers = {
  title: z.string(),
  description: z.string(),
  type: z.enum(habitTypes),
  /** The goal or limit in force today. */
  target: z.int(),
  unit: z.enum(units),
  hue: z.int(),
  weekdays: z.array(z.int()),
  /** Null if every one of the weekdays requires the habit. */
  schedule: z.nullable(answeredScheduleSchema),
  group_name: z.nullable(z.string()),
  emoji: z.nullable(z.string()),
  /** Scripts and assistants find the habit by it; null for none. */
  short_name: z.nullable(z.string()),
  /** The owner's own unit for repetitions, in all its forms: "page, pages". Null for none and with every other unit. */
  unit_label: z.nullable(z.string()),
  /** The section of the dashboard; null for any time. The position counts through all sections of a type. */
  time_of_day: z.nullable(z.enum(timesOfDay)),
  /** Null for a habit without an end. */
  end: z.nullable(answeredEndSchema),
  /** Whether a day keeps its entries with their times, see `day-log`. */
  keeps_log: z.boolean(),
} satisfies Record<HabitMember, z.ZodMiniType>;

/** Weekdays and a schedule that their owner changed. The first of a habit also held on all earlier days. */
const pastScheduleSchema = z.object({
  /** The last day on which they held. */
  until: answeredDaySchema,
  weekdays: answeredMembers.weekdays,
  schedule: answeredMembers.schedule,
});

export const habitSchema = z.object({
  id: z.int(),
  ...answeredMembers,
  /** The history of the target, ascending; the first also holds for all earlier days. */
  targets: z.array(z.object({ from: answeredDaySchema, target: z.int() })),
  /** What the weekdays and the schedule replaced, ascending; each held up to its last day. */
  past_schedules: z.array(pastScheduleSchema),
  /** The day with which the habit ended: its last day once that has passed, or the day that reached its total. */
  ended_on: z.nullable(answeredDaySchema),
  position: z.int(),
  archived: z.boolean(),
  first_day: answeredDaySchema,
  created_at: answeredInstantSchema,
});
export type Habit = z.infer<typeof habitSchema>;

export const habitListSchema = z.object({ results: z.array(habitSchema), next: z.null() });

/** A deleted habit that counts for the plan for the given seconds. */
const deletedHabitSchema = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(habitTypes),
  seconds_left: z.int(),
});
export type DeletedHabit = z.infer<typeof deletedHabitSchema>;

export const deletedHabitListSchema = z.object({ results: z.array(deletedHabitSchema), next: z.null() });

/** A habit in the trash. */
const trashedHabitSchema = z.object({
  id: z.int(),
  title: z.string(),
  emoji: z.nullable(z.string()),
  type: z.enum(habitTypes),
  hue: z.int(),
  archived: z.boolean(),
  /** Days with a value. */
  recorded_days: z.int(),
  deleted_at: answeredInstantSchema,
  /** From this instant on it cannot be restored. */
  expires_at: answeredInstantSchema,
});
export type TrashedHabit = z.infer<typeof trashedHabitSchema>;

export const trashListInput = z.strictObject(wholeListMembers);

export const trashListSchema = z.object({ results: z.array(trashedHabitSchema), next: z.null() });

export const habitListInput = z.strictObject({
  type: z.optional(z.enum(habitTypes)),
  archived: z.optional(z.boolean()),
  ...wholeListMembers,
});

export const habitIdInput = z.strictObject({ id: idSchema });

export const habitAnalysisInput = z.strictObject({ id: idSchema, week_start: weekStartInput });

/** The optional members, each with its default. */
const optionalMembers = Object.fromEntries(
  Object.entries(habitDefaults).map(([member, value]) => {
    const schema: z.ZodMiniType = givenMembers[member as HabitMember];
    return [member, z._default(schema, value)];
  }),
) as { [Member in keyof typeof habitDefaults]: z.ZodMiniDefault<(typeof givenMembers)[Member]> };

export const habitCreateInput = z.strictObject({ ...givenMembers, ...optionalMembers }).check(
  z.refine((input) => input.type === "good" || !input.schedule || !isForGoodOnly(input.schedule), {
    error: "schedule_good_only",
    path: ["schedule"],
  }),
  z.refine((input) => input.type === "good" || !input.end || !isEndForGoodOnly(input.end), {
    error: "end_good_only",
    path: ["end"],
  }),
  z.refine((input) => input.unit === "repetitions" || input.unit_label === null, {
    error: "unit_label_repetitions_only",
    path: ["unit_label"],
  }),
);
/** The input as a caller sends it. */
export type HabitCreateInput = z.input<typeof habitCreateInput>;
/** The input with the defaults of absent members. */
export type HabitContent = z.infer<typeof habitCreateInput>;

export const targetEffects = ["from_today", "always"] as const;

export const habitUpdateInput = z.strictObject({
  id: idSchema,
  ...z.partial(z.omit(z.object(givenMembers), { type: true })).shape,
  archived: z.optional(z.boolean()),
  /** `from_today` keeps the targets of past days; `always` deletes that history. */
  target_effective: z.optional(z.enum(targetEffects)),
  /**
   * For `weekdays` and `schedule`: `from_today` keeps those of past days; `always` deletes that history. By default a new
   * schedule holds from today, and weekdays alone hold for all days.
   */
  schedule_effective: z.optional(z.enum(targetEffects)),
});

export const habitOrderInput = z.strictObject({
  type: z.enum(habitTypes),
  ids: z.array(idSchema).check(z.maxLength(habitsOfTypeMax)),
});

/** `to` is the new name; null removes the habits from the group. If `to` is an existing group, the habits join it. */
export const habitGroupRenameInput = z.strictObject({
  // Not typedLine: the name was perhaps stored before names had one line.
  from: typedText({ min: 1, max: groupNameLengthMax }),
  to: groupName,
});
