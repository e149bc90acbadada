import { afterAll, describe, expect, test } from "vitest";
import { makeZip } from "../../testing.ts";
import { archive, blank, createLoopApi } from "./testing.ts";

const api = await createLoopApi();
afterAll(api.drop);
const { imported } = api;

describe("a yes-or-no habit of Loop", () => {
  test("has one repetition a day: done, skipped or noted, and expected repetitions are ignored", async () => {
    const { report, habits, days, remarks, refused } = await imported(
      archive([
        [
          'Meditate,YES_NO,"Did you meditate, today?",Ten minutes,1,1,#00897B,,,,false',
          "2026-11-20,YES_MANUAL,\n2026-11-19,SKIP,\n2026-11-18,NO,\n2026-11-17,YES_AUTO,\n" +
            '2026-11-16,UNKNOWN,"At ""home"",\nall day"\n2026-11-15,YES_MANUAL,Early\n',
        ],
      ]),
    );
    expect(habits).toMatchObject([
      {
        title: "Meditate",
        description: "Did you meditate, today?\nTen minutes",
        type: "good",
        unit: "repetitions",
        target: 1,
        targets: [{ from: "2026-11-15", target: 1 }],
        hue: 174,
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        schedule: null,
        group_name: null,
        archived: false,
        first_day: "2026-11-15",
      },
    ]);
    expect(days).toEqual([
      [
        { ...blank, day: "2026-11-15", value: 1, note: "Early" },
        { ...blank, day: "2026-11-16", note: 'At "home",\nall day' },
        { ...blank, day: "2026-11-19", skipped: true },
        { ...blank, day: "2026-11-20", value: 1 },
      ],
    ]);
    expect(report.imported).toEqual({ habits: 1, progress: 4, notes: 0, vacations: 0, reminders: 0, log: 0 });
    expect([remarks, refused]).toEqual([[], []]);
  });

  test.each([
    ["1,1", null, null],
    ["7,7", null, null],
    ["3,7", { times: 3, days: 7 }, null],
    ["1,7", { times: 1, days: 7 }, null],
    ["1,2", { times: 1, days: 2 }, null],
    ["2,3", { times: 2, days: 3 }, null],
    ["6,14", { times: 6, days: 14 }, null],
    ["1,30", { times: 1, days: 30 }, null],
    ["20,30", { times: 20, days: 30 }, null],
    ["5,999", { times: 1, days: 366 }, "schedule_nearest"],
    ["x,y", null, null],
    ["0,7", { times: 1, days: 7 }, null],
  ])("%s times in so many days is kept exactly: %o", async (frequency, times_in_days, remark) => {
    const { habits, remarks } = await imported(archive([[`Run,YES_NO,,,${frequency},#D32F2F,,,,false`, ""]]));
    expect(habits[0]?.schedule).toEqual(times_in_days && { times_in_days });
    expect(remarks).toEqual(remark ? [`Habits.csv:2 ${remark}`] : []);
  });

  test("in a file from before 2025 is read from its numbers, and a numerical habit is detected", async () => {
    const { habits, days, refused } = await imported(
      makeZip([
        [
          "Habits.csv",
          "Position,Name,Question,Description,NumRepetitions,Interval,Color\n001,Meditate,Did you?,,3,7,#FF8F00\n002,Steps,,,1,1,#757575\n",
        ],
        ["001 Meditate/Checkmarks.csv", "2026-11-20,2\n2026-11-19,3\n2026-11-18,0\n2026-11-17,1\n2026-11-16,-1\n"],
        ["002 Steps/Checkmarks.csv", "2026-11-20,4000000\n2026-11-19,0\n2026-11-18,3\n"],
      ]),
    );
    expect(habits).toMatchObject([
      { title: "Meditate", schedule: { times_in_days: { times: 3, days: 7 } }, hue: 34, first_day: "2026-11-17" },
      { title: "Steps", schedule: null, hue: 0, target: 1, unit: "repetitions" },
    ]);
    expect(days.map((list) => list.map(({ day, value, skipped }) => [day.slice(8), value ?? skipped]))).toEqual([
      [
        ["19", true],
        ["20", 1],
      ],
      [
        ["18", true],
        ["20", 4000],
      ],
    ]);
    expect(refused).toEqual([]);
  });
});

describe("a numerical habit of Loop", () => {
  test("keeps its unit, under any common name, and its archived state", async () => {
    const { habits, days, remarks } = await imported(
      archive([
        [
          "Water,NUMERICAL,,,1,1,#1976D2,Літри,AT_LEAST,2.0,true",
          "2026-11-20,3000,\n2026-11-19,NO,\n2026-11-18,SKIP,\n",
        ],
      ]),
    );
    expect(habits).toMatchObject([{ type: "good", unit: "liters", target: 2, archived: true, hue: 210 }]);
    expect(days).toEqual([
      [
        { ...blank, unit: "liters", day: "2026-11-18", skipped: true },
        { ...blank, unit: "liters", day: "2026-11-20", value: 3 },
      ],
    ]);
    expect(remarks).toEqual([]);
  });

  test("with a fraction gets a finer unit if every day is then exact", async () => {
    const { habits, days, remarks } = await imported(
      archive([["Read,NUMERICAL,,,1,1,#1976D2,hours,AT_LEAST,0.5,false", "2026-11-20,1500,\n2026-11-19,250,\n"]]),
    );
    expect(habits).toMatchObject([{ unit: "minutes", target: 30 }]);
    expect(days[0]?.map(({ value, unit }) => [value, unit])).toEqual([
      [15, "minutes"],
      [90, "minutes"],
    ]);
    expect(remarks).toEqual(["Habits.csv:2 unit_finer"]);
  });

  test("without a matching unit is rounded, but never to zero, and a too large value is skipped", async () => {
    const { habits, days, remarks, refused, report } = await imported(
      archive([
        [
          "Steps,NUMERICAL,,,1,1,#1976D2,steps,AT_LEAST,2500.5,false",
          "2026-11-20,12000000,\n2026-11-19,300,\n2026-11-18,1600,\n2026-11-17,10000000,\n",
        ],
      ]),
    );
    expect(habits).toMatchObject([{ unit: "repetitions", unit_label: "step, steps", description: "", target: 2501 }]);
    expect(days[0]?.map(({ value }) => value)).toEqual([10_000, 2, 1]);
    expect(remarks).toEqual(["Habits.csv:2 target_changed", "Habits.csv:2 values_rounded"]);
    expect(refused).toEqual(["001 Steps/Checkmarks.csv:2 amount_out_of_range"]);
    expect(report.refused[0]).toMatchObject({ habit: "Steps", values: { value: 12_000, max: 10_000 } });
  });

  test.each([
    ["pages", "page, pages", ""],
    ["сторінка", "сторінка, сторінки, сторінок", ""],
    ["книг", "книг", ""],
    ["people", "person, people", ""],
    ["Seiten", "Seiten", ""],
    ['"pages, words"', "pages words", ""],
    ["a unit that is longer than a word", null, "a unit that is longer than a word"],
  ])("in %s keeps its unit as the habit's own word", async (unit, unit_label, description) => {
    const { habits, remarks } = await imported(
      archive([[`Read,NUMERICAL,,,1,1,#1976D2,${unit},AT_LEAST,20,false`, "2026-11-20,12000,\n"]]),
    );
    expect(habits).toMatchObject([{ unit: "repetitions", unit_label, description, target: 20 }]);
    expect(remarks).toEqual(unit_label ? [] : ["Habits.csv:2 unit_unknown"]);
  });

  test("with a maximum becomes a bad habit, and an entered 0 becomes a confirmed day", async () => {
    const { habits, days } = await imported(
      archive([
        [
          "Coffee,NUMERICAL,,,1,1,#5D4037,cups,AT_MOST,2.0,false",
          "2026-11-20,3000,\n2026-11-19,NO,\n2026-11-18,UNKNOWN,\n",
        ],
      ]),
    );
    expect(habits).toMatchObject([{ type: "bad", unit: "cups", target: 2, first_day: "2026-11-19" }]);
    expect(days[0]?.map(({ day, value, confirmed }) => [day.slice(8), value, confirmed])).toEqual([
      ["19", null, true],
      ["20", 3, false],
    ]);
  });

  test("with a weekly or monthly target keeps it as a goal or limit of the week or month", async () => {
    const { habits, remarks } = await imported(
      archive([
        ["Run,NUMERICAL,,,1,7,#1976D2,km,AT_LEAST,20.0,false", "2026-11-20,5000,\n"],
        ["Read,NUMERICAL,,,1,30,#1976D2,min,AT_LEAST,300.0,false", ""],
        ["Coffee,NUMERICAL,,,1,7,#1976D2,cups,AT_MOST,10.0,false", ""],
      ]),
    );
    expect(habits).toMatchObject([
      { type: "good", target: 20, unit: "kilometers", schedule: { target_per: "week" } },
      { type: "good", target: 300, unit: "minutes", schedule: { target_per: "month" } },
      { type: "bad", target: 10, unit: "cups", schedule: { target_per: "week" } },
    ]);
    expect(remarks).toEqual([]);
  });

  test("with a target of other numbers of days is spread over its days, and the report says so", async () => {
    const { habits, remarks, report } = await imported(
      archive([
        ["Run,NUMERICAL,,,1,14,#1976D2,km,AT_LEAST,40.0,false", "2026-11-20,5000,\n"],
        ["Read,NUMERICAL,,,2,60,#1976D2,min,AT_LEAST,600.0,false", ""],
      ]),
    );
    expect(habits).toMatchObject([
      { target: 3, unit: "kilometers", schedule: null },
      { target: 20, unit: "minutes" },
    ]);
    expect(remarks).toEqual(["Habits.csv:2 target_of_period", "Habits.csv:3 target_of_period"]);
    expect(report.remarks[0]?.values).toEqual({ from: 40, days: 14, to: 3 });
  });
});
