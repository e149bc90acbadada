/** A line of a CSV file. */
export interface CsvRow {
  /** 1 for the first; of a row over several lines, the first of them. */
  line: number;
  cells: string[];
}

/** A row of more is cut off: nothing that is read here has so many. */
const cellsMax = 200;

/**
 * Reads CSV as spreadsheets and Android write it (RFC 4180, any line ends): quoted cells may hold commas, quotes and
 * line breaks. Empty lines are passed over. A quote that is never closed ends with the file.
 */
export function* readCsv(text: string): Generator<CsvRow, undefined> {
  let at = text.startsWith("\u{feff}") ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    if (text[at] === "\r" || text[at] === "\n") {
      at += text.startsWith("\r\n", at) ? 2 : 1;
      line += 1;
      continue;
    }
    const row: CsvRow = { line, cells: [] };
    for (;;) {
      const cell = readCell(text, at);
      if (row.cells.length < cellsMax) row.cells.push(cell.text);
      line += cell.lines;
      at = cell.end;
      if (text[at] !== ",") break;
      at += 1;
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    line += 1;
    if (row.cells.length > 1 || row.cells[0] !== "") yield row;
  }
}

const cellEnd = /[,\r\n]/g;

/** The cell that begins at a place, the place behind it, and how many lines it goes over. */
function readCell(text: string, start: number): { text: string; end: number; lines: number } {
  if (text[start] !== '"') {
    cellEnd.lastIndex = start;
    const end = cellEnd.exec(text)?.index ?? text.length;
    return { text: text.slice(start, end), end, lines: 0 };
  }
  let cell = "";
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') {
      at = end + 1;
      break;
    }
    cell += '"';
    at = end + 2;
  }
  // What stands behind the closing quote belongs to nothing; it is kept, so that nothing of a text is lost.
  cellEnd.lastIndex = Math.min(at, text.length);
  const end = cellEnd.exec(text)?.index ?? text.length;
  cell += text.slice(at, end);
  return { text: cell, end, lines: cell.split("\n").length - 1 };
}
