import { useLingui } from "@lingui/react/macro";
import type { TableHead } from "./table-head.ts";

/** Names the columns of a table, 1 for the first: by its header, or by their numbers. */
export function useColumnNames({ rows }: TableHead, hasHeader: boolean): (column: number) => string {
  const { t } = useLingui();
  return (column) => {
    const name = hasHeader ? (rows[0]?.[column - 1] ?? "").trim() : "";
    return name || t`Column ${column}`;
  };
}
