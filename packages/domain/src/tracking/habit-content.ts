/*
 * The content of a habit that its owner edits. Schemas, columns, the form, the changes of an edit and the offline copy
 * derive from the members below; `habit.ts` has the rules of each. Nothing here needs zod, because the dashboard does
 * not load it.
 */

import { formSeparator, wordFormLengthMax, wordFormsMax } from "../text/word-forms.ts";

const requiredMembers = ["title", "type", "target", "unit", "hue"] as const;

/** The optional members, with the defaults for a new habit and for a habit from a file without them. */
export const habitDefaults = {
  description: "",
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  schedule: null,
  group_name: null,
  emoji: null,
  short_name: null,
  unit_label: null,
  time_of_day: null,
  end: null,
  keeps_log: false,
};

/** UTF-16 code units of an emoji. The longest of Unicode 17 has 15: a kiss of two people with skin tones. */
export const emojiLengthMax = 32;

/** Characters of a short name. */
export const shortNameLengthMax = 32;

/** Characters of a word for repetitions with all its forms. */
export const unitLabelLengthMax = wordFormsMax * wordFormLengthMax + (wordFormsMax - 1) * formSeparator.length;

export type HabitMember = (typeof requiredMembers)[number] | keyof typeof habitDefaults;

export const habitMembers = [...requiredMembers, ...Object.keys(habitDefaults)] as readonly HabitMember[];
