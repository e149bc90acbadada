import { pageLimitDefault } from "@daymark/domain/base/pagination";
import { type Column, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { ApiError } from "./error.ts";

/**
 * The position of a row in its list: the values of the sort columns. The last value is unique. The next page begins
 * after the position of the last row of this one, even if rows were added or deleted meanwhile.
 */
type Place = readonly (string | number | boolean | null)[];

/** Longer than any cursor that the server creates. */
const cursorLengthMax = 300;

/** The position in a list that is sorted by id alone. */
export const idPlace = z.tuple([z.int().check(z.gte(1))]);

/** How many rows to select: one more than the page shows. The extra row tells whether there is a next page. */
export function rowsOfPage(limit: number = pageLimitDefault): number {
  return limit + 1;
}

/** Makes one page of the rows, with the cursor of the next page. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number | undefined,
  placeOf: (row: Row) => Place,
): { results: Row[]; next: string | null } {
  const size = limit ?? pageLimitDefault;
  const results = rows.slice(0, size);
  const last = results.at(-1);
  return { results, next: last !== undefined && rows.length > size ? writeCursor(placeOf(last)) : null };
}

/**
 * The position after which a page begins; null for the first page.
 *
 * @param place a tuple of the values that the list is sorted by
 * @throws ApiError invalid_cursor for a text that the server did not create for such a list
 */
export function readCursor<Read extends Place>(place: z.ZodMiniType<Read>, cursor: string | undefined): Read | null {
  if (cursor === undefined) return null;
  if (cursor.length > cursorLengthMax) throw new ApiError("invalid_cursor");
  const read = z.safeParse(place, parse(Buffer.from(cursor, "base64url").toString()));
  if (!read.success || writeCursor(read.data) !== cursor) throw new ApiError("invalid_cursor");
  return read.data;
}

/** The condition for the rows after a position, if every sort column descends. */
export function isAfter(columns: readonly (Column | SQL)[], place: Place): SQL {
  const list = (parts: readonly unknown[]) =>
    sql.join(
      parts.map((part) => sql`${part}`),
      sql`, `,
    );
  return sql`(${list(columns)}) < (${list(place)})`;
}

/** The position as an opaque cursor. Only {@link readCursor} reads it. */
export function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
