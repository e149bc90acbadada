import * as z from "zod/mini";
import { amountMax, amountMin, descriptionLengthMax, groupNameLengthMax, titleLengthMax } from "../base/bounds.ts";
import { idSchema } from "../base/id.ts";
import { wholeListMembers } from "../base/pagination.ts";
import { units } from "../base/unit.ts";
import type { FieldErrorCode } from "../base/validation.ts";
import { weekDays } from "../base/week.ts";
import { firstBroken, typedText } from "../text/text.ts";
import { emojiLengthMax, type HabitMember, habitDefaults } from "./habit-content.ts";
import { habitTypes } from "./habit-type.ts";

export type HabitType = (typeof habitTypes)[number];

/** How long a deleted habit can be restored; until then it still counts for the plan. */
export const habitRestoreSeconds = 35;

/**
 * The error of a `z.int`: a number without a fraction that is too great to be exact is out of range, like any other
 * great one, and no "valid integer is required".
 */
export function wholeNumberError(outOfRange: FieldErrorCode) {
  return (issue: { code: string }) => (issue.code === "invalid_type" ? "not_integer" : outOfRange);
}

/** 1..10000, the spec's one message for both ends. */
export const amountSchema = z
  .int({ error: wholeNumberError("amount_out_of_range") })
  .check(z.gte(amountMin, { error: "amount_out_of_range" }), z.lte(amountMax, { error: "amount_out_of_range" }));

/** Degrees 0..359; which of them a plan has is `isHueAllowed` of plan.ts. */
const hue = z
  .int({ error: "hue_invalid" })
  .check(z.gte(0, { error: "hue_invalid" }), z.lte(359, { error: "hue_invalid" }));
/**
 * ISO 8601 weekdays, 1 Monday to 7 Sunday, at least one, each once. Here and in every other list the length comes first,
 * because zod checks leading sizes before it reads an element, and later ones after all of them.
 */
export const weekdaysSchema = z.array(z.int().check(z.gte(1), z.lte(7))).check(
  z.maxLength(weekDays),
  z.minLength(1, { error: "weekdays_empty" }),
  z.refine((days) => new Set(days).size === days.length, { error: "weekdays_repeated" }),
);

/** A goal a week: on how many of its days, 1..7, a good habit has to do. Its streak then counts ISO weeks. */
const schedule = z.strictObject({ times_per_week: z.int().check(z.gte(1), z.lte(7)) });
/** The name that the habits of a group share; null outside of any, for which a blank name is taken. */
const groupName = z
  .nullable(typedText({ min: 0, max: groupNameLengthMax }))
  .check(z.overwrite((name: string | null) => name || null));

/** Some keyboards leave it out behind a character that is older than emojis, such as a heart. */
const emojiVariation = "\ufe0f";

/** True for one of the emojis that Unicode recommends for general interchange (UTS 51, RGI_Emoji), whole and alone. */
function isEmoji(text: string): boolean {
  return text.length <= emojiLengthMax && /^\p{RGI_Emoji}$/v.test(text);
}

/** Shown before the title; null for none, for which a blank text is taken. */
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

/** The members of a habit's content as a caller gives them. */
const givenMembers = {
  title: typedText({ min: 1, max: titleLengthMax }),
  type: z.enum(habitTypes),
  target: amountSchema,
  unit: z.enum(units),
  hue,
  description: typedText({ min: 0, max: descriptionLengthMax }),
  weekdays: weekdaysSchema,
  schedule: z.nullable(schedule),
  group_name: groupName,
  emoji,
} satisfies Record<HabitMember, z.ZodMiniType>;

/** The same as they are answered: without rules, so that a habit that was kept under other rules is answered too. */
const answeredMembers = {
  title: z.string(),
  description: z.string(),
  type: z.enum(habitTypes),
  /** The goal or limit in force today. */
  target: z.int(),
  unit: z.enum(units),
  hue: z.int(),
  weekdays: z.array(z.int()),
  /** Null where every day that counts has to do. */
  schedule: z.nullable(z.object({ times_per_week: z.int() })),
  group_name: z.nullable(z.string()),
  emoji: z.nullable(z.string()),
} satisfies Record<HabitMember, z.ZodMiniType>;

export const habitSchema = z.object({
  id: z.int(),
  ...answeredMembers,
  /** The history of the target, ascending; the first holds for all earlier days too. */
  targets: z.array(z.object({ from: z.string(), target: z.int() })),
  position: z.int(),
  archived: z.boolean(),
  first_day: z.string(),
  created_at: z.string(),
});
export type Habit = z.infer<typeof habitSchema>;

export const habitListSchema = z.object({ results: z.array(habitSchema), next: z.null() });

/** A habit that was deleted, counts for the plan and can be restored for so many more seconds. */
const deletedHabitSchema = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(habitTypes),
  seconds_left: z.int(),
});
export type DeletedHabit = z.infer<typeof deletedHabitSchema>;

export const deletedHabitListSchema = z.object({ results: z.array(deletedHabitSchema), next: z.null() });

export const habitListInput = z.strictObject({
  type: z.optional(z.enum(habitTypes)),
  archived: z.optional(z.boolean()),
  ...wholeListMembers,
});

export const habitIdInput = z.strictObject({ id: idSchema });

/** `week_start`: the ISO weekday that "this week" begins with, Monday where it is not given. */
export const habitAnalysisInput = z.strictObject({
  id: idSchema,
  week_start: z.optional(z.int().check(z.gte(1), z.lte(7))),
});

/** The members that may be left out, each with its default. */
const optionalMembers = Object.fromEntries(
  Object.entries(habitDefaults).map(([member, value]) => {
    const schema: z.ZodMiniType = givenMembers[member as HabitMember];
    return [member, z._default(schema, value)];
  }),
) as { [Member in keyof typeof habitDefaults]: z.ZodMiniDefault<(typeof givenMembers)[Member]> };

export const habitCreateInput = z
  .strictObject({ ...givenMembers, ...optionalMembers })
  .check(
    z.refine((input) => input.type === "good" || !input.schedule, { error: "schedule_good_only", path: ["schedule"] }),
  );
/** As a caller gives it. */
export type HabitCreateInput = z.input<typeof habitCreateInput>;
/** The same with the defaults of what was left out. */
export type HabitContent = z.infer<typeof habitCreateInput>;

export const targetEffects = ["from_today", "always"] as const;

export const habitUpdateInput = z.strictObject({
  id: idSchema,
  ...z.partial(z.omit(z.object(givenMembers), { type: true })).shape,
  archived: z.optional(z.boolean()),
  /** `from_today` keeps what past days were measured by; `always` drops that history. */
  target_effective: z.optional(z.enum(targetEffects)),
});

export const habitOrderInput = z.strictObject({
  type: z.enum(habitTypes),
  ids: z.array(idSchema).check(z.maxLength(100)),
});

/** `to` is the new name; null takes the habits out of the group. Where `to` is another group, they join it. */
export const habitGroupRenameInput = z.strictObject({
  from: typedText({ min: 1, max: groupNameLengthMax }),
  to: groupName,
});
