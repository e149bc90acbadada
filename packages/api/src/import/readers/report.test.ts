import {
  pastSchedulesMax,
  pastSchedulesOfUserCharactersMax,
  targetsMax,
  targetsOfUserMax,
} from "@daymark/domain/base/bounds";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf } from "../../testing.ts";
import { importFile, makeZip } from "../testing.ts";

const api = await createTestApi();
afterAll(api.drop);

const fileOf = (parts: object) => ({ format: "daymark", version: 1, habits: [], ...parts });
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const repeated = (count: number, what: unknown = {}) => Array.from({ length: count }, () => what);
const habitsHead = "Position,Name,FrequencyNumerator,FrequencyDenominator\n";

describe("reading stops after too many invalid rows in a file", () => {
  test.each(["habits", "notes", "vacations", "progress"])("that declares %s", async (name) => {
    const { caller } = await api.createUser();
    const told = await importFile(caller, fileOf({ [name]: repeated(10_000) }));
    expect(told.refused_count).toBe(10_000);
    expect(await fieldsOf(importFile(caller, fileOf({ [name]: repeated(10_001) })))).toEqual({
      file: ["import_unreadable"],
    });
  });

  test("that is an archive", async () => {
    const { caller } = await api.createUser();
    const archiveOf = (days: string) =>
      makeZip([
        ["Habits.csv", `${habitsHead}1,Run,1,1\n`],
        ["001 Run/Checkmarks.csv", days],
      ]);
    for (const row of ["no day,2\n", "2026-11-20,no\n", "2026-11-20,2\n"]) {
      const answer = fieldsOf(importFile(caller, archiveOf(row.repeat(10_002)), { format: "loop", dry_run: true }));
      expect(await answer).toEqual({ file: ["import_unreadable"] });
    }
  });
});

describe("an import's work is bounded by the file's size", () => {
  test("for a long list instead of a few numbers, which is refused unread", async () => {
    const { caller } = await api.createUser();
    const habit = {
      ...{ id: 1, title: "Run", type: "good", unit: "minutes", hue: 0, created_on: "2026-11-20" },
      ...{ created_at: "2026-11-20T08:00:00Z", targets: [{ from: "2026-11-20", target: 1 }] },
    };
    for (const member of ["weekdays", "targets"]) {
      const { refused } = await importFile(caller, fileOf({ habits: [{ ...habit, [member]: repeated(40_000, 0) }] }));
      expect(refused).toMatchObject([{ habit: "Run", field: member, field_code: "too_many" }]);
    }
  });

  test("for more target changes than a habit may have", async () => {
    const { caller } = await api.createUser();
    const dayOf = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
    const habitWith = (title: string, count: number) => ({
      ...{ id: count, title, type: "good", unit: "minutes", hue: 0, created_on: "2024-01-01" },
      created_at: "2024-01-01T08:00:00Z",
      targets: Array.from({ length: count }, (_, index) => ({ from: dayOf(index), target: 1 + (index % 2) })),
    });
    const habits = [habitWith("Some", targetsMax), habitWith("Many", targetsMax + 1)];
    const { imported, refused } = await importFile(caller, fileOf({ habits }));
    expect(imported.habits).toBe(1);
    expect(refused).toMatchObject([{ habit: "Many", field: "targets", field_code: "too_many" }]);
    // A change cannot add another goal either. One goal for all days replaces them, so it is always accepted.
    const [habit] = (await caller.habit.list({})).results;
    const change = { id: habit?.id ?? 0, target: 5 };
    expect(await fieldsOf(caller.habit.update(change))).toEqual({ target: ["too_many"] });
    expect(await fieldsOf(caller.habit.update({ ...change, target_effective: "always" }))).toBe("accepted");
  });

  test("for goals of all habits together: a further habit is refused, and so is a new goal of another day", async () => {
    const { caller } = await api.createUser({ plan: "paid" });
    const dayOf = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
    const full = targetsOfUserMax / targetsMax;
    const habits = Array.from({ length: full + 1 }, (_, id) => ({
      ...{ id: id + 1, title: `Habit ${id}`, type: "good", unit: "minutes", hue: 0, created_on: "2024-01-01" },
      created_at: "2024-01-01T08:00:00Z",
      targets: Array.from({ length: targetsMax - 1 }, (_, index) => ({ from: dayOf(index), target: 1 + (index % 2) })),
    }));
    const most = await importFile(caller, fileOf({ habits: habits.slice(0, full) }));
    expect(most).toMatchObject({ imported: { habits: full }, refused: [] });
    const { refused } = await importFile(caller, fileOf({ habits: habits.slice(full) }));
    expect(refused).toMatchObject([
      { habit: `Habit ${full}`, code: "goals_too_many", values: { max: targetsOfUserMax } },
    ]);
    // Each habit has room for one more goal, and all together for as many as there are habits.
    const { results } = await caller.habit.list({});
    const small = results.map(({ id }) => caller.habit.update({ id, target: 5 }));
    await Promise.all(small);
    const more = await caller.habit.create({ title: "One more", type: "good", unit: "minutes", target: 1, hue: 0 });
    expect(more.targets).toHaveLength(1);
    api.clock.now += 48 * 3_600_000;
    expect(await fieldsOf(caller.habit.update({ id: more.id, target: 5 }))).toEqual({ target: ["too_many"] });
  });

  test("for former schedules of all habits together: a further habit is refused, and so is a change from today on", async () => {
    const { user, caller } = await api.createUser({ plan: "paid" });
    const month_weekdays = [1, 2, 3, 4, -1].flatMap((nth) => everyDay.map((weekday) => ({ nth, weekday })));
    const past_schedules = Array.from({ length: pastSchedulesMax }, (_, index) => ({
      until: new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
      weekdays: everyDay,
      schedule: { month_weekdays },
    }));
    const most = Math.floor(pastSchedulesOfUserCharactersMax / JSON.stringify(past_schedules).length);
    const habitOf = (id: number) => ({
      ...{ id, title: `Habit ${id}`, type: "good", unit: "minutes", hue: 0, created_on: "2024-01-01" },
      created_at: "2024-01-01T08:00:00Z",
      targets: [{ from: "2024-01-01", target: 1 }],
    });
    const habits = Array.from({ length: most + 1 }, (_, index) => ({ ...habitOf(index + 1), past_schedules }));
    const max = pastSchedulesOfUserCharactersMax;
    const refusal = { habit: `Habit ${most + 1}`, code: "past_schedules_too_many", values: { days: 0, max } };
    const answer = await importFile(caller, fileOf({ habits: [...habits, habitOf(most + 2)] }));
    expect(answer).toMatchObject({ imported: { habits: most + 1 }, refused: [refusal] });
    // Those of the user's other habits count too.
    const second = await importFile(caller, fileOf({ habits: habits.slice(most) }));
    expect(second).toMatchObject({ imported: { habits: 0 }, refused: [refusal] });

    const full = JSON.stringify([{ ...past_schedules[0], weekdays: Array(max / 10).fill(1) }]);
    await api.sql`
      update habits set past_schedules = ${full}::text::jsonb
      where user_id = ${user.id} and title in ('Habit 1', 'Habit 2')`;
    const { id } = (await caller.habit.list({})).results.at(-1) ?? { id: 0 };
    const weekly = { schedule: { times_per_week: 3 } };
    expect(await fieldsOf(caller.habit.update({ id, ...weekly }))).toEqual({ schedule: ["past_schedules_too_many"] });
    const workdays = { weekdays: [1, 2, 3, 4, 5], schedule_effective: "from_today" as const };
    expect(await fieldsOf(caller.habit.update({ id, ...workdays }))).toEqual({ weekdays: ["past_schedules_too_many"] });
    expect(await fieldsOf(caller.habit.update({ id, ...weekly, schedule_effective: "always" }))).toBe("accepted");
  });

  test("for endless rows in an archive", async () => {
    const { caller } = await api.createUser();
    for (const row of [",".repeat(1_000_000), `"${'""'.repeat(500_000)}"`, "\n".repeat(1_000_000)]) {
      const archive = makeZip([
        ["Habits.csv", `${habitsHead}1,Run,1,1\n`],
        ["001 Run/Checkmarks.csv", `2026-11-20,2\n${row}\n`],
      ]);
      expect(await fieldsOf(importFile(caller, archive, { format: "loop" }))).toEqual({ file: ["import_unreadable"] });
    }
  });

  test("for overlong names in an archive, which the response would repeat for each row", async () => {
    const { caller } = await api.createUser();
    const archive = makeZip([
      ["Habits.csv", `${habitsHead}1,Run,1,1\n`],
      [`001 ${"x".repeat(60_000)}/Checkmarks.csv`, "no day\n".repeat(1000)],
    ]);
    const report = await importFile(caller, archive, { format: "loop" });
    expect(report.refused).toMatchObject([{ row: "Habits.csv:2", code: "days_missing" }]);
  });

  test("for more habits in an archive than it can have day files", async () => {
    const { caller } = await api.createUser();
    const archive = makeZip([["Habits.csv", `${habitsHead}${"1,Run,1,1\n".repeat(5001)}`]]);
    expect(await fieldsOf(importFile(caller, archive, { format: "loop" }))).toEqual({
      file: ["import_archive_too_large"],
    });
  });

  test("for one day file shared by many habits in an archive, even if it unpacks to nothing", async () => {
    const { caller } = await api.createUser({ plan: "paid" });
    // Blocks of deflate without content (RFC 1951, 3.2.4), the last one marked as such.
    const blocks = Buffer.from(`${"000000ffff".repeat(20_000)}010000ffff`, "hex");
    const archiveOf = (rows: string) =>
      makeZip([
        ["Habits.csv", `${habitsHead}${rows}`],
        ["001 Run/Checkmarks.csv", "", { packed: blocks }],
      ]);
    const { imported } = await importFile(caller, archiveOf("1,Run,1,1\n"), { format: "loop" });
    expect(imported.habits).toBe(1);
    const shared = archiveOf("1,Walk,1,1\n1,Swim,1,1\n");
    expect(await fieldsOf(importFile(caller, shared, { format: "loop" }))).toEqual({
      file: ["import_archive_too_large"],
    });
  });

  test("for one vacation repeated many times, which counts once", async () => {
    const { caller } = await api.createUser();
    const vacation = { id: 1, from: "2026-11-20", to: "2026-11-21", created_at: "2026-11-20T08:00:00Z" };
    const { imported } = await importFile(caller, fileOf({ vacations: repeated(3000, vacation) }));
    expect(imported.vacations).toBe(1);
    expect((await caller.vacation.list({})).results).toHaveLength(1);
  });
});
