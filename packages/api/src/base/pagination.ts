import { pageLimitDefault } from "@daymark/domain/base/pagination";
import { type Column, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { ApiError } from "./error.ts";

/**
 * Where a row stands in its list: the values it is sorted by, the last of which no two rows share. The next page begins
 * after the place of the last row of this one, whatever was added or deleted meanwhile.
 */
type Place = readonly (string | number | boolean | null)[];

/** Longer than any place of ours. */
const cursorLengthMax = 300;

/** The place of lists that are sorted by id alone. */
export const idPlace = z.tuple([z.int().check(z.gte(1))]);

/** How many rows to ask for: one more than are shown, which tells whether there is a next page. */
export function rowsOfPage(limit: number = pageLimitDefault): number {
  return limit + 1;
}

/** Rows as one page of a list that goes on after the place of its last one. */
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
 * The place after which a page begins, null for the first page.
 *
 * @param place a tuple of what the list is sorted by
 * @throws ApiError invalid_cursor for a text that no page of such a list gave
 */
export function readCursor<Read extends Place>(place: z.ZodMiniType<Read>, cursor: string | undefined): Read | null {
  if (cursor === undefined) return null;
  if (cursor.length > cursorLengthMax) throw new ApiError("invalid_cursor");
  const read = z.safeParse(place, parse(Buffer.from(cursor, "base64url").toString()));
  if (!read.success || writeCursor(read.data) !== cursor) throw new ApiError("invalid_cursor");
  return read.data;
}

/** Of a list in which every value descends: the rows that come after a place. */
export function isAfter(columns: readonly (Column | SQL)[], place: Place): SQL {
  const list = (parts: readonly unknown[]) =>
    sql.join(
      parts.map((part) => sql`${part}`),
      sql`, `,
    );
  return sql`(${list(columns)}) < (${list(place)})`;
}

/** A place as it travels: opaque, and read by {@link readCursor} alone. */
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
