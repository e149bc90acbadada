/** Texts are cut to 10,000 characters. Binary values are null. */
export type SqliteCell = string | number | null;

/** What the server asks the process that reads a file: to open it, to select a table, and for more of its rows. */
export type SqliteRequest =
  | { file: Uint8Array }
  | { table: string; columns: readonly string[]; orderBy: readonly string[] }
  | { more: true };

/** One answer for each request. */
export type SqliteAnswer =
  | { version: number; tables: Record<string, readonly string[]> }
  | { rows: SqliteCell[][]; isLast: boolean }
  | { error: string };
