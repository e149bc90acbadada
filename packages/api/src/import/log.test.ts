import { afterAll, expect, test } from "vitest";
import { createTestApi } from "../testing.ts";
import { importFile } from "./testing.ts";

const api = await createTestApi();
afterAll(api.drop);

const day = "2026-11-20";

test.each([true, false])("a log without its day is not imported, with keeps_log %s", async (keeps_log) => {
  const { caller, user } = await api.createUser();
  const habit = {
    ...{ id: 1, title: "Run", type: "good", unit: "minutes", hue: 0, created_on: "2026-11-01", keeps_log },
    ...{ created_at: "2026-11-01T08:00:00.000Z", targets: [{ from: "2026-11-01", target: 10 }] },
  };
  const item = { habit_id: 1, at: null, value: 5, unit: "minutes" };
  await importFile(caller, {
    ...{ format: "daymark", version: 1, habits: [habit] },
    progress: [{ habit_id: 1, day, value: 5, unit: "minutes", skipped: false, note: null }],
    log: [
      { ...item, day },
      { ...item, day: "2026-11-19" },
    ],
  });
  const rows = await api.sql`select day::text as day, value from day_log where user_id = ${user.id}`;
  expect(rows).toEqual([{ day, value: 5 }]);
});
