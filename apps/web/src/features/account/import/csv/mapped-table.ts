import type { MappingDraft } from "./mapping-draft.ts";
import type { TableHead } from "./table-head.ts";

/** The first rows of a table, and what the user says about its columns. */
export interface MappedTable {
  table: TableHead;
  draft: MappingDraft;
}
