/** What a cell of a CSV file may hold; a list is written with spaces between. */
export type CsvCell = string | number | boolean | null | undefined | readonly (string | number)[];

/** By which spreadsheets know that a file is UTF-8; it stands before the first line. */
export const byteOrderMark = "\u{feff}";

/** A line of a CSV file (RFC 4180) with its end, safe to open in a spreadsheet. Numbers are plain, with a point. */
export function writeCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

/**
 * What a spreadsheet would take for a formula, and run (OWASP, CSV Injection): also the signs of East Asian keyboards.
 */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  // Numbers with a comma between them would be a fraction in half of Europe.
  const text = typeof cell === "string" ? cell : cell.join(" ");
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
