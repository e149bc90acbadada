import { afterAll, expect, test } from "vitest";
import { readSiteStatistics } from "../../packages/api/src/site-statistics/read.ts";
import { createTestDatabase } from "../../packages/db/src/testing.ts";
import { toDayNumber } from "../../packages/domain/src/base/day.ts";
import { demoPeople } from "./people.ts";
import { seedDemo } from "./seed.ts";
import { seedStatistics } from "./statistics.ts";

const now = Date.parse("2026-03-01T20:00:00Z");
const today = toDayNumber("2026-03-01");
const { sql, db, drop } = await createTestDatabase();
afterAll(drop);

test("the demo statistics match the recorded year, and seeding them again changes nothing", async () => {
  await seedDemo(db, today);
  await seedStatistics(db, now);
  const read = () => readSiteStatistics(sql, { from: today - 89, to: today }, today);
  const { users, habits } = await read();
  const [recorded] = await sql`
    select count(*)::int as count from progress where day between '2025-12-02' and '2026-03-01' and not confirmed`;
  expect(habits.entries.amount).toBe(recorded?.count);
  expect(habits.entries.before).toBeGreaterThan(0);
  expect(habits.totals.all.amount).toBe(demoPeople.flatMap((person) => person.habits).length);
  expect(users.totals.all.amount).toBe(demoPeople.length + 1);
  expect(users.active.average.amount).toBeGreaterThan(1);
  expect(users.active.months.at(-2)).toEqual({ from: "2026-02-01", amount: demoPeople.length, is_whole: true });
  const rows = () => sql`select * from statistics_days order by measure, day, label`;
  const before = await rows();
  await seedStatistics(db, now);
  expect(await rows()).toEqual(before);
});
