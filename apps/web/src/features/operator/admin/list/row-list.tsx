import { EmptyState } from "@daymark/ui/empty-state";
import type { ReactNode } from "react";
import { ListEnd } from "./list-end.tsx";
import type { List } from "./use-list.ts";

interface RowListProps<Row> {
  list: List<Row>;
  /** An item of the list, with its key. */
  line: (row: Row) => ReactNode;
  /** What is said where there is none. */
  empty: { icon: ReactNode; title: string; text: string };
  /** Words of the button that fetches on. */
  more: string;
}

/** Rows of an admin's list, as far as they have come, with what there is to say where none do. */
export function RowList<Row>({ list: { query, rows }, line, empty, more }: RowListProps<Row>) {
  return (
    <>
      {query.isSuccess && rows.length === 0 ? <EmptyState {...empty} /> : null}
      <ul className="mt-6 flex flex-col divide-y divide-line border-y border-line empty:hidden">{rows.map(line)}</ul>
      <ListEnd query={query} more={more} />
    </>
  );
}
