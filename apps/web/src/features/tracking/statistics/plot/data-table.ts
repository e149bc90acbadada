import { byteOrderMark, writeCsvLine } from "@daymark/domain/text/csv";

/** A cell: as text for the user, and as a value for the file. */
export interface DataTableCell {
  text: string;
  /** Numbers unformatted, days as `YYYY-MM-DD`; null is an empty cell. */
  value: string | number | null;
}

export interface DataTableColumn {
  name: string;
  /** Numbers are right-aligned. */
  isNumber?: boolean;
}

/** The numbers of a chart, used by its table and its file, so that the three cannot differ. */
export interface DataTable {
  /** The subject of the table; also names the file. */
  caption: string;
  columns: readonly DataTableColumn[];
  /** As many cells as columns; the first is the row's header. */
  rows: readonly (readonly DataTableCell[])[];
}

/** A cell with text. */
export function words(text: string, value: string | null = text): DataTableCell {
  return { text, value };
}

/** A cell with a number, or without one. */
export function figure(value: number | null, write: (value: number) => string): DataTableCell {
  return value === null ? { text: "–", value: null } : { text: write(value), value };
}

/** The table as a CSV file: UTF-8 with a byte order mark, by which spreadsheets recognize it. */
export function csvOf({ columns, rows }: DataTable): string {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => row.map(({ value }) => value))];
  return byteOrderMark + lines.map(writeCsvLine).join("");
}

/**
 * A file name for any title that every file system accepts: letters of any script and numbers, with hyphens between.
 */
export function fileNameOf(...parts: readonly string[]): string {
  const name = parts
    .join(" ")
    .normalize("NFC")
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${Array.from(name).slice(0, fileNameLengthMax).join("") || "daymark"}.csv`;
}

/** Far below the limit of any file system, also in bytes. */
const fileNameLengthMax = 80;
