import { afterAll, expect, test } from "vitest";
import { createTestApi } from "../testing.ts";
import { importFile } from "./testing.ts";

const api = await createTestApi();
afterAll(api.drop);

const day = "2026-11-20";

const habitRow = {
  ...{ id: 1, title: "Run", type: "good", unit: "minutes", hue: 0, created_on: "2026-11-01" },
  ...{ created_at: "2026-11-01T08:00:00.000Z", targets: [{ from: "2026-11-01", target: 10 }] },
};
const dayRow = { habit_id: 1, day, unit: "minutes", skipped: false, note: null };
const itemRow = { habit_id: 1, day, at: null, unit: "minutes" };

test.each([true, false])("a log without its day is not imported, with keeps_log %s", async (keeps_log) => {
  const { caller, user } = await api.createUser();
  const { imported } = await importFile(caller, {
    ...{ format: "daymark", version: 1, habits: [{ ...habitRow, keeps_log }] },
    progress: [{ ...dayRow, value: 5 }],
    log: [
      { ...itemRow, value: 5 },
      { ...itemRow, value: 5, day: "2026-11-19" },
    ],
  });
  const rows = await api.sql`select day::text as day, value from day_log where user_id = ${user.id}`;
  expect(rows).toEqual([{ day, value: 5 }]);
  expect(imported).toMatchObject({ progress: 1, log: 1 });
});

test("the report counts the entries of logs as they are afterwards, in a dry run too", async () => {
  const { caller, user } = await api.createUser();
  const file = {
    ...{ format: "daymark", version: 1, habits: [{ ...habitRow, keeps_log: true }] },
    // The second day lacks a part of its value, which becomes an entry, and the third one has too much.
    progress: [5, 7, 2].map((value, index) => ({ ...dayRow, day: `2026-11-1${index}`, value })),
    log: [2, 3, 4, 1, 1, 1, 5].map((value, index) => ({
      ...itemRow,
      day: `2026-11-1${Math.floor(index / 2) % 3}`,
      value,
    })),
  };
  const preview = await importFile(caller, file, { dry_run: true });
  const report = await importFile(caller, file);
  const [row] = await api.sql`select count(*)::int as count from day_log where user_id = ${user.id}`;
  expect([preview.imported.log, report.imported.log]).toEqual([row?.count, row?.count]);
  expect((await importFile(caller, file)).imported.log).toBe(0);
});
