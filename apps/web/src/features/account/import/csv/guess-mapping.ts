import { mappedHabitsMax } from "@daymark/domain/csv-import/csv-mapping";
import { type DayOrder, dayOrders, readDayCell } from "@daymark/domain/csv-import/day-cell";
import { type DecimalSign, readDuration, readValueCell } from "@daymark/domain/csv-import/value-cell";
import { contentAtFirst, type DraftContent, type MappingDraft, toTitle } from "./mapping-draft.ts";
import type { TableHead } from "./table-head.ts";

/** Names of columns in files of other apps and of people, in both languages. */
const names = {
  id: /(?:^|[\s_])id$/i,
  habit: /habit|title|^name|task|activity|tracker|звичк|назв|завдан/i,
  value:
    /value|amount|duration|status|done|complet|entry_type|count|quantity|result|значен|тривал|кільк|викон|стат|результат/i,
  note: /note|comment|memo|нотат|комент|приміт/i,
  /** Of a time of the day, which looks like a duration. */
  clock: /^(?:(?:start|end|finish)(?:[\s_]*time)?|time(?: of day)?|час(?: початку| кінця)?|початок|кінець)$/i,
};

/** A part of cells that must be readable: the others are faults, which the report then tells. */
const readableMin = 0.6;

/** The mapping that the first rows of a table suggest. A member that they do not determine is null. */
export function guessMapping(table: TableHead): MappingDraft {
  const days = findDays(table);
  const has_header = days ? dayOrders.every((order) => !readDayCell(table.rows[0]?.[days.column] ?? "", order)) : true;
  const decimal = guessDecimal(table, has_header);
  const cells = columnsOf(table, has_header);
  const header = has_header ? (table.rows[0] ?? []) : [];
  const isClock = (index: number) => names.clock.test((header[index] ?? "").trim()) && isDurations(cells[index] ?? []);
  const isAmounts = (index: number) =>
    index !== days?.column && !isClock(index) && isReadable(cells[index] ?? [], (cell) => isValue(cell, decimal));
  const amounts = cells.flatMap((_, index) => (isAmounts(index) ? [index] : []));
  const texts = cells.flatMap((column, index) =>
    index === days?.column || isClock(index) || amounts.includes(index) || column.every((cell) => cell.trim() === "")
      ? []
      : [index],
  );
  const named = (candidates: readonly number[], pattern: RegExp) =>
    candidates.find((index) => pattern.test(header[index] ?? "") && !names.id.test(header[index] ?? ""));
  const note = named(texts, names.note);
  const namedHabit = named(texts, names.habit);
  const habit = namedHabit ?? texts.find((index) => index !== note);
  const value = named(amounts, names.value) ?? amounts[0];
  const daysOfRows = (cells[days?.column ?? -1] ?? []).filter(Boolean);
  // In a table with a column for each habit, no day is twice.
  const isByRows = habit !== undefined && (namedHabit !== undefined || new Set(daysOfRows).size < daysOfRows.length);
  return {
    ...{ layout: isByRows ? "rows" : "columns", decimal, has_header },
    ...{ day_column: days ? days.column + 1 : null, day_order: days?.order ?? null },
    ...{ habit_column: toNumber(habit), value_column: toNumber(value), note_column: toNumber(note), same_day: "first" },
    content: guessContent(cells[value ?? -1] ?? []),
    habits: cells.map((column, index) => ({
      ...{ column: index + 1, title: toTitle(header[index] ?? "") },
      note_column: toNumber(texts.find((text) => isNoteOf(header[text] ?? "", header[index] ?? ""))),
      isChosen: amounts.includes(index) && amounts.indexOf(index) < mappedHabitsMax,
      ...guessContent(column),
    })),
  };
}

/** Whether a column is named after a habit and its note: "Read note", "Нотатка: читати". */
function isNoteOf(name: string, habit: string): boolean {
  const title = wordsOf(habit);
  return title !== "" && names.note.test(name) && ` ${wordsOf(name)} `.includes(` ${title} `);
}

/** The words of a text in lower case, with a space between them. */
function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’ʼ][\p{L}\p{M}\p{N}]+)*/gu) ?? []).join(" ");
}

/** Durations are amounts of time. */
function guessContent(cells: readonly string[]): DraftContent {
  return isDurations(cells) ? { ...contentAtFirst, unit: "minutes" } : contentAtFirst;
}

function toNumber(index: number | undefined): number | null {
  return index === undefined ? null : index + 1;
}

/** The cells of each column, without the header. */
function columnsOf({ rows, width }: TableHead, hasHeader: boolean): string[][] {
  const content = hasHeader ? rows.slice(1) : rows;
  return Array.from({ length: width }, (_, index) => content.map((row) => row[index] ?? ""));
}

function isReadable(cells: readonly string[], reads: (cell: string) => boolean): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && filled.filter(reads).length / filled.length >= readableMin;
}

function isDurations(cells: readonly string[]): boolean {
  return isReadable(cells, (cell) => readDuration(cell) !== null);
}

function isValue(cell: string, decimal: DecimalSign): boolean {
  return readValueCell(cell, decimal) !== null;
}

/** The first column with days. */
function findDays(table: TableHead): { column: number; order: DayOrder | null } | null {
  for (let column = 0; column < table.width; column += 1) {
    const orders = findOrders(table, column);
    if (orders.length > 0) return { column, order: onlyOrder(orders) };
  }
  return null;
}

/**
 * The order of the dates in a column; null if there is none, or if two orders read as many cells and mean different days.
 *
 * @param column 1 for the first
 */
export function guessDayOrder(table: TableHead, column: number): DayOrder | null {
  return onlyOrder(findOrders(table, column - 1));
}

interface Reading {
  order: DayOrder;
  days: (string | null)[];
}

/** The orders that read the most cells of a column, and enough of them. */
function findOrders(table: TableHead, column: number): Reading[] {
  // Without the first row, which may be a header.
  const cells = table.rows.slice(1).flatMap((row) => (row[column]?.trim() ? [row[column]] : []));
  // Dates with dots never begin with the month.
  const orders = cells.some((cell) => dotted.test(cell))
    ? dayOrders.filter((order) => order !== "month_first")
    : dayOrders;
  const readings = orders.map((order) => ({ order, days: cells.map((cell) => readDayCell(cell, order)) }));
  const most = Math.max(...readings.map(countDays));
  if (most === 0 || most / cells.length < readableMin) return [];
  return readings.filter((reading) => countDays(reading) === most);
}

const dotted = /^\s*\d{1,2}\.\s?\d/;

function onlyOrder([first, ...others]: readonly Reading[]): DayOrder | null {
  if (!first) return null;
  return others.every(({ days }) => days.join() === first.days.join()) ? first.order : null;
}

function countDays({ days }: Reading): number {
  return days.filter((day) => day !== null).length;
}

/** A comma, if more cells are values with it. */
function guessDecimal(table: TableHead, hasHeader: boolean): DecimalSign {
  const cells = columnsOf(table, hasHeader).flat();
  const readable = (decimal: DecimalSign) =>
    cells.filter((cell) => /\d[.,]\d/.test(cell) && isValue(cell, decimal)).length;
  return readable("comma") > readable("point") ? "comma" : "point";
}
