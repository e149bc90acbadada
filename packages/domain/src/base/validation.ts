/**
 * Validation reports codes. A schema uses the name of one of our rules as its error text; this module translates the
 * issues that zod itself reports. `@daymark/i18n` has a message for each code, and the numbers are passed as values.
 */
export const fieldErrorCodes = [
  "required",
  "null",
  "blank",
  "invalid",
  "unknown_field",
  "not_text",
  "not_boolean",
  "not_integer",
  "not_list",
  "choice_invalid",
  "too_short",
  "too_long",
  "too_small",
  "too_big",
  "too_few",
  "too_many",
  "unreadable_text",
  "amount_out_of_range",
  "increment_out_of_range",
  "day_format",
  "day_unknown",
  "day_out_of_century",
  "day_not_past",
  "range_reversed",
  "range_too_long",
  "hue_invalid",
  "hue_not_in_plan",
  "emoji_invalid",
  "short_name_invalid",
  "short_name_taken",
  "calendar_empty",
  "address_private",
  "required_for_new_address",
  "weekdays_empty",
  "weekdays_repeated",
  "time_invalid",
  "reminder_time_taken",
  "reminders_too_many",
  "reminder_way_missing",
  "notes_too_many",
  "vacations_too_many",
  "push_service_unknown",
  "unit_kind_differs",
  "unit_label_invalid",
  "unit_label_repetitions_only",
  "schedule_good_only",
  "schedule_one_kind",
  "times_above_days",
  "past_schedules_too_many",
  "end_one_kind",
  "end_good_only",
  "order_incomplete",
  "type_fixed",
  "nothing_to_record",
  "value_with_skip",
  "value_with_confirmed",
  "clear_with_amount",
  "unit_without_value",
  "confirmed_bad_only",
  "day_repeated",
  "at_not_on_day",
  "log_full",
  "log_items_too_many",
  "upload_too_slow",
  "import_unreadable",
  "import_not_daymark",
  "import_version_newer",
  "import_not_loop",
  "import_archive_too_large",
  "import_not_utf8",
  "column_missing",
  "csv_only",
  "username_characters",
  "username_taken",
  "email_invalid",
  "email_taken",
  "password_weak",
  "password_common",
  "password_personal",
  "passwords_differ",
  "agreement_required",
  "security_code_format",
  "backup_code_format",
  "code_or_backup_code",
  "email_unchanged",
  "username_unchanged",
  "password_unchanged",
  "email_confirmation_required",
  "slug_invalid",
  "tag_invalid",
  "url_invalid",
  "image_id_or_url",
  "image_unknown",
  "image_unreadable",
  "translation_unknown",
  "translation_taken",
  "translation_same_language",
  "parent_unknown",
  "duplicate_unknown",
  "duplicate_reason_differs",
  "duplicate_circular",
  "links_too_many",
  "scopes_empty",
  "expiry_past",
] as const;

export type FieldErrorCode = (typeof fieldErrorCodes)[number];

export interface FieldError {
  code: FieldErrorCode;
  values?: Record<string, number | string>;
}

/** The errors of each field, in the order found. */
export type FieldErrors = Record<string, FieldError[]>;

/** The members of a zod issue that this module reads, so that the public API of domain needs no zod types. */
interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly message: string;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly values?: unknown;
  readonly keys?: unknown;
  readonly params?: unknown;
}

const known: ReadonlySet<string> = new Set(fieldErrorCodes);

/** The key for errors that belong to no field: the body as a whole. */
export const wholeBody = "body";

/** Bounds the answer, so that a body of unknown members does not cause an answer many times its size. */
export const errorFieldsMax = 100;

/**
 * The issues of a failed parse as errors by field.
 *
 * @param issues the issues of the schema
 * @param input the parsed value, in which the function looks whether a member is missing, null or wrong
 * @param isNested whether the errors within a top-level field name their place; otherwise they belong to the field
 */
export function fieldErrors(
  issues: readonly Issue[],
  input: unknown,
  isNested: (field: PropertyKey | undefined) => boolean = isMapping,
): FieldErrors {
  const errors: FieldErrors = {};
  let fields = 0;
  const nameOf = (path: readonly PropertyKey[]) => fieldOf(isNested(path[0]) ? path : path.slice(0, 1));
  const add = (name: string, error: FieldError) => {
    // Assigning `__proto__` would set the prototype instead of a member, so the error belongs to the body.
    const field = name === "__proto__" ? wholeBody : name;
    const list = Object.hasOwn(errors, field) ? errors[field] : undefined;
    if (!list) {
      if (fields === errorFieldsMax) return;
      fields += 1;
      errors[field] = [error];
    } else if (!list.some((other) => other.code === error.code)) list.push(error);
  };
  for (const [index, issue] of issues.entries()) {
    const path = issue.path ?? [];
    if (isSizeOfWrongType(issue, issues[index - 1])) continue;
    if (issue.code === "unrecognized_keys" && Array.isArray(issue.keys)) {
      for (const key of issue.keys)
        add(nameOf(isNested(path[0]) ? [...path, key] : path) ?? String(key), { code: "unknown_field" });
      continue;
    }
    add(nameOf(path) ?? wholeBody, fieldError(issue, valueAt(input, path), path.length === 0));
  }
  return errors;
}

/** A member that consists of many fields, as long as a form. */
function isMapping(field: PropertyKey | undefined): boolean {
  return field === "mapping";
}

/** A place such as `mapping.habits[2].title`; undefined for the whole input. */
function fieldOf([first, ...rest]: readonly PropertyKey[]): string | undefined {
  if (first === undefined) return undefined;
  return rest.reduce<string>(
    (name, key) => (typeof key === "number" ? `${name}[${key}]` : `${name}.${String(key)}`),
    String(first),
  );
}

/** zod also measures a text or object where a list is expected. Then only the wrong type is reported. */
function isSizeOfWrongType(issue: Issue, before: Issue | undefined): boolean {
  return (
    issue.code === "too_big" &&
    before?.code === "invalid_type" &&
    JSON.stringify(before.path) === JSON.stringify(issue.path)
  );
}

/**
 * Converts one issue to an error.
 *
 * @param value the value at the issue's path
 * @param isWhole true if the issue is about the body itself, which is never "required"
 */
export function fieldError(issue: Issue, value: unknown, isWhole = false): FieldError {
  if (issue.code === "custom" && known.has(issue.message)) {
    const code = issue.message as FieldErrorCode;
    return issue.params ? { code, values: issue.params as Record<string, number | string> } : { code };
  }
  if (value === undefined && !isWhole) return { code: "required" };
  if (value === null) return { code: "null" };
  if (known.has(issue.message)) return { code: issue.message as FieldErrorCode };
  switch (issue.code) {
    case "invalid_type":
      return { code: typeCodes[String(issue.expected)] ?? "invalid" };
    case "invalid_value":
      return Array.isArray(issue.values)
        ? { code: "choice_invalid", values: { options: issue.values.join(", ") } }
        : { code: "invalid" };
    case "too_small":
      return {
        code: sizeCode(issue.origin, "too_short", "too_few", "too_small"),
        values: { min: Number(issue.minimum) },
      };
    case "too_big":
      return {
        code: sizeCode(issue.origin, "too_long", "too_many", "too_big"),
        values: { max: Number(issue.maximum) },
      };
    default:
      return { code: "invalid" };
  }
}

const typeCodes: Record<string, FieldErrorCode> = {
  string: "not_text",
  boolean: "not_boolean",
  int: "not_integer",
  number: "not_integer",
  array: "not_list",
};

function sizeCode(origin: unknown, text: FieldErrorCode, list: FieldErrorCode, number: FieldErrorCode): FieldErrorCode {
  if (origin === "string") return text;
  return origin === "array" ? list : number;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
