import { habits } from "@daymark/db/schema/habit";
import type { Export } from "@daymark/domain/account/export";
import { importRowsToldMax } from "@daymark/domain/account/import";
import { habitDefaults } from "@daymark/domain/tracking/habit-content";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { exportJson } from "../../export/testing.ts";
import { createTestApi, fieldsOf, habitInput, keyOf, type TestUser } from "../../testing.ts";
import { importFile } from "../testing.ts";

const api = await createTestApi({ max: 20 });
afterAll(api.drop);

const day = "2026-11-20";
const nothing = { habits: 0, progress: 0, notes: 0, vacations: 0, reminders: 0, log: 0 };

/** A habit, a day and a note in the form of a file. */
function habitRow(id: number, values: object = {}) {
  return {
    ...{ id, title: `Habit ${id}`, type: "good", unit: "minutes", hue: 0, created_on: day },
    ...{ created_at: "2026-11-20T08:00:00.000Z", targets: [{ from: day, target: 10 }] },
    ...values,
  };
}
const dayRow = (habit_id: number, values: object = {}) => ({ habit_id, day, value: 5, unit: "minutes", ...values });
const noteRow = (text: unknown) => ({
  text,
  created_at: "2026-11-20T08:00:00.000Z",
  updated_at: "2026-11-20T09:00:00.000Z",
});
const fileOf = (parts: object) => ({ format: "daymark", version: 1, habits: [], ...parts });

/** The report of each row in short form. */
async function refusals(user: TestUser, parts: object) {
  const { refused, imported } = await importFile(user.caller, fileOf(parts));
  return {
    imported,
    refused: refused.map(({ row, code, field, field_code }) =>
      [row, code, field, field_code].filter(Boolean).join(" "),
    ),
  };
}

describe("a file", () => {
  test.each([
    ["", "import_unreadable"],
    ["{", "import_unreadable"],
    [new Uint8Array([0xff, 0xfe, 0x7b]), "import_unreadable"],
    ["null", "import_unreadable"],
    ["[]", "import_unreadable"],
    [{}, "import_not_daymark"],
    [{ format: "loop", version: 1, habits: [] }, "import_not_daymark"],
    [{ format: "daymark", version: "1", habits: [] }, "import_not_daymark"],
    [{ format: "daymark", version: 1, habits: {} }, "import_not_daymark"],
    [{ format: "daymark", version: 1, habits: [], progress: null }, "import_not_daymark"],
    [{ format: "daymark", version: 2, habits: [] }, "import_version_newer"],
  ])("is refused as a whole if it is not ours: %j", async (content, code) => {
    const { caller } = await api.createUser();
    expect(await fieldsOf(importFile(caller, content))).toEqual({ file: [code] });
  });

  test("of an older version gets defaults for missing members, and unknown members are ignored", async () => {
    const user = await api.createUser();
    const { caller } = user;
    const report = await importFile(
      caller,
      fileOf({
        theme: "dark",
        habits: [{ ...habitRow(7), mood: "good" }],
        progress: [dayRow(7, { skipped: false, note: null, weather: "fine" })],
        notes: [noteRow("Old")],
      }),
    );
    expect(report).toMatchObject({ imported: { habits: 1, progress: 1, notes: 1, vacations: 0 }, refused: [] });
    const [habit] = (await caller.habit.list({})).results;
    expect(habit).toMatchObject(habitDefaults);
    expect((await caller.progress.list({ from: day, to: day })).results).toEqual([
      { habit_id: habit?.id, day, value: 5, unit: "minutes", skipped: false, note: null, confirmed: false },
    ]);
  });

  test("with a byte order mark can be imported", async () => {
    const { caller } = await api.createUser();
    const report = await importFile(caller, `\u{feff}${JSON.stringify(fileOf({ habits: [habitRow(1)] }))}`);
    expect(report.imported.habits).toBe(1);
  });

  test("of a version without schedules, or with a schedule that it knew, is imported unchanged", async () => {
    const user = await api.createUser();
    await user.caller.habit.create(habitInput);
    await user.caller.habit.create({ ...habitInput, schedule: { times_per_week: 3 } });
    const file = await exportJson(user.caller);
    const other = await api.createUser();
    const habits = file.habits.map((habit) => {
      const { schedule, ...before } = habit;
      return schedule ? habit : before;
    });
    const report = await importFile(other.caller, { ...file, habits });
    expect(report).toMatchObject({ imported: { habits: 2 }, refused: [], remarks: [] });
    const schedules = (await other.caller.habit.list({})).results.map(({ schedule }) => schedule);
    expect(schedules).toEqual([null, { times_per_week: 3 }]);
  });

  test("exported with an API key, without the account, can be imported", async () => {
    const [user, other] = [await api.createUser(), await api.createUser()];
    await user.caller.habit.create({ ...habitInput, group_name: "Morning" });
    const { account: _, sessions: __, ...file } = await exportJson(user.caller);
    expect((await importFile(other.caller, file)).imported).toEqual({ ...nothing, habits: 1 });
  });
});

describe("an invalid row is reported with its position, and the other rows are imported", () => {
  test("for habits, whose days are then ignored", async () => {
    const user = await api.createUser({ plan: "paid" });
    const past = (changes = {}) => ({ until: "2026-11-01", weekdays: [1], schedule: null, ...changes });
    const manyPast = Array.from({ length: 101 }, (_, index) => past({ until: `2024-01-${index}` }));
    const wrong: [object | unknown, string][] = [
      [{ title: " " }, "title blank"],
      [{ title: undefined }, "title required"],
      [{ title: "x".repeat(81) }, "title too_long"],
      [{ type: "ugly" }, "type choice_invalid"],
      [{ unit: "parsecs" }, "unit choice_invalid"],
      [{ hue: 360 }, "hue hue_invalid"],
      [{ weekdays: [] }, "weekdays weekdays_empty"],
      [{ emoji: "run" }, "emoji emoji_invalid"],
      [{ unit: "repetitions", unit_label: "a,,b" }, "unit_label unit_label_invalid"],
      [{ time_of_day: "night" }, "time_of_day choice_invalid"],
      [{ unit: "minutes", unit_label: "page, pages" }, "unit_label unit_label_repetitions_only"],
      [{ schedule: { times_per_week: 8 } }, "schedule too_big"],
      [{ type: "bad", schedule: { times_per_week: 2 } }, "schedule schedule_good_only"],
      [{ type: "bad", schedule: { month_days: [1] } }, "schedule schedule_good_only"],
      [{ schedule: {} }, "schedule required"],
      [{ type: "bad", past_schedules: [past({ schedule: { month_days: [1] } })] }, "past_schedules schedule_good_only"],
      [{ past_schedules: [past(), past()] }, "past_schedules day_repeated"],
      [{ past_schedules: [past({ until: "2026-02-30" })] }, "past_schedules day_unknown"],
      [{ past_schedules: [past(), past({ until: "2026-11-22" })] }, "past_schedules day_not_past"],
      [{ past_schedules: [past({ weekdays: [] })] }, "past_schedules weekdays_empty"],
      [{ past_schedules: manyPast }, "past_schedules too_many"],
      [{ schedule: { times_per_month: 2, month_days: [1] } }, "schedule schedule_one_kind"],
      [{ schedule: { every_days: 2 } }, "schedule required"],
      [{ schedule: { every_days: 2, from: "2026-02-30" } }, "schedule day_unknown"],
      [{ schedule: { month_weekdays: [{ nth: 5, weekday: 1 }] } }, "schedule too_big"],
      [{ schedule: { target_per: "year" } }, "schedule choice_invalid"],
      [{ schedule: "weekly" }, "schedule invalid"],
      [{ end: {} }, "end required"],
      [{ end: { until: "2026-02-30" } }, "end day_unknown"],
      [{ end: { days: 3661, from: day } }, "end too_big"],
      [{ end: { days: 1, total: 1, from: day } }, "end end_one_kind"],
      [{ type: "bad", end: { total: 12, from: day } }, "end end_good_only"],
      [{ targets: [] }, "targets too_few"],
      [{ targets: [{ from: day, target: 0 }] }, "targets amount_out_of_range"],
      [
        {
          targets: [
            { from: day, target: 1 },
            { from: day, target: 2 },
          ],
        },
        "targets day_repeated",
      ],
      [{ created_on: "2026-02-30" }, "created_on day_unknown"],
      [{ created_at: "yesterday" }, "created_at invalid"],
      [{ created_at: "0000-01-01T00:00:00.000Z" }, "created_at invalid"],
      [{ id: "__proto__" }, "id not_integer"],
      [{ id: 1 }, "id invalid"],
    ];
    const rows = [habitRow(1), ...wrong.map(([values], index) => habitRow(index + 2, values as object)), 5, null];
    const { imported, refused } = await refusals(user, {
      habits: rows,
      progress: rows.flatMap((_, index) => [dayRow(index + 1)]),
    });
    expect(refused.slice(0, wrong.length)).toEqual(
      wrong.map(([, told], index) => `habits[${index + 1}] row_invalid ${told}`),
    );
    expect(refused.slice(wrong.length, wrong.length + 2).map((told) => told.split(" ").slice(0, 2).join(" "))).toEqual([
      `habits[${wrong.length + 1}] row_invalid`,
      `habits[${wrong.length + 2}] row_invalid`,
    ]);
    expect(imported).toEqual({ ...nothing, habits: 1, progress: 1 });
  });

  test("for days", async () => {
    const user = await api.createUser();
    const wrong: [object, string][] = [
      [{ habit_id: 9 }, "habit_unknown"],
      [{ day: "2100-02-29" }, "row_invalid day day_unknown"],
      [{ value: 0 }, "row_invalid value amount_out_of_range"],
      [{ value: 10_001 }, "row_invalid value amount_out_of_range"],
      [{ value: "5" }, "row_invalid value not_integer"],
      [{ unit: "grams" }, "unit_kind_differs"],
      [{ skipped: true }, "row_invalid skipped value_with_skip"],
      [{ value: null, confirmed: true }, "confirmed_bad_only"],
      [{ habit_id: 2, confirmed: true }, "row_invalid confirmed value_with_confirmed"],
      [{ value: null }, "row_invalid value nothing_to_record"],
      [{ note: "a\u0000" }, "row_invalid note unreadable_text"],
      [{ note: "x".repeat(501) }, "row_invalid note too_long"],
      [{ day: "2026-11-01" }, "day_repeated"],
    ];
    const { imported, refused } = await refusals(user, {
      habits: [habitRow(1), habitRow(2, { type: "bad" })],
      progress: [
        dayRow(1, { day: "2026-11-01", vacation_id: 3 }),
        ...wrong.map(([values], index) => dayRow(1, { day: `2026-10-${index + 10}`, ...values })),
        dayRow(1, { day: "2026-11-02" }),
      ],
    });
    expect(refused).toEqual(wrong.map(([, told], index) => `progress[${index + 1}] ${told}`));
    expect(imported).toEqual({ ...nothing, habits: 2, progress: 2 });
  });

  test("for notes and vacations, and a skip of an invalid vacation stays a skip", async () => {
    const user = await api.createUser();
    const vacation = { id: 1, from: day, to: day, created_at: "2026-11-20T08:00:00.000Z" };
    const { imported, refused } = await refusals(user, {
      habits: [habitRow(1)],
      notes: [noteRow(""), noteRow("Good"), noteRow("x".repeat(2001)), { text: "Undated" }],
      vacations: [{ ...vacation, to: "2026-11-01" }, { id: 2 }, { ...vacation, id: 3 }],
      progress: [dayRow(1, { value: null, skipped: true, vacation_id: 1 })],
    });
    expect(refused).toEqual([
      "vacations[0] row_invalid to range_reversed",
      "vacations[1] row_invalid from required",
      "notes[0] row_invalid text blank",
      "notes[2] row_invalid text too_long",
      "notes[3] row_invalid created_at required",
    ]);
    expect(imported).toEqual({ habits: 1, progress: 1, notes: 1, vacations: 1, reminders: 0, log: 0 });
    expect((await user.caller.progress.list({ from: day, to: day })).results).toMatchObject([{ skipped: true }]);
  });

  test("for a file with only invalid rows, with the full count and a bounded list", async () => {
    const { caller } = await api.createUser();
    const progress = Array.from({ length: importRowsToldMax + 500 }, () => dayRow(9));
    const report = await importFile(caller, fileOf({ progress }));
    expect(report.refused).toHaveLength(importRowsToldMax);
    expect(report.refused_count).toBe(importRowsToldMax + 500);
  });
});

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
