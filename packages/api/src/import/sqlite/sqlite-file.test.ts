import { expect, test } from "vitest";
import { makeSqlite } from "../testing.ts";
import { isSqlite, openSqlite, SqliteError } from "./sqlite-file.ts";

async function rowsOf(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

test("a table is read in the wanted order, in many messages, with cells that are no text or number as null", async () => {
  const file = makeSqlite("CREATE TABLE Days (Id INTEGER PRIMARY KEY, amount REAL, note TEXT, picture BLOB)", [
    ["INSERT INTO days VALUES (?, ?, ?, ?)", 2, 0.5, "й", new Uint8Array([1])],
    ["INSERT INTO days VALUES (?, ?, ?, ?)", 1, null, "x".repeat(20_000), null],
    [
      "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) INSERT INTO days(id) SELECT i FROM n",
    ],
  ]);
  expect(isSqlite(file)).toBe(true);
  await using sqlite = await openSqlite(file);
  expect(sqlite.tables.get("days")).toEqual(["id", "amount", "note", "picture"]);
  const rows = await rowsOf(sqlite.rows("days", ["id", "amount", "note", "picture", "absent"], ["id", "absent"]));
  expect(rows).toHaveLength(2500);
  expect(rows[0]).toEqual([1, null, "x".repeat(10_000), null, null]);
  expect(rows[1]).toEqual([2, 0.5, "й", null, null]);
  expect(rows[2499]).toEqual([2500, null, null, null, null]);
});

test("a database that was written with a write-ahead log is read", async () => {
  const file = makeSqlite("CREATE TABLE a (b)", [["INSERT INTO a VALUES (1)"]]);
  file.fill(2, 18, 20);
  await using sqlite = await openSqlite(file);
  expect(await rowsOf(sqlite.rows("a", ["b"]))).toEqual([[1]]);
});

test("views, virtual tables and generated columns are not read, because they run code from the file", async () => {
  const file = makeSqlite(
    `CREATE TABLE a (b);
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n;
    CREATE VIRTUAL TABLE searched USING fts5(text);
    CREATE TABLE large (b, c GENERATED ALWAYS AS (hex(zeroblob(400000000))));`,
  );
  await using sqlite = await openSqlite(file);
  const names = [...sqlite.tables.keys()];
  expect(names).toContain("a");
  for (const name of ["endless", "searched", "large"]) {
    expect(names).not.toContain(name);
    await expect(rowsOf(sqlite.rows(name, ["i"]))).rejects.toThrow(SqliteError);
  }
});

test("a name in quotes stays a name", async () => {
  const file = makeSqlite('CREATE TABLE "a "" b" ("c "" d" TEXT)', [[`INSERT INTO "a "" b" VALUES ('e')`]]);
  await using sqlite = await openSqlite(file);
  expect(await rowsOf(sqlite.rows('a " b', ['c " d']))).toEqual([["e"]]);
});

test.each([
  ["text", Buffer.from("SQLite format 3\0 and nothing else")],
  ["nothing", Buffer.alloc(0)],
  [
    "half of a database",
    makeSqlite("CREATE TABLE a (b)", [["INSERT INTO a VALUES (?)", "x".repeat(20_000)]]).subarray(0, 12_288),
  ],
  ["a database whose pages are noise", damaged(makeSqlite("CREATE TABLE a (b)"))],
])("%s is a SqliteError, not the end of this process", async (_, file) => {
  const read = async () => {
    await using sqlite = await openSqlite(new Uint8Array(file));
    for (const table of sqlite.tables.keys()) await rowsOf(sqlite.rows(table, ["b"]));
    if (sqlite.tables.size === 0) throw new SqliteError("no table");
  };
  await expect(read()).rejects.toThrow(SqliteError);
});

test("a small file whose pages repeat the same rows without end is refused before they are sorted", async () => {
  const file = repeating(makeSqlite("CREATE TABLE a (b)"));
  expect(file.length).toBeLessThan(20_000);
  await using sqlite = await openSqlite(file);
  await expect(rowsOf(sqlite.rows("a", ["b"], ["b"]))).rejects.toThrow("too many rows");
});

test.each(["text", "blob"])(
  "long values of the type %s count whole, although they are cut or left out",
  async (type) => {
    const insert = `INSERT INTO a VALUES (cast(hex(zeroblob(500000)) AS ${type}))`;
    const file = makeSqlite(
      "CREATE TABLE a (b)",
      Array.from({ length: 21 }, () => [insert]),
    );
    await using sqlite = await openSqlite(file);
    await expect(rowsOf(sqlite.rows("a", ["b"], ["b"]))).rejects.toThrow("too many rows");
  },
);

test.each([
  ["columns", 2, 1_100, ""],
  ["characters in the names of columns", 1, 100, "x".repeat(1_100)],
])("a database with too many %s is refused", async (_, tables, columns, suffix) => {
  const names = Array.from({ length: columns }, (_, index) => `c${index}${suffix}`).join(", ");
  const schema = Array.from({ length: tables }, (_, index) => `CREATE TABLE t${index} (${names});`).join("\n");
  await expect(openSqlite(makeSqlite(schema))).rejects.toThrow("too many columns");
});

test("a client that leaves ends the reading with the signal's reason", async () => {
  const controller = new AbortController();
  const file = makeSqlite("CREATE TABLE a (b)", [["INSERT INTO a VALUES (1)"]]);
  await using sqlite = await openSqlite(file, { signal: controller.signal });
  const rows = sqlite.rows("a", ["b"]);
  controller.abort(new Error("left"));
  await expect(rows.next()).rejects.toThrow("left");
  await expect(openSqlite(file, { signal: controller.signal })).rejects.toThrow("left");
});

test("a database that takes too long is a SqliteError", async () => {
  await expect(openSqlite(makeSqlite("CREATE TABLE a (b)"), { timeout: 0 })).rejects.toThrow(SqliteError);
});

const pageBytes = 4096;

/**
 * The table's root with 300 references to a second page, which has 300 to a third, which has 300 rows: 27 million rows
 * (https://sqlite.org/fileformat.html#b_tree_pages).
 */
function repeating(empty: Uint8Array): Uint8Array {
  const cells = 300;
  const file = Buffer.alloc(4 * pageBytes);
  file.set(empty.subarray(0, pageBytes));
  file.writeUInt32BE(4, 28);
  const writePage = (page: number, kind: "interior" | "leaf", cell: Buffer) => {
    const at = (page - 1) * pageBytes;
    const contentAt = pageBytes - cell.length;
    file.writeUInt8(kind === "leaf" ? 13 : 5, at);
    file.writeUInt16BE(cells, at + 3);
    file.writeUInt16BE(contentAt, at + 5);
    if (kind === "interior") file.writeUInt32BE(page + 1, at + 8);
    // Each pointer leads to the same cell.
    for (let index = 0; index < cells; index += 1) {
      file.writeUInt16BE(contentAt, at + (kind === "leaf" ? 8 : 12) + 2 * index);
    }
    cell.copy(file, at + contentAt);
  };
  const child = (page: number) => Buffer.from([0, 0, 0, page, 1]);
  writePage(2, "interior", child(3));
  writePage(3, "interior", child(4));
  // A record of one column with the text "x" (serial type 15), and row id 1.
  writePage(4, "leaf", Buffer.from([3, 1, 2, 15, 0x78]));
  return new Uint8Array(file);
}

function damaged(file: Uint8Array): Uint8Array {
  return file.fill(0xa5, 100);
}
