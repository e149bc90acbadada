import { type CsvRow, type CsvSeparator, isEmptyRow, readCsvLines } from "@daymark/domain/text/read-csv";
import { createPace } from "../../base/pace.ts";

/** Characters that are parsed in one turn of the event loop, in some milliseconds. */
const readAtOnce = 100_000;

/**
 * Reads the rows of a text of any length, and lets other requests run in between, also while the text has only empty rows.
 *
 * @throws CsvError
 */
export async function* readCsvInTurns(text: string, separator?: CsvSeparator): AsyncGenerator<CsvRow, void> {
  const pace = createPace(readAtOnce);
  for (const row of readCsvLines(text, separator)) {
    if (!isEmptyRow(row)) yield row;
    if (pace.isDue(row.end)) await pace.giveWay(row.end);
  }
}
