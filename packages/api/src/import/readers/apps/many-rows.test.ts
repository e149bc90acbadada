import { afterAll, expect, test } from "vitest";
import { createTestApi, fieldsOf } from "../../../testing.ts";
import { importFile, makeSqlite } from "../../testing.ts";
import { listRows } from "../loop/sqlite-habits.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

/** The tables that tell the apps apart. */
const loop = "CREATE TABLE habits (id, name, freq_num); CREATE TABLE repetitions (habit, timestamp);";
const rewire = `CREATE TABLE habits (_id, name, active_days); CREATE TABLE checkins (habit_id); CREATE TABLE unit (_id);
  CREATE TABLE category (_id, category_name); CREATE TABLE reminders (_id, habit_id, time);`;
const tickmate = `CREATE TABLE tracks (_id, name); CREATE TABLE ticks (_track_id);
  CREATE TABLE groups (_id, name); INSERT INTO groups VALUES (1, 'Sport'); CREATE TABLE track2groups (_id, _track_id);`;

test.each([
  { app: "Loop", schema: loop, table: "habits", id: "id" },
  { app: "Rewire", schema: rewire, table: "habits", id: "_id" },
  { app: "Rewire", schema: rewire, table: "category", id: "_id" },
  { app: "Rewire", schema: rewire, table: "reminders", id: "_id" },
  { app: "Tickmate", schema: tickmate, table: "tracks", id: "_id" },
  { app: "Tickmate", schema: tickmate, table: "groups", id: "_id" },
  { app: "Tickmate", schema: tickmate, table: "track2groups", id: "_id" },
])("a file of $app with 200,000 rows of $table is refused", async ({ schema, table, id }) => {
  const { caller } = await api.createUser();
  const file = makeSqlite(schema, [
    [
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO ${table} (${id}) SELECT i FROM n`,
    ],
  ]);
  const refused = { file: ["import_archive_too_large"] };
  expect(await fieldsOf(importFile(caller, file, { format: "auto" }))).toEqual(refused);
});

test("of a list with too many rows no more are read", async () => {
  let read = 0;
  async function* rows() {
    for (; ; read += 1) yield [read];
  }
  const file = { version: 1, tables: new Map(), rows, [Symbol.asyncDispose]: async () => {} };
  const list = async () => {
    for await (const _ of listRows(file, "habits", ["id"]));
  };
  expect(await fieldsOf(list())).toEqual({ file: ["import_archive_too_large"] });
  expect(read).toBe(20_000);
});
