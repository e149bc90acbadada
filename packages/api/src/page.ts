import { pageLimitDefault } from "@daymark/domain/page";
import { ApiError } from "./error.ts";

/** How many rows to ask for: one more than are shown, which tells whether there is a next page. */
export function rowsOfPage(limit: number = pageLimitDefault): number {
  return limit + 1;
}

/** Rows as one page of a list that goes on after the id of its last one. */
export function toPage<Row extends { id: number }>(
  rows: readonly Row[],
  limit: number = pageLimitDefault,
): { results: Row[]; next: string | null } {
  const results = rows.slice(0, limit);
  const last = results.at(-1);
  return { results, next: last && rows.length > limit ? writeCursor(last.id) : null };
}

/**
 * The id after which a page begins, null for the first page.
 *
 * @throws ApiError invalid_cursor for a text that no page gave
 */
export function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const id = cursor.length <= 32 ? Number(Buffer.from(cursor, "base64url").toString("latin1")) : 0;
  if (!Number.isSafeInteger(id) || id < 1 || writeCursor(id) !== cursor) throw new ApiError("invalid_cursor");
  return id;
}

function writeCursor(id: number): string {
  return Buffer.from(String(id), "latin1").toString("base64url");
}
