import { importBytesMax } from "@daymark/domain/account/import";
import { guessMapping } from "./csv/guess-mapping.ts";
import type { MappedTable } from "./csv/mapped-table.ts";
import { findTable, readHeadText } from "./csv/table-head.ts";
import { type FileFault, formatOf } from "./file-format.ts";

/** A file that the server can read: one of Daymark or of another app, or a table with the mapping of its columns. */
export type ChosenFile = { file: File; format: "daymark" | "auto"; mapped: null } | ChosenTable;

export interface ChosenTable {
  file: File;
  format: "csv";
  mapped: MappedTable;
}

/** Why the page cannot use the files that the user chose. */
export type ChoiceFault = FileFault | "several_files" | "not_utf8";

/** Finds out by their content what the chosen files are. The user has to map the columns of a table before it is sent. */
export async function recognize(
  file: File,
  { isAlone }: { isAlone: boolean },
): Promise<{ chosen: ChosenFile } | { fault: ChoiceFault }> {
  if (!isAlone) return { fault: "several_files" };
  const format = await formatOf(file);
  if (format === "daymark" || format === "auto") return { chosen: { file, format, mapped: null } };
  if (format === "too_large") return { fault: format };
  const isNamedTable = tableName.test(file.name);
  if (file.size > importBytesMax) return { fault: isNamedTable ? "too_large" : format };
  const text = await readHeadText(file);
  const table = text === null ? null : findTable(text);
  if (table) return { chosen: { file, format: "csv", mapped: { table, draft: guessMapping(table) } } };
  return { fault: text === null && isNamedTable ? "not_utf8" : format };
}

/** Names of files that are tables, in any encoding. */
const tableName = /\.(?:csv|tsv|txt)$/i;
