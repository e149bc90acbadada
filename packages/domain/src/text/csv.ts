/** The content of a CSV cell. A list is written with spaces between its elements. */
export type CsvCell = string | number | boolean | null | undefined | readonly (string | number)[];

/** The prefix of the first line, by which spreadsheets recognise UTF-8. */
export const byteOrderMark = "\u{feff}";

/**
 * A line of a CSV file (RFC 4180) with its line end, safe to open in a spreadsheet. Numbers are plain, with a decimal
 * point.
 */
export function writeCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

/**
 * A spreadsheet runs a cell that begins with one of these characters as a formula (OWASP, CSV Injection), also after
 * spaces. The wide characters are those of East Asian keyboards.
 */
const formulaStart = /^(?:[\t\r\n]|[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * The same within a cell. Some locales' spreadsheets split lines at semicolons, others split at tabs: to them
 * `foo;=1+1` is two cells. They also ignore the quotes around our cell, because it begins in the middle of one of
 * theirs, so a line break within the cell ends the row. The characters between the separator and the formula are no
 * separators themselves, so the pattern takes linear time.
 */
const formulaAfterSeparator = /[;\t\r\n](?=(?:"|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** The separators of all spreadsheets. Quotes do not stop a formula, but they tell a program where the cell ends. */
const needsQuotes = /[",;\t\r\n]/;

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  // In many European locales, numbers with a comma between them are read as a decimal fraction.
  const text = typeof cell === "string" ? cell : cell.join(" ");
  const safe = (formulaStart.test(text) ? `'${text}` : text).replace(formulaAfterSeparator, "$&'");
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
