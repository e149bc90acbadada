import { afterAll, expect, test } from "vitest";
import { verifyPassword } from "../../packages/auth/src/password/password.ts";
import { createTestDatabase } from "../../packages/db/src/testing.ts";
import { toDayNumber } from "../../packages/domain/src/base/day.ts";
import { computeStatistics } from "../../packages/domain/src/rules/statistics.ts";
import { demoPassword, demoPeople } from "./people.ts";
import { demoDays, demoProgress, targetChangeAgo } from "./progress.ts";
import { seedDemo } from "./seed.ts";

const today = toDayNumber("2026-03-01");
const { sql, db, drop } = await createTestDatabase();
afterAll(drop);

test("the demo users can log in and have a year of entries, and seeding them again changes nothing", async () => {
  const count = () => sql`
    select username, is_staff, email_verified, (select count(*)::int from habits where user_id = users.id) as habits,
      (select count(*)::int from progress where user_id = users.id) as entries,
      (select count(*)::int from notes where user_id = users.id) as notes
    from users order by id`;
  await seedDemo(db, today);
  const seeded = await count();
  expect(seeded.map(({ username, is_staff, habits }) => ({ username, is_staff, habits }))).toEqual([
    { username: "demo", is_staff: false, habits: 6 },
    { username: "demo2", is_staff: false, habits: 6 },
    { username: "admin", is_staff: true, habits: 0 },
  ]);
  for (const { entries, notes } of seeded.slice(0, 2)) {
    expect(entries).toBeGreaterThan(1000);
    expect(notes).toBeGreaterThan(1);
  }
  for (const { password_hash } of await sql`select password_hash from users`) {
    expect(await verifyPassword(demoPassword, password_hash)).toBe(true);
  }
  await seedDemo(db, today);
  expect(await count()).toEqual(seeded);
});

test("the demo year has streaks and failed days", () => {
  for (const person of demoPeople) {
    for (const habit of person.habits) {
      const firstDay = today - demoDays;
      const statistics = computeStatistics(
        {
          type: habit.type,
          unit: habit.unit,
          weekdays: (habit.timesPerWeek ? undefined : habit.weekdays) ?? [1, 2, 3, 4, 5, 6, 7],
          schedule: habit.timesPerWeek ? { times_per_week: habit.timesPerWeek } : null,
          pastSchedules: [],
          end: null,
          targets: [
            { from: firstDay, target: habit.target },
            ...(habit.later ? [{ from: today - targetChangeAgo(habit), target: habit.later }] : []),
          ],
          firstDay,
        },
        demoProgress(person, habit, today).map((entry) => ({ ...entry, unit: habit.unit })),
        today,
      );
      expect(statistics.longest_streak, habit.title).toBeGreaterThan(6);
      expect(statistics.success_rate, habit.title).toBeGreaterThan(0.5);
      expect(statistics.success_rate, habit.title).toBeLessThan(0.95);
    }
  }
});
