import type { MessageDescriptor } from "@lingui/core";

/**
 * Errors of values that scripts can send but the product's forms cannot. Only the server words it, so pages do not load
 * these sentences.
 */
export const scriptFieldMessages = {
  null: /*i18n*/ { id: "field.null", message: "This field may not be null." },
  unknown_field: /*i18n*/ { id: "field.unknown_field", message: "Unknown field." },
  not_text: /*i18n*/ { id: "field.not_text", message: "Text is required." },
  not_boolean: /*i18n*/ { id: "field.not_boolean", message: "True or false is required." },
  not_list: /*i18n*/ { id: "field.not_list", message: "A list is required." },
  value_with_confirmed: /*i18n*/ {
    id: "field.value_with_confirmed",
    message: "A confirmed day cannot be skipped or have a value.",
  },
  clear_with_amount: /*i18n*/ {
    id: "field.clear_with_amount",
    message: "A day cannot be cleared and filled at the same time.",
  },
  unit_without_value: /*i18n*/ { id: "field.unit_without_value", message: "A unit needs a value." },
  day_repeated: /*i18n*/ { id: "field.day_repeated", message: "Each day of a habit can appear only once." },
  confirmed_bad_only: /*i18n*/ {
    id: "field.confirmed_bad_only",
    message: "Only days of a bad habit can be confirmed.",
  },
  schedule_one_kind: /*i18n*/ {
    id: "field.schedule_one_kind",
    message: "Use only one kind of schedule: for example times_per_week, or every_days with from.",
  },
  end_one_kind: /*i18n*/ {
    id: "field.end_one_kind",
    message: "Use only one kind of end: until, or days or total with from.",
  },
  end_good_only: /*i18n*/ {
    id: "field.end_good_only",
    message: "A bad habit ends on a date or after a number of days, not with a total.",
  },
  weekdays_repeated: /*i18n*/ { id: "field.weekdays_repeated", message: "List each day of the week only once." },
} satisfies Record<string, MessageDescriptor>;
