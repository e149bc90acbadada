import { CsvError, type CsvSeparator, csvSeparators, readCsv } from "@daymark/domain/text/read-csv";

/** The first rows of a table, as many as the page shows and guesses from. */
export interface TableHead {
  /** The beginning of the file. */
  text: string;
  separator: CsvSeparator;
  /** At least one. */
  rows: string[][];
  /** The number of cells of the first row. */
  width: number;
}

const headBytes = 64_000;
const rowsMax = 50;

/** The byte order marks of UTF-16, by which spreadsheets mark "Unicode text". */
const utf16 = new Map([
  ["255,254", "utf-16le"],
  ["254,255", "utf-16be"],
]);

/**
 * The beginning of a file if it is text in UTF-8, or in UTF-16 with a byte order mark, as the server reads it.
 *
 * @returns null for anything else
 */
export async function readHeadText(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const encoding = utf16.get(bytes.subarray(0, 2).join()) ?? "utf-8";
  try {
    // As a stream, because the last character may be cut.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    if (text.includes("\0")) return null;
    return file.size > headBytes ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
  } catch {
    return null;
  }
}

/** Reads the first rows with a separator; null if a row is too long. */
export function readTableHead(text: string, separator: CsvSeparator): TableHead | null {
  const rows: string[][] = [];
  try {
    for (const { cells } of readCsv(text, separator)) {
      rows.push(cells);
      if (rows.length === rowsMax) break;
    }
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
  const width = rows[0]?.length ?? 0;
  return width > 0 ? { text, separator, rows, width } : null;
}

/** Reads the first rows with the separator by which most of them have as many cells as the first; null for a single row or column. */
export function findTable(text: string): TableHead | null {
  let best: TableHead | null = null;
  for (const separator of Object.keys(csvSeparators) as CsvSeparator[]) {
    const table = readTableHead(text, separator);
    if (!table || table.width < 2 || table.rows.length < 2) continue;
    const isBetter =
      !best || evenness(table) > evenness(best) || (evenness(table) === evenness(best) && table.width > best.width);
    if (isBetter) best = table;
  }
  return best;
}

function evenness({ rows, width }: TableHead): number {
  return rows.filter((row) => row.length === width).length / rows.length;
}
