import { EmptyState } from "@daymark/ui/empty-state";
import type { ReactNode } from "react";
import { ListEnd } from "./list-end.tsx";
import type { List } from "./use-list.ts";

interface RowListProps<Row> {
  list: List<Row>;
  /** Renders an item of the list, with its key. */
  line: (row: Row) => ReactNode;
  /** Shown if the list is empty. */
  empty: { icon: ReactNode; title: string; text: string };
  /** Label of the button that fetches more. */
  more: string;
}

/** The loaded rows of an admin list, or its empty state. */
export function RowList<Row>({ list: { query, rows }, line, empty, more }: RowListProps<Row>) {
  return (
    <>
      {query.isSuccess && rows.length === 0 ? <EmptyState {...empty} /> : null}
      <ul className="mt-6 flex flex-col divide-y divide-line border-y border-line empty:hidden">{rows.map(line)}</ul>
      <ListEnd query={query} more={more} />
    </>
  );
}
