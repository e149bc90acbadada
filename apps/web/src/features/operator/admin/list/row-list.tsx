import { EmptyState } from "@daymark/ui/empty-state";
import { useLingui } from "@lingui/react/macro";
import SearchX from "lucide-react/icons/search-x";
import type { ReactNode } from "react";
import { ListEnd } from "./list-end.tsx";
import type { List } from "./use-list.ts";

interface RowListProps<Row> {
  list: List<Row>;
  /** Renders an item of the list, with its key. */
  line: (row: Row) => ReactNode;
  /** Shown if the list is empty without a filter. */
  empty: { icon: ReactNode; title: string; text: string };
  /** Whether a filter may hide rows. */
  isFiltered: boolean;
  /** Label of the button that fetches more. */
  more: string;
}

/** The loaded rows of an admin list, or its empty state. */
export function RowList<Row>({ list: { query, rows }, line, empty, isFiltered, more }: RowListProps<Row>) {
  const { t } = useLingui();
  const shown = isFiltered ? { icon: <SearchX />, title: t`No results`, text: t`Try other filters.` } : empty;
  return (
    <>
      {query.isSuccess && rows.length === 0 ? <EmptyState {...shown} /> : null}
      <ul className="mt-6 flex flex-col *:not-first:border-t *:not-first:border-line border-y border-line empty:hidden">
        {rows.map(line)}
      </ul>
      <ListEnd query={query} more={more} />
    </>
  );
}
