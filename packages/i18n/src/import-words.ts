import type { ImportRefusal, ImportRemark, RefusedRow, RemarkRow } from "@daymark/domain/account/import";
import { type Unit, units } from "@daymark/domain/base/unit";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { fieldErrorMessage } from "./field-messages.ts";

/*
 * Messages for rejected and changed rows of an imported file. Plain descriptors, as in messages.ts; only the server
 * uses them.
 */

/** The message for a row of the report. */
export function importMessage(i18n: I18n, row: RefusedRow | RemarkRow): string {
  const { id, message } = messages[row.code];
  const why =
    row.field_code && fieldErrorMessage(i18n, { code: row.field_code, ...(row.values && { values: row.values }) });
  const values = Object.entries(row.values ?? {}).map(([name, value]) => [
    name,
    isUnit(value) ? unitWord(i18n, value) : value,
  ]);
  return i18n._(id ?? "", { ...Object.fromEntries(values), field: row.field, why }, { message: message ?? "" });
}

function isUnit(value: unknown): value is Unit {
  return (units as readonly unknown[]).includes(value);
}

/** The name of a unit, such as "minutes". */
export function unitWord(i18n: I18n, unit: Unit): string {
  return i18n._({ ...unitWords, values: { unit } });
}

const unitWords: MessageDescriptor = /*i18n*/ {
  id: "import.unit",
  message:
    "{unit, select, repetitions {repetitions} percentages {percent} seconds {seconds} minutes {minutes} hours {hours} meters {meters} kilometers {kilometers} feet {feet} yards {yards} miles {miles} grams {grams} kilograms {kilograms} ounces {ounces} pounds {pounds} stones {stones} milliliters {milliliters} liters {liters} fluid_ounces {fluid ounces} cups {cups} pints {pints} quarts {quarts} gallons {gallons} calories {calories} kilocalories {kilocalories} other {{unit}}}",
};

const messages: Record<ImportRefusal | ImportRemark, MessageDescriptor> = {
  row_invalid: /*i18n*/ { id: "import.row_invalid", message: "{field}: {why}" },
  habit_exists: /*i18n*/ {
    id: "import.habit_exists",
    message:
      "You already have a habit with this title, type and first day, so this one is left out{days, plural, =0 {} one { with its # day} other { with its # days}}.",
  },
  note_exists: /*i18n*/ { id: "import.note_exists", message: "You already have this note." },
  notes_too_many: /*i18n*/ {
    id: "import.notes_too_many",
    message: "You can keep at most {max, plural, one {# note} other {# notes}}, so this one is left out.",
  },
  vacations_too_many: /*i18n*/ {
    id: "import.vacations_too_many",
    message:
      "You can keep at most {max, plural, one {# vacation} other {# vacations}}, so this one is left out; its days stay skipped.",
  },
  reminder_by_key: /*i18n*/ {
    id: "import.reminder_by_key",
    message: "Reminders are settings, which an API key cannot access. Log in to import them.",
  },
  plan_limit_reached: /*i18n*/ {
    id: "import.plan_limit_reached",
    message:
      "{plan, select, unlimited {An account can have} other {Your plan allows}} {type, select, good {{max, plural, one {# good habit} other {# good habits}}} other {{max, plural, one {# bad habit} other {# bad habits}}}}, so this one is left out{days, plural, =0 {} one { with its # day} other { with its # days}}.{operator, select, here { Do you run this server? PLANS=off in its configuration lifts the limits of plans.} other {}}",
  },
  goals_too_many: /*i18n*/ {
    id: "import.goals_too_many",
    message:
      "All habits together can have at most {max, number} goals, including past ones, so this habit is left out{days, plural, =0 {} one { with its # day} other { with its # days}}.",
  },
  past_schedules_too_many: /*i18n*/ {
    id: "import.past_schedules_too_many",
    message:
      "The former schedules of all habits together can have at most {max, number} characters, so this habit is left out{days, plural, =0 {} one { with its # day} other { with its # days}}.",
  },
  log_items_too_many: /*i18n*/ {
    id: "import.log_items_too_many",
    message: "Your logs can have at most {max, plural, one {# entry} other {# entries}}, so this entry is left out.",
  },
  habit_unknown: /*i18n*/ {
    id: "import.habit_unknown",
    message: "The file does not contain the habit this day belongs to.",
  },
  day_repeated: /*i18n*/ {
    id: "import.day_repeated",
    message: "The file has this day twice for the same habit. The first one counts.",
  },
  unit_kind_differs: /*i18n*/ {
    id: "import.unit_kind_differs",
    message: "This day’s unit measures something different from the habit’s.",
  },
  confirmed_bad_only: /*i18n*/ {
    id: "import.confirmed_bad_only",
    message: "Only days of a bad habit can be confirmed.",
  },
  amount_out_of_range: /*i18n*/ {
    id: "import.amount_out_of_range",
    message: "{value, number} is more than the maximum for a day ({max, number}).",
  },
  day_unreadable: /*i18n*/ { id: "import.day_unreadable", message: "“{text}” is not a day of the 21st century." },
  value_unreadable: /*i18n*/ {
    id: "import.value_unreadable",
    message: "“{text}” is not a valid value.",
  },
  days_missing: /*i18n*/ {
    id: "import.days_missing",
    message: "The archive lists this habit without its days. To include them, export all habits in Loop’s settings.",
  },
  habit_deleted: /*i18n*/ {
    id: "import.habit_deleted",
    message: "This habit was deleted in the app that the file comes from.",
  },
  not_a_habit: /*i18n*/ { id: "import.not_a_habit", message: "To-dos and rewards are not habits." },
  habit_unnamed: /*i18n*/ { id: "import.habit_unnamed", message: "This row has no habit name." },
  score_only: /*i18n*/ {
    id: "import.score_only",
    message:
      "This file only has the score of each task. A day on which the score rose counts as done. For a habit without pluses, a day with a new score counts once. Older days, which Habitica combines, may be missing. Habitica’s user data as JSON is more exact.",
  },
  columns_left_out: /*i18n*/ {
    id: "import.columns_left_out",
    message: "{count, plural, one {# column is} other {# columns are}} left out: {names}.",
  },
  log_left_out: /*i18n*/ {
    id: "import.log_left_out",
    message:
      "The logs of all habits together can have at most {max, plural, one {# entry} other {# entries}}, so the log of this habit is left out ({count, plural, one {# entry} other {# entries}}). Its days keep their amounts.",
  },
  hue_changed: /*i18n*/ {
    id: "import.hue_changed",
    message: "Your plan does not include its color, so the nearest one is used.",
  },
  short_name_taken: /*i18n*/ {
    id: "import.short_name_taken",
    message: "Another habit has the short name “{name}”, so this one gets none.",
  },
  text_cut: /*i18n*/ { id: "import.text_cut", message: "The text is too long, so it is cut off." },
  unit_unknown: /*i18n*/ {
    id: "import.unit_unknown",
    message:
      "Daymark has no unit “{unit}” and cannot use it as a word of your own, so the habit counts repetitions. The description keeps the unit.",
  },
  unit_finer: /*i18n*/ {
    id: "import.unit_finer",
    message: "Counted in {to} instead of {from}, so that fractions stay exact.",
  },
  values_rounded: /*i18n*/ {
    id: "import.values_rounded",
    message: "{count, plural, one {# amount is} other {# amounts are}} rounded to a whole number.",
  },
  target_changed: /*i18n*/ {
    id: "import.target_changed",
    message: "The target {from, number} becomes {to, number}: targets are whole numbers from 1 to 10,000.",
  },
  schedule_nearest: /*i18n*/ {
    id: "import.schedule_nearest",
    message:
      "{times, plural, one {Once} other {# times}} in {days, plural, one {# day} other {# days}} becomes {nearest, plural, one {once} other {# times}} in {of, plural, one {# day} other {# days}}.",
  },
  target_of_period: /*i18n*/ {
    id: "import.target_of_period",
    message:
      "The target {from, number} in {days, plural, one {# day} other {# days}} is spread over the days: {to, number} a day.",
  },
  goal_unknown: /*i18n*/ {
    id: "import.goal_unknown",
    message: "The file does not contain the goal of this habit, so it is 1 a day. You can change it in the habit.",
  },
  marks_left_out: /*i18n*/ {
    id: "import.marks_left_out",
    message:
      "{count, plural, one {# day is} other {# days are}} not marked as done in the file, and {count, plural, one {stays} other {stay}} empty here.",
  },
  amounts_left_out: /*i18n*/ {
    id: "import.amounts_left_out",
    message:
      "{count, plural, one {# amount is} other {# amounts are}} left out: the habit only counts whether a day is done.",
  },
  reminder_left_out: /*i18n*/ {
    id: "import.reminder_left_out",
    message: "Its reminder is left out, because Daymark only reminds on days of the week.",
  },
  minuses_left_out: /*i18n*/ {
    id: "import.minuses_left_out",
    message:
      "Only its pluses are imported; {count, plural, one {# minus is} other {# minuses are}} left out: a habit is either good or bad.",
  },
  tags_left_out: /*i18n*/ {
    id: "import.tags_left_out",
    message:
      "The first tag becomes the habit’s group; {count, plural, one {# other tag is} other {# other tags are}} left out.",
  },
};
