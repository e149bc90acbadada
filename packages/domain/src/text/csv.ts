/** What a cell of a CSV file may hold; a list is written with spaces between. */
export type CsvCell = string | number | boolean | null | undefined | readonly (string | number)[];

/** By which spreadsheets know that a file is UTF-8; it stands before the first line. */
export const byteOrderMark = "\u{feff}";

/** A line of a CSV file (RFC 4180) with its end, safe to open in a spreadsheet. Numbers are plain, with a point. */
export function writeCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

/**
 * A spreadsheet runs a cell that begins like this as a formula (OWASP, CSV Injection); so it does after spaces. The wide
 * characters are those of East Asian keyboards.
 */
const formulaStart = /^(?:[\t\r\n]|[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * The same within a cell. In half of Europe a spreadsheet splits lines at semicolons, and others split at tabs: to them
 * `foo;=1+1` is two cells. They do not see the quotes around the cell either, as it begins in the middle of one of theirs;
 * so a line break within the cell ends the row. What may stand between is not a separator itself: the time is linear.
 */
const formulaAfterSeparator = /[;\t\r\n](?=(?:"|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Separators of any spreadsheet. Quotes do not stop a formula, but they tell a program what separates the cells. */
const needsQuotes = /[",;\t\r\n]/;

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  // Numbers with a comma between them would be a fraction in half of Europe.
  const text = typeof cell === "string" ? cell : cell.join(" ");
  const safe = (formulaStart.test(text) ? `'${text}` : text).replace(formulaAfterSeparator, "$&'");
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
