import type { FieldError } from "@daymark/domain/base/validation";
import type { CsvMapping } from "@daymark/domain/csv-import/csv-mapping";
import { readDayCell } from "@daymark/domain/csv-import/day-cell";
import { CsvError, type CsvRow } from "@daymark/domain/text/read-csv";
import { ApiError } from "../../../base/error.ts";
import { createPace } from "../../../base/pace.ts";
import type { ImportContent, ImportHabit } from "../content.ts";
import { readCsvInTurns } from "../csv.ts";
import { toImportHabit } from "../loop/loop-habit.ts";
import { spreadHue, toLoopRow } from "../loop/loop-row.ts";
import { type Report, unreadable } from "../report.ts";
import { MappedHabit } from "./mapped-habit.ts";
import { readTableText } from "./table-text.ts";

interface Reading {
  report: Report;
  /** `YYYY-MM-DD`, the caller's: the day a habit without days begins. */
  today: string;
  signal?: AbortSignal | undefined;
}

/** As in a file of HabitBull: ten years of fifty habits. */
const habitsMax = 5_000;
const daysMax = 200_000;
/** Cells that are read in one turn of the event loop, in a millisecond or two. */
const cellsAtOnce = 2_000;
/** Names of columns that the report repeats. */
const namesToldMax = 10;
const nameLengthMax = 40;

/**
 * Reads any table by the mapping that the caller gives.
 *
 * @throws ApiError validation_failed for a file that is no text in UTF-8, has a row of more than 100,000 characters or
 *   more than 200,000 days, and for a mapped column that the file does not have; the reason of the signal
 */
export async function readMappedCsv(file: Uint8Array, mapping: CsvMapping, reading: Reading): Promise<ImportContent> {
  const { report, today, signal } = reading;
  const table = mapping.layout === "rows" ? new RowsTable(mapping, report) : new ColumnsTable(mapping, report);
  await readTable(readTableText(file), { mapping, table, report, signal });
  const habits: ImportHabit[] = [];
  for (const [index, { row, title, content, wordForms, days }] of table.habits().entries()) {
    signal?.throwIfAborted();
    const line = toLoopRow(
      row,
      {
        ...{ Name: title, Type: "NUMERICAL", Unit: content.unit },
        ...{ "Target Type": content.type === "bad" ? "AT_MOST" : "AT_LEAST", "Target Value": String(content.target) },
      },
      { hue: spreadHue(index), wordForms },
    );
    const imported = await toImportHabit(line, [...days.values()], { report, today });
    if (imported) habits.push(imported);
  }
  return { habits, notes: [], vacations: [] };
}

/** Turns rows of a file into days of habits. */
interface Table {
  /** The columns that it reads, 0 for the first, by their place in the mapping. */
  columns: readonly (readonly [field: string, index: number])[];
  /** @param day the row's day */
  add: (row: CsvRow, day: string) => void;
  habits: () => MappedHabit[];
}

interface Given {
  mapping: CsvMapping;
  table: Table;
  report: Report;
  signal: AbortSignal | undefined;
}

async function readTable(text: string, { mapping, table, report, signal }: Given): Promise<void> {
  const dayAt = mapping.day_column - 1;
  let [isFirst, cells] = [true, 0];
  const pace = createPace(cellsAtOnce);
  try {
    for await (const row of readCsvInTurns(text, mapping.separator)) {
      signal?.throwIfAborted();
      cells += table.columns.length;
      if (pace.isDue(cells)) await pace.giveWay(cells);
      if (isFirst) checkColumns(row, { mapping, table, report });
      const isHeader = isFirst && mapping.has_header;
      isFirst = false;
      if (isHeader || row.cells.every((cell) => cell.trim() === "")) continue;
      const given = row.cells[dayAt] ?? "";
      const day = readDayCell(given, mapping.day_order);
      if (day) table.add(row, day);
      else report.refuse({ row: placeOf(row) }, "day_unreadable", { text: given.trim().slice(0, 40) });
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable("import_unreadable") : error;
  }
  if (isFirst) throw unreadable("import_unreadable");
}

function placeOf({ line }: CsvRow): string {
  return `line ${line}`;
}

/** @throws ApiError validation_failed for each mapped column that the first row does not have */
function checkColumns(row: CsvRow, { mapping, table, report }: Pick<Given, "mapping" | "table" | "report">): void {
  const max = row.cells.length;
  const used = [["mapping.day_column", mapping.day_column - 1] as const, ...table.columns];
  const missing = used.filter(([, index]) => index >= max);
  if (missing.length > 0) {
    const error: FieldError = { code: "column_missing", values: { max } };
    throw new ApiError("validation_failed", { fields: Object.fromEntries(missing.map(([field]) => [field, [error]])) });
  }
  const taken = new Set(used.map(([, index]) => index));
  const names = row.cells.flatMap((cell, index) => {
    const name = mapping.has_header ? cell.trim().slice(0, nameLengthMax) : "";
    return taken.has(index) ? [] : [name || String(index + 1)];
  });
  if (names.length === 0) return;
  const told = names.slice(0, namesToldMax).join(", ");
  report.remark({ row: placeOf(row) }, "columns_left_out", {
    count: names.length,
    names: names.length > namesToldMax ? `${told}, …` : told,
  });
}

/** Counts the days of all habits of a file. */
class DayCount {
  #days = 0;

  /** @throws ApiError validation_failed */
  add(): void {
    this.#days += 1;
    if (this.#days > daysMax) throw unreadable("import_archive_too_large");
  }
}

/** A row for each habit and day. */
class RowsTable implements Table {
  readonly columns: Table["columns"];
  readonly #mapping: Extract<CsvMapping, { layout: "rows" }>;
  readonly #report: Report;
  readonly #habits = new Map<string, MappedHabit>();
  readonly #count = new DayCount();

  constructor(mapping: Extract<CsvMapping, { layout: "rows" }>, report: Report) {
    this.#mapping = mapping;
    this.#report = report;
    this.columns = (["habit_column", "value_column", "note_column"] as const).flatMap((name) => {
      const column = mapping[name];
      return column === null ? [] : [[`mapping.${name}`, column - 1] as const];
    });
  }

  add(row: CsvRow, day: string): void {
    const { habit_column, value_column, note_column, decimal, same_day } = this.#mapping;
    const cellAt = (column: number) => row.cells[column - 1] ?? "";
    const title = cellAt(habit_column).trim();
    const place = placeOf(row);
    if (!title) {
      this.#report.refuse({ row: place }, "habit_unnamed");
      return;
    }
    const known = this.#habits.get(title);
    const habit = known ?? new MappedHabit({ row: place, title, content: this.#mapping }, this.#report);
    if (!known) this.#habits.set(title, habit);
    if (this.#habits.size > habitsMax) throw unreadable("import_archive_too_large");
    this.#count.add();
    const value = value_column === null ? null : cellAt(value_column);
    const note = note_column === null ? "" : cellAt(note_column);
    habit.add({ row: place, day, value, note }, { decimal, same_day });
  }

  habits(): MappedHabit[] {
    return [...this.#habits.values()];
  }
}

/** A row for each day, and a column for each habit. */
class ColumnsTable implements Table {
  readonly columns: Table["columns"];
  readonly #mapping: Extract<CsvMapping, { layout: "columns" }>;
  readonly #habits: { at: number; noteAt: number | null; habit: MappedHabit }[];
  readonly #count = new DayCount();

  constructor(mapping: Extract<CsvMapping, { layout: "columns" }>, report: Report) {
    this.#mapping = mapping;
    this.#habits = mapping.habits.map(({ column, title, note_column, ...content }) => ({
      at: column - 1,
      noteAt: note_column === null ? null : note_column - 1,
      habit: new MappedHabit({ row: `column ${column}`, title, content }, report),
    }));
    this.columns = this.#habits.flatMap(({ at, noteAt }, index) => {
      const place = `mapping.habits[${index}]`;
      return noteAt === null
        ? [[`${place}.column`, at]]
        : [
            [`${place}.column`, at],
            [`${place}.note_column`, noteAt],
          ];
    });
  }

  add(row: CsvRow, day: string): void {
    const { decimal } = this.#mapping;
    for (const { at, noteAt, habit } of this.#habits) {
      const value = row.cells[at] ?? "";
      const note = noteAt === null ? "" : (row.cells[noteAt] ?? "");
      if (value.trim() === "" && note.trim() === "") continue;
      this.#count.add();
      habit.add({ row: placeOf(row), day, value, note }, { decimal, same_day: "first" });
    }
  }

  habits(): MappedHabit[] {
    return this.#habits.map(({ habit }) => habit);
  }
}
