import * as z from "zod/mini";
import { titleLengthMax } from "../base/bounds.ts";
import { type Unit, units } from "../base/unit.ts";
import { csvCellsMax } from "../text/read-csv.ts";
import { typedLine } from "../text/text.ts";
import { amountSchema } from "../tracking/habit.ts";
import { habitTypes } from "../tracking/habit-type.ts";
import { unitLabelSchema } from "../tracking/unit-label.ts";
import { dayOrders } from "./day-cell.ts";
import { decimalSigns } from "./value-cell.ts";

/** Columns that become habits. */
export const mappedHabitsMax = 100;
/** The mapping as JSON, in bytes: all habits with the longest titles and words. */
export const mappingBytesMax = 95_000;

/** The number of a column, 1 for the first. */
const column = z.int().check(z.gte(1), z.lte(csvCellsMax));

/** Null if the table has no notes of the habit. */
const note_column = z._default(z.nullable(column), null);

const content = {
  type: z._default(z.enum(habitTypes), "good"),
  unit: z._default(z.enum(units), "repetitions"),
  /** The forms of a word of the user's own, for repetitions only. Null: the word that stands behind the amounts, if any. */
  unit_label: z._default(unitLabelSchema, null),
  /** The goal or limit of a day. A day that is marked as done without an amount counts as the goal. */
  target: z._default(amountSchema, 1),
};

const isWordOfRepetitions = z.refine<{ unit: Unit; unit_label: string | null }>(
  ({ unit, unit_label }) => unit === "repetitions" || unit_label === null,
  { error: "unit_label_repetitions_only", path: ["unit_label"] },
);

/** Rules of the cells, which both layouts have. */
const cells = {
  separator: z._default(z.enum(["comma", "semicolon", "tab"]), "comma"),
  decimal: z._default(z.enum(decimalSigns), "point"),
  /** Whether the first row contains the names of the columns. */
  has_header: z._default(z.boolean(), true),
  day_column: column,
  day_order: z._default(z.enum(dayOrders), "year_first"),
};

const rowsMapping = z
  .strictObject({
    layout: z.literal("rows"),
    ...cells,
    habit_column: column,
    /** Null if each row is a day on which the habit was done. */
    value_column: z._default(z.nullable(column), null),
    note_column,
    /** What counts if several rows have the same habit and day. */
    same_day: z._default(z.enum(["first", "sum"]), "first"),
    ...content,
  })
  .check(isWordOfRepetitions);

const mappedHabit = z
  .strictObject({ column, title: typedLine({ min: 1, max: titleLengthMax }), note_column, ...content })
  .check(isWordOfRepetitions);

const columnsMapping = z.strictObject({
  layout: z.literal("columns"),
  ...cells,
  habits: z.array(mappedHabit).check(z.maxLength(mappedHabitsMax), z.minLength(1)),
});

/**
 * How the columns of a CSV file become habits and days. `rows`: a row for each habit and day. `columns`: a row for each
 * day, and a column for each habit.
 */
export const csvMappingSchema = z.discriminatedUnion("layout", [rowsMapping, columnsMapping]);
export type CsvMapping = z.infer<typeof csvMappingSchema>;
/** A mapping as a caller sends it, without what has a default. */
export type CsvMappingInput = z.input<typeof csvMappingSchema>;
