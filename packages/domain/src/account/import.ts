import * as z from "zod/mini";
import { uploadSchema } from "../base/file.ts";
import { fieldErrorCodes } from "../base/validation.ts";
import { csvMappingSchema } from "../csv-import/csv-mapping.ts";

/**
 * The apps that a file can come from. `loop` is the archive of CSV files or the backup of Loop Habit Tracker; `csv` is any
 * table, whose columns the caller maps.
 */
const fileFormats = [
  "daymark",
  "loop",
  "habitbull",
  "rewire",
  "tickmate",
  "beaver_habits",
  "habittrove",
  "table_habit",
  "habitica",
  "csv",
] as const;
export type FileFormat = (typeof fileFormats)[number];
/** `auto` recognizes a file by its content. */
export const importFormats = ["auto", ...fileFormats] as const;
export type ImportFormat = (typeof importFormats)[number];

/** The largest file of an import, in bytes: the contract's 20 MB. */
export const importBytesMax = 20_000_000;
/** The largest unpacked size of a packed Daymark export: all days of fifty habits in twenty-five years take 60 MB. */
export const importUnpackedBytesMax = 80_000_000;
/** Bounds the answer, so that the report about a file full of errors is not longer than the file. */
export const importRowsToldMax = 1000;

export const importInput = z.strictObject({
  file: uploadSchema,
  format: z.enum(importFormats),
  /** The server returns the same report and writes nothing. */
  dry_run: z.optional(z.boolean()),
  /** What the columns of the table are. A part of the form with JSON; for the format `csv` only, which needs it. */
  mapping: z.optional(csvMappingSchema),
});

/** Reasons why the import rejects a row. */
export const importRefusals = [
  "row_invalid",
  "habit_exists",
  "note_exists",
  "notes_too_many",
  "vacations_too_many",
  "reminder_by_key",
  "plan_limit_reached",
  "goals_too_many",
  "past_schedules_too_many",
  "log_items_too_many",
  "habit_unknown",
  "day_repeated",
  "unit_kind_differs",
  "confirmed_bad_only",
  "amount_out_of_range",
  "day_unreadable",
  "value_unreadable",
  "days_missing",
  "habit_deleted",
  "not_a_habit",
  "habit_unnamed",
] as const;
export type ImportRefusal = (typeof importRefusals)[number];

/** Reasons why the import changes a row before it stores it. */
export const importRemarks = [
  "hue_changed",
  "short_name_taken",
  "text_cut",
  "unit_unknown",
  "unit_finer",
  "values_rounded",
  "target_changed",
  "schedule_nearest",
  "target_of_period",
  "goal_unknown",
  "marks_left_out",
  "amounts_left_out",
  "tags_left_out",
  "minuses_left_out",
  "reminder_left_out",
  "columns_left_out",
  "log_left_out",
  "score_only",
] as const;
export type ImportRemark = (typeof importRemarks)[number];

const rowMembers = {
  /** The place in the file: `habits[2]` in JSON, `Habits.csv:3` in an archive. */
  row: z.string(),
  /** The title of the habit that the row belongs to; null if it belongs to none. */
  habit: z.nullable(z.string()),
  /** With `row_invalid`: the invalid member, and its error. */
  field: z.optional(z.string()),
  field_code: z.optional(z.enum(fieldErrorCodes)),
  /** The values that the message contains. */
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
};

/** The procedure sets `reason` to the code. REST replaces it by the message in the request's language. */
const refusedRow = z.object({ ...rowMembers, reason: z.string(), code: z.enum(importRefusals) });
const remarkRow = z.object({ ...rowMembers, reason: z.string(), code: z.enum(importRemarks) });
export type RefusedRow = z.infer<typeof refusedRow>;
export type RemarkRow = z.infer<typeof remarkRow>;

export const importSchema = z.object({
  dry_run: z.boolean(),
  /** The app that the file comes from. */
  format: z.enum(fileFormats),
  imported: z.object({
    habits: z.int(),
    /** Days with any record. */
    progress: z.int(),
    notes: z.int(),
    vacations: z.int(),
    reminders: z.int(),
    /** Entries of the logs of days, as they are after the import: they add up to their days. */
    log: z.int(),
  }),
  /** Rejected rows: the first {@link importRowsToldMax} of `refused_count`. */
  refused: z.array(refusedRow),
  refused_count: z.int(),
  /** Rows that the import changed: the first of `remark_count`. */
  remarks: z.array(remarkRow),
  remark_count: z.int(),
});
export type ImportReport = z.infer<typeof importSchema>;
