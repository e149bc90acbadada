import type { Entry } from "@daymark/domain/tracking/progress";

/** The entries of a range by row (a habit or a day), then by cell in that row. */
export type EntryIndex<Row, Column> = ReadonlyMap<Row, ReadonlyMap<Column, Entry>>;

/**
 * Sorts entries into rows. A row without changes keeps the same map object, so that a memoized row does not render
 * again when a cell of another row changes.
 */
export function indexEntries<Row, Column>(
  entries: readonly Entry[],
  rowOf: (entry: Entry) => Row,
  columnOf: (entry: Entry) => Column,
  before?: EntryIndex<Row, Column>,
): EntryIndex<Row, Column> {
  const rows = new Map<Row, Map<Column, Entry>>();
  for (const entry of entries) {
    const row = rows.get(rowOf(entry)) ?? new Map<Column, Entry>();
    row.set(columnOf(entry), entry);
    rows.set(rowOf(entry), row);
  }
  return new Map(
    Array.from(rows, ([key, row]) => {
      const old = before?.get(key);
      return [key, old && isSameRow(old, row) ? old : row] as const;
    }),
  );
}

function isSameRow<Column>(a: ReadonlyMap<Column, Entry>, b: ReadonlyMap<Column, Entry>): boolean {
  if (a.size !== b.size) return false;
  for (const [column, entry] of a) if (b.get(column) !== entry) return false;
  return true;
}
