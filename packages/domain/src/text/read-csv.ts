/** A row is longer than any that a program would write. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/** The characters between two cells, by name. */
export const csvSeparators = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type CsvSeparator = keyof typeof csvSeparators;

/** Characters of a row, including its quotes and the empty lines before it. */
const rowLengthMax = 100_000;
/** Further cells of a row are dropped. */
export const csvCellsMax = 200;

/** A line of a CSV file. */
export interface CsvRow {
  /** 1 for the first; for a row over several lines, its first line. */
  line: number;
  cells: string[];
  /** The position after the row in the text. */
  end: number;
}

/**
 * Reads CSV as spreadsheets and Android write it (RFC 4180, any line ends): quoted cells may contain separators, quotes and
 * line breaks. It skips empty lines. A quote that is never closed ends with the file.
 *
 * @throws CsvError for a row that is too long
 */
export function* readCsv(text: string, separator: CsvSeparator = "comma"): Generator<CsvRow, undefined> {
  for (const row of readCsvLines(text, separator)) if (!isEmptyRow(row)) yield row;
}

/** Whether a row is a line without any text: one empty cell. */
export function isEmptyRow({ cells }: CsvRow): boolean {
  return cells.length === 1 && cells[0] === "";
}

/**
 * All rows, including those with one empty cell, so that a caller of long texts can yield to other work in between.
 *
 * @throws CsvError for a row that is too long
 */
export function* readCsvLines(text: string, separator: CsvSeparator = "comma"): Generator<CsvRow, undefined> {
  const between = csvSeparators[separator];
  const cellEnd = cellEnds[separator];
  let at = text.startsWith("\u{feff}") ? 1 : 0;
  let line = 1;
  let rowStart = at;
  while (at < text.length) {
    if (at - rowStart > rowLengthMax) throw new CsvError("too many empty lines");
    if (text[at] === "\r" || text[at] === "\n") {
      at += text.startsWith("\r\n", at) ? 2 : 1;
      line += 1;
      continue;
    }
    const row: CsvRow = { line, cells: [], end: at };
    for (;;) {
      const cell = readCell(text, at, { endMax: rowStart + rowLengthMax, cellEnd });
      if (row.cells.length < csvCellsMax) row.cells.push(cell.text);
      line += cell.lines;
      at = cell.end;
      if (text[at] !== between) break;
      at += 1;
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    line += 1;
    row.end = at;
    rowStart = at;
    yield row;
  }
}

const cellEnds = { comma: /[,\r\n]/g, semicolon: /[;\r\n]/g, tab: /[\t\r\n]/g };

/**
 * Reads the cell that begins at `start`: its text, the position after it, and the number of its line breaks.
 *
 * @throws CsvError if the cell ends after `endMax`
 */
function readCell(
  text: string,
  start: number,
  { endMax, cellEnd }: { endMax: number; cellEnd: RegExp },
): { text: string; end: number; lines: number } {
  if (text[start] !== '"') {
    cellEnd.lastIndex = start;
    const end = cellEnd.exec(text)?.index ?? text.length;
    if (end > endMax) throw new CsvError("a row is too long");
    return { text: text.slice(start, end), end, lines: 0 };
  }
  let cell = "";
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    if (end > endMax) throw new CsvError("a row is too long");
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') {
      at = end + 1;
      break;
    }
    cell += '"';
    at = end + 2;
  }
  // Text after the closing quote is invalid; it is kept, so that no text is lost.
  cellEnd.lastIndex = Math.min(at, text.length);
  const end = cellEnd.exec(text)?.index ?? text.length;
  if (end > endMax) throw new CsvError("a row is too long");
  cell += text.slice(at, end);
  return { text: cell, end, lines: cell.split("\n").length - 1 };
}
