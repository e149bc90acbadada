import { byteOrderMark, writeCsvLine } from "@daymark/domain/text/csv";

/** What stands in a table: as a person reads it, and as a file has it. */
export interface DataTableCell {
  text: string;
  /** Numbers plain, days as `YYYY-MM-DD`; null is an empty cell. */
  value: string | number | null;
}

export interface DataTableColumn {
  name: string;
  /** Numbers stand at the right. */
  isNumber?: boolean;
}

/** The numbers of a picture: once for its table and for its file, so that the three cannot differ. */
export interface DataTable {
  /** What the table is about; names the file too. */
  caption: string;
  columns: readonly DataTableColumn[];
  /** As many cells as columns; the first is the row's header. */
  rows: readonly (readonly DataTableCell[])[];
}

/** A cell of words. */
export function words(text: string, value: string | null = text): DataTableCell {
  return { text, value };
}

/** A cell of a number, or of none. */
export function figure(value: number | null, write: (value: number) => string): DataTableCell {
  return value === null ? { text: "–", value: null } : { text: write(value), value };
}

/** The table as a file for spreadsheets: UTF-8 with a byte order mark, by which they know it. */
export function csvOf({ columns, rows }: DataTable): string {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => row.map(({ value }) => value))];
  return byteOrderMark + lines.map(writeCsvLine).join("");
}

/** A name every file system takes, whatever the title: letters of any script and numbers, with hyphens between. */
export function fileNameOf(...parts: readonly string[]): string {
  const name = parts
    .join(" ")
    .normalize("NFC")
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${Array.from(name).slice(0, fileNameLengthMax).join("") || "daymark"}.csv`;
}

/** Far below what any file system allows, in bytes too. */
const fileNameLengthMax = 80;
