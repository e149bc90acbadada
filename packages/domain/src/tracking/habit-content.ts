/*
 * What its owner says of a habit. Schemas, columns, the form, the changes of an edit and what is kept offline follow from
 * the members below; `habit.ts` has the rules of each. Nothing here needs zod, which the dashboard does without.
 */

const requiredMembers = ["title", "type", "target", "unit", "hue"] as const;

/** The members that may be left out, and what a habit has then: a new one, or one of a file that does not know them. */
export const habitDefaults = {
  description: "",
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  schedule: null,
  group_name: null,
  emoji: null,
};

/** UTF-16 code units of an emoji. The longest of Unicode 17 has 15: a kiss of two people with tones of skin. */
export const emojiLengthMax = 32;

export type HabitMember = (typeof requiredMembers)[number] | keyof typeof habitDefaults;

export const habitMembers = [...requiredMembers, ...Object.keys(habitDefaults)] as readonly HabitMember[];
