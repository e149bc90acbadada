import { createTestDatabase } from "@daymark/db/testing";
import type { Entry } from "@daymark/domain/tracking/progress";
import { afterAll, expect, test } from "vitest";
import { readRolledUp } from "../site-statistics/testing.ts";
import { createTally } from "./tally.ts";

const { sql, drop } = await createTestDatabase();
afterAll(drop);

const value: Entry = {
  ...{ habit_id: 1, day: "2026-11-21", value: 5, unit: "minutes", skipped: false, note: null, confirmed: false },
};
const clock = { now: Date.UTC(2026, 10, 21, 23, 59) };
const errors: string[] = [];
const open = () =>
  createTally({ sql, now: () => clock.now, log: { error: (_, message) => void errors.push(message) } });

test("the counts of several instances add up for each day, including those until a stop", async () => {
  const [here, there] = [open(), open()];
  for (const tally of [here, there]) for (let n = 0; n < 50; n += 1) tally.addEntry(value);
  there.addImported(7);
  await Promise.all([here.flush(), there.flush(), here.flush()]);
  clock.now += 120_000;
  here.addEntry({ ...value, value: null, skipped: true });
  await Promise.all([here.close(), there.close()]);
  expect(await readRolledUp(sql, "entries")).toEqual({
    "2026-11-21 value": 100,
    "2026-11-21 imported": 7,
    "2026-11-22 skipped": 1,
  });
});

test("counts that cannot be written are kept, logged, and written later", async () => {
  const tally = open();
  tally.addEntry({ ...value, note: "Rain" });
  await sql`alter table statistics_days rename to gone`;
  await tally.flush();
  expect(errors).toHaveLength(1);
  await sql`alter table gone rename to statistics_days`;
  tally.addEntry(value);
  await tally.close();
  expect(await readRolledUp(sql, "entries")).toMatchObject({ "2026-11-22 value": 2 });
  expect(errors).toHaveLength(1);
});
