import { habits } from "@daymark/db/schema/habit";
import type { Export } from "@daymark/domain/account/export";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { exportJson } from "../export/testing.ts";
import { createTestApi, habitInput, keyOf } from "../testing.ts";
import { importFile } from "./testing.ts";
import { day, dayRow, fileOf, habitRow, noteRow, nothing } from "./testing-rows.ts";

const api = await createTestApi({ max: 20 });
afterAll(api.drop);

describe("existing data", () => {
  test("is not duplicated: a habit with the same name, type and first day is the same habit", async () => {
    const { caller } = await api.createUser({ plan: "paid" });
    const rows = [habitRow(1), habitRow(2, { type: "bad" }), habitRow(3, { created_on: "2026-11-19" })];
    await importFile(caller, fileOf({ habits: rows, notes: [noteRow("Mine")] }));
    const report = await importFile(
      caller,
      fileOf({
        habits: [
          habitRow(5, { title: "Habit 1", hue: 90, targets: [{ from: day, target: 99 }] }),
          habitRow(6, { title: "Habit 2" }),
          habitRow(7, { title: "Habit 3" }),
        ],
        progress: [dayRow(5), dayRow(6), dayRow(7)],
        notes: [noteRow("Mine"), { ...noteRow("Mine"), created_at: "2026-11-20T08:00:01.000Z" }],
      }),
    );
    expect(report.imported).toEqual({ habits: 2, progress: 2, notes: 1, vacations: 0, reminders: 0, log: 0 });
    expect(report.refused).toMatchObject([
      { row: "habits[0]", habit: "Habit 1", code: "habit_exists", values: { days: 1 } },
      { row: "notes[0]", habit: null, code: "note_exists" },
    ]);
    const [first] = (await caller.habit.list({})).results;
    expect(first).toMatchObject({ title: "Habit 1", hue: 0, target: 10 });
  });

  test("comes before imported habits, which keep their order", async () => {
    const { caller } = await api.createUser({ plan: "paid" });
    await caller.habit.create({ ...habitInput, title: "Mine" });
    const rows = [2, 0, 1].map((position) => habitRow(position + 1, { position, title: `At ${position}` }));
    await importFile(caller, fileOf({ habits: rows }));
    const listed = (await caller.habit.list({})).results.map(({ title, position }) => [title, position]);
    expect(listed).toEqual([
      ["Mine", 0],
      ["At 0", 1],
      ["At 1", 2],
      ["At 2", 3],
    ]);
  });

  test("and was just deleted gives way to the same habit of the file, for the plan too", async () => {
    const { user, caller } = await api.createUser();
    for (const title of ["A", "B", "C"]) await caller.habit.create({ ...habitInput, title });
    const file = await exportJson(caller);
    const { results } = await caller.habit.list({});
    for (const { id } of results) await caller.habit.delete({ id });
    // A fourth habit still exceeds the plan: those just deleted count.
    expect(await keyOf(caller.habit.create(habitInput))).toBe("plan_limit_reached");
    const report = await importFile(caller, file);
    expect(report).toMatchObject({ imported: { habits: 3 }, refused: [] });
    expect(await keyOf(caller.habit.restore({ id: results[0]?.id ?? 0 }))).toBe("habit_not_found");
    expect(await api.db.$count(habits, eq(habits.user_id, user.id))).toBe(3);
  });

  test("and lies in the trash stays there, beside what the file adds", async () => {
    const { user, caller } = await api.createUser();
    const { id } = await caller.habit.create({ ...habitInput, title: "A" });
    const file = await exportJson(caller);
    await caller.habit.delete({ id });
    await api.sql`
      update habits set deleted_at = now() - interval '36 seconds' where user_id = ${user.id} and id = ${id}`;
    expect(await importFile(caller, file)).toMatchObject({ imported: { habits: 1 }, refused: [] });
    expect(await caller.habit.restore({ id })).toMatchObject({ id, title: "A" });
    expect((await caller.habit.list({})).results.map(({ title }) => title)).toEqual(["A", "A"]);
  });

  test("that is deleted stays restorable if the plan refuses the same habit of the file", async () => {
    const { user, caller: paid } = await api.createUser({ plan: "paid" });
    for (const title of ["A", "B", "C", "D", "E", "F"]) await paid.habit.create({ ...habitInput, title });
    await api.sql`update users set plan = 'free' where id = ${user.id}`;
    const session = await api.sessions.create(api.db, user.id, {
      rememberMe: false,
      address: "127.0.0.1",
      userAgent: "",
    });
    const caller = await api.callerOfToken(session.access);
    const id = (await caller.habit.list({})).results[0]?.id ?? 0;
    const file = await exportJson(caller);
    await caller.habit.delete({ id });
    const report = await importFile(caller, file);
    expect(report.imported).toEqual(nothing);
    expect(report.refused).toMatchObject([
      { habit: "A", code: "plan_limit_reached" },
      ...["B", "C", "D", "E", "F"].map((habit) => ({ habit, code: "habit_exists" })),
    ]);
    expect(await caller.habit.restore({ id })).toMatchObject({ id, title: "A" });
  });
});

describe("the plan's limit", () => {
  test("lets in as many habits as fit, active ones first, and the report says why the rest is refused", async () => {
    const { caller } = await api.createUser();
    await caller.habit.create(habitInput);
    const rows = [
      habitRow(1, { archived: true }),
      ...[2, 3, 4].map((id) => habitRow(id, { position: id })),
      habitRow(5, { type: "bad" }),
    ];
    const report = await importFile(caller, fileOf({ habits: rows, progress: rows.map(({ id }) => dayRow(id)) }));
    expect(report.imported).toEqual({ ...nothing, habits: 3, progress: 3 });
    expect(report.refused).toMatchObject([
      { row: "habits[3]", code: "plan_limit_reached", values: { type: "good", max: 3, days: 1 } },
      { row: "habits[0]", code: "plan_limit_reached" },
    ]);
    const titles = (await caller.habit.list({})).results.map(({ title }) => title);
    expect(titles).toEqual(["Run", "Habit 2", "Habit 3", "Habit 5"]);
  });

  test("replaces a hue outside the plan by the nearest one, and the report says so", async () => {
    const { caller } = await api.createUser();
    const report = await importFile(
      caller,
      fileOf({ habits: [habitRow(1, { hue: 350 }), habitRow(2, { hue: 45 }), habitRow(3, { hue: 68 })] }),
    );
    expect(report.remarks).toMatchObject([
      { row: "habits[0]", code: "hue_changed", values: { from: 350, to: 0 } },
      { row: "habits[2]", code: "hue_changed", values: { from: 68, to: 90 } },
    ]);
    expect((await caller.habit.list({})).results.map(({ hue }) => hue)).toEqual([0, 45, 90]);
  });

  test("keeps a short name that is free, and the report says which habits get none", async () => {
    const { caller } = await api.createUser();
    await caller.habit.create({ ...habitInput, short_name: "run" });
    const rows = [habitRow(1, { short_name: "run" }), habitRow(2, { short_name: "swim" })];
    const report = await importFile(caller, fileOf({ habits: rows }));
    expect(report.remarks).toMatchObject([{ row: "habits[0]", code: "short_name_taken", values: { name: "run" } }]);
    const { results } = await caller.habit.list({});
    expect(results.map(({ short_name }) => short_name)).toEqual(["run", null, "swim"]);
    expect((await exportJson(caller)).habits.map(({ short_name }) => short_name)).toEqual(["run", null, "swim"]);
  });

  test("holds for parallel imports", async () => {
    const { user, caller } = await api.createUser();
    const files = Array.from({ length: 6 }, (_, index) => fileOf({ habits: [habitRow(1, { title: `Run ${index}` })] }));
    const reports = await Promise.all(files.map((file) => importFile(caller, file)));
    expect(reports.reduce((sum, { imported }) => sum + imported.habits, 0)).toBe(3);
    expect(await api.db.$count(habits, eq(habits.user_id, user.id))).toBe(3);
  });
});

test("an error in the middle of an import rolls back everything", async () => {
  const { user, caller } = await api.createUser();
  const file: Export = await exportJson(caller);
  // The database refuses values that no rule here has foreseen.
  await api.sql`alter table notes add constraint test_notes_check check (text <> 'forbidden')`;
  try {
    const broken = { ...file, habits: [habitRow(1)], progress: [dayRow(1)], notes: [noteRow("forbidden")] };
    await expect(importFile(caller, broken)).rejects.toThrow();
    expect(await api.db.$count(habits, eq(habits.user_id, user.id))).toBe(0);
  } finally {
    await api.sql`alter table notes drop constraint test_notes_check`;
  }
});

test("two years of fifty habits are imported while other requests are served", async () => {
  const { caller } = await api.createUser({ plan: "paid" });
  const other = await api.createUser();
  const habitsOfPlan = Array.from({ length: 50 }, (_, index) =>
    habitRow(index + 1, { type: index < 25 ? "good" : "bad" }),
  );
  const days = Array.from({ length: 800 }, (_, index) =>
    new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const progress = habitsOfPlan.flatMap(({ id }) => days.map((day) => dayRow(id, { day })));
  let served = 0;
  let isDone = false;
  const serving = (async () => {
    while (!isDone) {
      await other.caller.habit.list({});
      served += 1;
    }
  })();
  const report = await importFile(caller, fileOf({ habits: habitsOfPlan, progress }));
  isDone = true;
  await serving;
  expect(report.imported).toMatchObject({ habits: 50, progress: 40_000 });
  expect(served).toBeGreaterThan(20);
});
