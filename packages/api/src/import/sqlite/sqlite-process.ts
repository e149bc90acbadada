/*
 * A separate process that reads one SQLite file of a user. SQLite is native code and a query cannot be interrupted:
 * here, a damaged or hostile file can at worst end or occupy this process, which its parent then ends. It has no
 * environment variables, so no secrets. It imports nothing of ours, because it starts for each file.
 */
import { constants, DatabaseSync } from "node:sqlite";
import type { SqliteAnswer, SqliteCell, SqliteRequest } from "./sqlite-messages.ts";

/** Bounds a message: 1,000 rows of numbers are read in the parent in a millisecond. */
const rowsAtOnce = 1_000;
const charactersAtOnce = 100_000;
/** Longer texts are cut: none of our texts is as long. */
const cellCharactersMax = 10_000;
/**
 * What a table may have. A file of 20 MB has less, unless its pages refer to each other so that the same rows come again
 * and again: SQLite's own limits do not count that, and sorting them would take all memory.
 */
const rowsMax = 1_000_000;
const bytesMax = 20_000_000;
/** What all tables together may have: the names of the columns are one message, and the apps have at most hundreds. */
const columnsMax = 2_000;
const nameCharactersMax = 100_000;

const database = new DatabaseSync(":memory:");
/** The columns of each table by their names, all in lower case, because SQLite compares names so. */
const tables = new Map<string, readonly string[]>();
let rows: Iterator<SqliteCell[], undefined> | undefined;

process.on("message", (request: SqliteRequest) => {
  const answer = answerTo(request);
  process.send?.(answer);
});

function answerTo(request: SqliteRequest): SqliteAnswer {
  try {
    if ("file" in request) return open(request.file);
    if ("table" in request) rows = select(request);
    return nextRows();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function open(file: Uint8Array): SqliteAnswer {
  // A database in memory has no write-ahead log. Its flags are to be cleared: https://sqlite.org/c3ref/deserialize.html
  file.fill(1, 18, 20);
  database.deserialize(file);
  database.exec("PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON");
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  const named = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' LIMIT 200").all();
  let [count, characters] = [0, 0];
  for (const { name, sql } of named) {
    // Virtual tables are code, and generated columns too.
    if (typeof name !== "string" || !/^create\s+table\b/i.test(String(sql))) continue;
    const columns = database.prepare(`PRAGMA table_xinfo(${quoted(name)})`).all();
    if (columns.some(({ hidden }) => hidden !== 0)) continue;
    count += columns.length;
    characters += name.length;
    for (const column of columns) characters += String(column.name).length;
    if (count > columnsMax || characters > nameCharactersMax) throw new Error("too many columns");
    tables.set(
      name.toLowerCase(),
      columns.map((column) => String(column.name).toLowerCase()),
    );
  }
  // From here on, nothing but reading columns: no function that a schema hides can run.
  const { SQLITE_SELECT, SQLITE_READ, SQLITE_OK, SQLITE_DENY } = constants;
  database.setAuthorizer((action) => (action === SQLITE_SELECT || action === SQLITE_READ ? SQLITE_OK : SQLITE_DENY));
  return { version, tables: Object.fromEntries(tables) };
}

function select({ table, columns, orderBy }: Extract<SqliteRequest, { table: string }>) {
  const known = tables.get(table);
  if (!known) throw new Error("no such table");
  const wanted = columns.map((column) => (known.includes(column) ? quoted(column) : "NULL"));
  const order = orderBy.filter((column) => known.includes(column)).map(quoted);
  const all = `SELECT ${wanted.join(", ")} FROM ${quoted(table)}`;
  assertBounded(all);
  return cellsOf(rowsOf(order.length === 0 ? all : `${all} ORDER BY ${order.join(", ")}`));
}

/** Counts the rows without storing them, before they are sorted and sent. */
function assertBounded(all: string): void {
  let [count, bytes] = [0, 0];
  for (const row of rowsOf(all)) {
    count += 1;
    for (const cell of row) bytes += lengthOf(cell);
    if (count > rowsMax || bytes > bytesMax) throw new Error("too many rows");
  }
}

/** Of the whole value: SQLite sorts all of it, also what is cut or left out here. */
function lengthOf(cell: unknown): number {
  return typeof cell === "string" ? cell.length : cell instanceof Uint8Array ? cell.byteLength : 0;
}

function rowsOf(query: string): Iterable<unknown[]> {
  const statement = database.prepare(query);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  return statement.iterate() as Iterable<unknown> as Iterable<unknown[]>;
}

function* cellsOf(rows: Iterable<unknown[]>): Generator<SqliteCell[], undefined> {
  for (const row of rows) yield row.map(toCell);
}

function nextRows(): SqliteAnswer {
  const batch: SqliteCell[][] = [];
  let characters = 0;
  while (batch.length < rowsAtOnce && characters < charactersAtOnce) {
    const next = rows?.next();
    if (!next?.value) return { rows: batch, isLast: true };
    batch.push(next.value);
    for (const cell of next.value) characters += typeof cell === "string" ? cell.length : 0;
  }
  return { rows: batch, isLast: false };
}

function toCell(value: unknown): SqliteCell {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number") return value;
  return typeof value === "string" ? value.slice(0, cellCharactersMax) : null;
}

/** An identifier, https://sqlite.org/lang_keywords.html */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
