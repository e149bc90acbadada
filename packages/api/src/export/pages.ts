import { setImmediate as nextTurn } from "node:timers/promises";

/** A list of the file: an array if its length is bounded, else pages that are read one after the other. */
export type Rows<Row> = readonly Row[] | AsyncIterable<readonly Row[]>;

/** Rows of a page. Only one page of a list is in memory as objects. */
export const pageRowsMax = 500;

/** The same for a list that is in memory already. Notes have up to 8 kB each, and the text of 500 took 0.1 s. */
const wholePageRowsMax = 50;

/**
 * Reads a list without a bound page by page. Each page begins after the last row of the page before (keyset pagination),
 * so that no page costs more than another.
 *
 * @param readAfter reads up to {@link pageRowsMax} rows after the given one, or the first rows
 */
export async function* readPages<Row>(
  readAfter: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  let last: Row | undefined;
  for (;;) {
    const rows = await readAfter(last);
    if (rows.length > 0) yield rows;
    if (rows.length < pageRowsMax) return;
    last = rows.at(-1);
  }
}

/** The same rows in another form, page by page. */
export async function* mapPages<Row, Mapped>(
  pages: Rows<Row>,
  map: (row: Row) => Mapped,
): AsyncGenerator<Mapped[], void> {
  for await (const page of pagesOf(pages)) yield page.map(map);
}

/** Any list as pages. */
export async function* pagesOf<Row>(rows: Rows<Row>): AsyncGenerator<readonly Row[], void> {
  if (!isWhole(rows)) {
    yield* rows;
    return;
  }
  for (let start = 0; start < rows.length; start += wholePageRowsMax) {
    yield rows.slice(start, start + wholePageRowsMax);
    // Otherwise a fast reader takes all pages in one turn of the event loop.
    await nextTurn();
  }
}

function isWhole<Row>(rows: Rows<Row>): rows is readonly Row[] {
  return Array.isArray(rows);
}
