import { importRowsToldMax } from "@daymark/domain/account/import";
import { habitDefaults } from "@daymark/domain/tracking/habit-content";
import { afterAll, describe, expect, test } from "vitest";
import { exportJson } from "../../export/testing.ts";
import { createTestApi, fieldsOf, habitInput, type TestUser } from "../../testing.ts";
import { importFile } from "../testing.ts";
import { day, dayRow, fileOf, habitRow, noteRow, nothing } from "../testing-rows.ts";

const api = await createTestApi({ max: 20 });
afterAll(api.drop);

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
