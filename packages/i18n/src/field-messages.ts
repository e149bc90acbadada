import type { FieldError, FieldErrorCode } from "@daymark/domain/base/validation";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { importFieldMessages } from "./import-field-messages.ts";
import { scriptFieldMessages } from "./script-field-messages.ts";

/** The message for an error of one field. */
export function fieldErrorMessage(i18n: I18n, error: FieldError): string {
  return i18n._(`field.${error.code}`, error.values);
}

const formFieldMessages = {
  required: /*i18n*/ { id: "field.required", message: "This field is required." },
  blank: /*i18n*/ { id: "field.blank", message: "This field may not be blank." },
  invalid: /*i18n*/ { id: "field.invalid", message: "This value is not valid." },
  not_integer: /*i18n*/ { id: "field.not_integer", message: "A valid integer is required." },
  choice_invalid: /*i18n*/ { id: "field.choice_invalid", message: "Choose one of: {options}." },
  too_short: /*i18n*/ {
    id: "field.too_short",
    message: "Enter at least {min, plural, one {# character} other {# characters}}.",
  },
  too_long: /*i18n*/ {
    id: "field.too_long",
    message: "Enter at most {max, plural, one {# character} other {# characters}}.",
  },
  too_small: /*i18n*/ { id: "field.too_small", message: "The value must be at least {min, number}." },
  too_big: /*i18n*/ { id: "field.too_big", message: "The value must be at most {max, number}." },
  times_above_days: /*i18n*/ {
    id: "field.times_above_days",
    message: "Choose no more times than there are days.",
  },
  too_few: /*i18n*/ {
    id: "field.too_few",
    message: "Choose at least {min, plural, one {# item} other {# items}}.",
  },
  too_many: /*i18n*/ {
    id: "field.too_many",
    message: "Choose at most {max, plural, one {# item} other {# items}}.",
  },
  unreadable_text: /*i18n*/ {
    id: "field.unreadable_text",
    message: "The text contains characters that cannot be stored.",
  },
  amount_out_of_range: /*i18n*/ {
    id: "field.amount_out_of_range",
    message: "The value must be at least 1 and at most 10000.",
  },
  increment_out_of_range: /*i18n*/ {
    id: "field.increment_out_of_range",
    message: "The change must be at least -10000 and at most 10000, and not 0.",
  },
  day_format: /*i18n*/ { id: "field.day_format", message: "Enter a date as YYYY-MM-DD." },
  day_unknown: /*i18n*/ { id: "field.day_unknown", message: "This date does not exist." },
  day_out_of_century: /*i18n*/ { id: "field.day_out_of_century", message: "A day must be in the 21st century." },
  range_reversed: /*i18n*/ { id: "field.range_reversed", message: "The last day must not be before the first." },
  range_too_long: /*i18n*/ { id: "field.range_too_long", message: "A range can have at most 366 days." },
  hue_invalid: /*i18n*/ { id: "field.hue_invalid", message: "Invalid hue color." },
  hue_not_in_plan: /*i18n*/ {
    id: "field.hue_not_in_plan",
    message: "This shade of color is not part of your plan.",
  },
  emoji_invalid: /*i18n*/ {
    id: "field.emoji_invalid",
    message: "Enter exactly one emoji, or leave the field empty.",
  },
  short_name_invalid: /*i18n*/ {
    id: "field.short_name_invalid",
    message: "Use letters, digits and hyphens, without spaces.",
  },
  short_name_taken: /*i18n*/ {
    id: "field.short_name_taken",
    message: "Another habit of yours has this short name.",
  },
  // Forms say beside the field which addresses the server calls.
  address_private: /*i18n*/ { id: "field.address_private", message: "This address is not public." },
  required_for_new_address: /*i18n*/ {
    id: "field.required_for_new_address",
    message: "Enter it again for the new address.",
  },
  calendar_empty: /*i18n*/ { id: "field.calendar_empty", message: "Choose what the calendar shows." },
  weekdays_empty: /*i18n*/ { id: "field.weekdays_empty", message: "Choose at least one day of the week." },
  time_invalid: /*i18n*/ { id: "field.time_invalid", message: "Enter a time from 00:00 to 23:59." },
  reminder_time_taken: /*i18n*/ {
    id: "field.reminder_time_taken",
    message: "This habit already has a reminder at this time.",
  },
  reminders_too_many: /*i18n*/ {
    id: "field.reminders_too_many",
    message: "A habit can have at most {max, plural, one {# reminder} other {# reminders}}.",
  },
  reminder_way_missing: /*i18n*/ {
    id: "field.reminder_way_missing",
    message: "Choose at least one channel.",
  },
  notes_too_many: /*i18n*/ {
    id: "field.notes_too_many",
    message: "You have {max, plural, one {# note} other {# notes}}, the most you can keep. Delete one first.",
  },
  vacations_too_many: /*i18n*/ {
    id: "field.vacations_too_many",
    message: "You have {max, plural, one {# vacation} other {# vacations}}, the most you can keep. Delete one first.",
  },
  push_service_unknown: /*i18n*/ {
    id: "field.push_service_unknown",
    message: "Daymark does not know this browser’s notification service.",
  },
  unit_kind_differs: /*i18n*/ {
    id: "field.unit_kind_differs",
    message: "The new unit must measure the same kind of thing as the old one.",
  },
  unit_label_invalid: /*i18n*/ {
    id: "field.unit_label_invalid",
    message: "Write a word of 1 to 24 characters, or up to four forms of it with commas between them.",
  },
  unit_label_repetitions_only: /*i18n*/ {
    id: "field.unit_label_repetitions_only",
    message: "Only a habit in repetitions can have a word of its own for its amounts.",
  },
  order_incomplete: /*i18n*/ {
    id: "field.order_incomplete",
    message: "List every active habit of this type exactly once.",
  },
  type_fixed: /*i18n*/ { id: "field.type_fixed", message: "The type of a habit cannot be changed." },
  nothing_to_record: /*i18n*/ { id: "field.nothing_to_record", message: "Enter a value, a skip or a note." },
  value_with_skip: /*i18n*/ { id: "field.value_with_skip", message: "A skipped day cannot have a value." },
  upload_too_slow: /*i18n*/ {
    id: "field.upload_too_slow",
    message: "The file arrived too slowly. Check your connection and try again.",
  },
  schedule_good_only: /*i18n*/ {
    id: "field.schedule_good_only",
    message: "A bad habit can only have a limit for a day, a week, a month or a quarter.",
  },
  day_not_past: /*i18n*/ { id: "field.day_not_past", message: "The day must be in the past." },
  past_schedules_too_many: /*i18n*/ {
    id: "field.past_schedules_too_many",
    message: "Your habits have had so many schedules that no earlier one can be kept. Choose “Always” for this change.",
  },
  at_not_on_day: /*i18n*/ { id: "field.at_not_on_day", message: "The time must be on this day." },
  log_full: /*i18n*/ {
    id: "field.log_full",
    message: "A day can have at most {max, plural, one {# entry} other {# entries}}.",
  },
  log_items_too_many: /*i18n*/ {
    id: "field.log_items_too_many",
    message:
      "The logs of all your habits, including those in the trash, are full ({max, plural, one {# entry} other {# entries}}). Delete entries first, or use + to enlarge the newest one.",
  },
  username_characters: /*i18n*/ {
    id: "field.username_characters",
    message: "Invalid username. Username can only contain letters, numbers, and underscores.",
  },
  username_taken: /*i18n*/ { id: "field.username_taken", message: "Username already exists." },
  email_invalid: /*i18n*/ { id: "field.email_invalid", message: "Enter a valid email address." },
  email_taken: /*i18n*/ { id: "field.email_taken", message: "Email already exists." },
  password_weak: /*i18n*/ {
    id: "field.password_weak",
    message: "The password must mix letter cases, numbers and special symbols and be at least 8 characters.",
  },
  password_common: /*i18n*/ {
    id: "field.password_common",
    message: "The password is too common or entirely numeric.",
  },
  password_personal: /*i18n*/ {
    id: "field.password_personal",
    message: "The password contains your username, your email or the name of this site. Choose another one.",
  },
  passwords_differ: /*i18n*/ { id: "field.passwords_differ", message: "Passwords do not match." },
  agreement_required: /*i18n*/ {
    id: "field.agreement_required",
    message: "Registration needs agreement to the terms and privacy policy.",
  },
  security_code_format: /*i18n*/ { id: "field.security_code_format", message: "Security codes are 6 digits." },
  backup_code_format: /*i18n*/ { id: "field.backup_code_format", message: "Backup codes are 12 characters." },
  code_or_backup_code: /*i18n*/ {
    id: "field.code_or_backup_code",
    message: "Enter either a security code or a backup code.",
  },
  email_unchanged: /*i18n*/ { id: "field.email_unchanged", message: "This is already your email address." },
  username_unchanged: /*i18n*/ { id: "field.username_unchanged", message: "This is already your username." },
  password_unchanged: /*i18n*/ {
    id: "field.password_unchanged",
    message: "This is already your password. Choose another one.",
  },
  email_confirmation_required: /*i18n*/ {
    id: "field.email_confirmation_required",
    message: "Type your email address to confirm.",
  },
  slug_invalid: /*i18n*/ {
    id: "field.slug_invalid",
    message: "Use 1 to 80 lowercase Latin letters, digits and hyphens. The word “new” is reserved.",
  },
  tag_invalid: /*i18n*/ {
    id: "field.tag_invalid",
    message: "Use letters, digits, spaces and hyphens.",
  },
  url_invalid: /*i18n*/ {
    id: "field.url_invalid",
    message: "Enter a full address that begins with https:// or http://.",
  },
  image_id_or_url: /*i18n*/ { id: "field.image_id_or_url", message: "Choose an image or enter its address, not both." },
  image_unknown: /*i18n*/ { id: "field.image_unknown", message: "There is no such image." },
  image_unreadable: /*i18n*/ {
    id: "field.image_unreadable",
    message: "This image cannot be read. Use JPEG, PNG, WebP, AVIF or GIF.",
  },
  translation_unknown: /*i18n*/ { id: "field.translation_unknown", message: "There is no such post." },
  translation_taken: /*i18n*/ {
    id: "field.translation_taken",
    message: "That post already has a version in this language.",
  },
  translation_same_language: /*i18n*/ {
    id: "field.translation_same_language",
    message: "A translation must be in another language.",
  },
  parent_unknown: /*i18n*/ { id: "field.parent_unknown", message: "The comment you are replying to no longer exists." },
  duplicate_unknown: /*i18n*/ { id: "field.duplicate_unknown", message: "There is no such feature request." },
  duplicate_reason_differs: /*i18n*/ {
    id: "field.duplicate_reason_differs",
    message: "Only a duplicate can be merged into another request.",
  },
  duplicate_circular: /*i18n*/ {
    id: "field.duplicate_circular",
    message: "That request was itself merged into this one.",
  },
  links_too_many: /*i18n*/ {
    id: "field.links_too_many",
    message: "A new account can post at most {max, plural, one {# link} other {# links}} here.",
  },
  scopes_empty: /*i18n*/ { id: "field.scopes_empty", message: "Choose at least one permission." },
  expiry_past: /*i18n*/ { id: "field.expiry_past", message: "The expiry must be in the future." },
} satisfies Record<string, MessageDescriptor>;

// A spread would stay in the scripts of the browser, which needs only the codes.
export const fieldErrorMessages: Record<FieldErrorCode, MessageDescriptor> = /* @__PURE__ */ Object.assign(
  formFieldMessages,
  importFieldMessages,
  scriptFieldMessages,
);
