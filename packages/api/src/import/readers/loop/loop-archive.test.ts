import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf } from "../../../testing.ts";
import { importFile, makeZip, type Packing } from "../../testing.ts";
import { Report } from "../report.ts";
import { readLoopArchive } from "./loop-archive.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

const head =
  "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?";

/** The archive as Loop writes it since 2025: a line of Habits.csv for each habit, and its Checkmarks.csv. */
function archive(habits: [line: string, days?: string][], packing?: Packing) {
  const place = (index: number) => String(index + 1).padStart(3, "0");
  return makeZip([
    ["Habits.csv", `${head}\n${habits.map(([line], index) => `${place(index)},${line}\n`).join("")}`, packing],
    ...habits.flatMap(([line, days], index) => {
      if (days === undefined) return [];
      const folder = `${place(index)} ${line.split(",")[0]?.replaceAll(/[^ a-zA-Z0-9._-]+/g, "")}`.trim();
      return [
        [`${folder}/Scores.csv`, "Date,Score\n2026-11-20,0.0519\n"] as const,
        [`${folder}/Checkmarks.csv`, `Date,Value,Notes\n${days}`] as const,
      ];
    }),
    ["Scores.csv", "Date,\n"],
    ["Checkmarks.csv", "Date,\n"],
  ]);
}

async function imported(file: Uint8Array, plan: "free" | "paid" = "paid") {
  const { caller } = await api.createUser({ plan });
  const report = await importFile(caller, file, { format: "loop" });
  const lists = [await caller.habit.list({}), await caller.habit.list({ archived: true })];
  const habits = lists.flatMap(({ results }) => results);
  const days = await Promise.all(
    habits.map(async ({ id }) => {
      const { results } = await caller.progress.listOfHabit({ id, from: "2026-01-01", to: "2026-12-31" });
      return results.map(({ habit_id: _, ...entry }) => entry);
    }),
  );
  const told = (rows: { row: string; code: string }[]) => rows.map(({ row, code }) => `${row} ${code}`);
  return { report, habits, days, caller, refused: told(report.refused), remarks: told(report.remarks) };
}

const blank = { unit: "repetitions", value: null, skipped: false, note: null, confirmed: false };

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

describe("the rows of a Loop file", () => {
  test("that are invalid are reported with file and line, and the others are imported", async () => {
    const { report, days, refused } = await imported(
      archive([
        [
          "Run,YES_NO,,,1,1,#D32F2F,,,,false",
          "2026-11-20,YES_MANUAL,\n2026-02-30,NO,\nyesterday,NO,\n2026-11-19,MAYBE,\n2026-11-18,2000,\n2026-11-20,SKIP,\n2026-11-17\n2026-11-16,YES_MANUAL\n",
        ],
        [",YES_NO,,,1,1,#D32F2F,,,,false", ""],
        ["Listed only,YES_NO,,,1,1,#D32F2F,,,,false"],
      ]),
    );
    expect(refused).toEqual([
      "001 Run/Checkmarks.csv:3 day_unreadable",
      "001 Run/Checkmarks.csv:4 day_unreadable",
      "001 Run/Checkmarks.csv:5 value_unreadable",
      "001 Run/Checkmarks.csv:7 day_repeated",
      "001 Run/Checkmarks.csv:8 value_unreadable",
      "001 Run/Checkmarks.csv:6 value_unreadable",
      "Habits.csv:3 row_invalid",
      "Habits.csv:4 days_missing",
    ]);
    const nameless = report.refused.find(({ code }) => code === "row_invalid");
    expect(nameless).toMatchObject({ field: "title", field_code: "blank" });
    expect(days[0]?.map(({ day }) => day)).toEqual(["2026-11-16", "2026-11-20"]);
    expect(report.imported).toMatchObject({ habits: 1, progress: 2 });
  });

  test("have texts that are too long cut off, and the report says so", async () => {
    const { habits, days, remarks, report } = await imported(
      archive([
        [
          `${"Ї".repeat(90)},YES_NO,${"?".repeat(300)},${"!".repeat(300)},1,30,#D32F2F,,,,false`,
          `2026-11-20,YES_MANUAL,${"n".repeat(600)}\n`,
        ],
      ]),
    );
    expect([...(habits[0]?.title ?? "")]).toHaveLength(80);
    expect(habits[0]?.description).toHaveLength(500);
    expect(days[0]?.[0]?.note).toHaveLength(500);
    expect(remarks).toEqual(["001/Checkmarks.csv:2 text_cut", "Habits.csv:2 text_cut"]);
    // An answer that repeated the whole name would be a thousand times as long as the archive.
    expect(new Set(report.remarks.map(({ habit }) => habit))).toEqual(new Set([habits[0]?.title]));
  });

  test("lose control characters in their texts, like typed texts", async () => {
    const controls = String.fromCharCode(1, 7, 11, 31).repeat(100);
    const { habits, days, remarks } = await imported(
      archive([
        [
          `R${controls}un,YES_NO,Did${controls} you?,,1,1,#D32F2F,,,,false`,
          `2026-11-20,NO,E${controls}arly\n2026-11-19,NO,${controls}\n`,
        ],
      ]),
    );
    expect(habits).toMatchObject([{ title: "Run", description: "Did you?" }]);
    expect(days).toEqual([[{ ...blank, day: "2026-11-20", note: "Early" }]]);
    expect(remarks).toEqual([]);
  });

  test("are limited by the plan, with the nearest hues, and are not duplicated by a second import", async () => {
    const file = archive(
      Array.from({ length: 4 }, (_, index) => [
        `Habit ${index},YES_NO,,,1,1,#00897B,,,,false`,
        "2026-11-20,YES_MANUAL,\n",
      ]),
    );
    const { caller, refused, remarks, report } = await imported(file, "free");
    expect(report.imported).toMatchObject({ habits: 3, progress: 3 });
    expect(refused).toEqual(["Habits.csv:5 plan_limit_reached"]);
    expect(remarks).toEqual([2, 3, 4].map((line) => `Habits.csv:${line} hue_changed`));
    const again = await importFile(caller, file, { format: "loop" });
    expect(again.imported).toMatchObject({ habits: 0, progress: 0 });
    expect(again.refused.map(({ code }) => code)).toEqual([...Array(3).fill("habit_exists"), "plan_limit_reached"]);
  });
});

describe("a Loop archive", () => {
  const run: [string, string] = ["Run,YES_NO,,,1,1,#D32F2F,,,,false", "2026-11-20,YES_MANUAL,\n"];
  const file = (name: string, content: string, packing?: Packing) =>
    makeZip([
      [name, content, packing],
      ["001 Run/Checkmarks.csv", "2026-11-20,2\n"],
    ]);
  const habitsFile = `${head}\n001,${run[0]}\n`;
  const dayOf = (index: number) => new Date(Date.UTC(2001, 0, 1 + index)).toISOString().slice(0, 10);
  /** 4.3 MB. */
  const noted = Array.from({ length: 8_500 }, (_, index) => `${dayOf(index)},NO,${"n".repeat(500)}\n`).join("");

  test.each<[string, Uint8Array | string, string]>([
    ["text", "Position,Name", "import_unreadable"],
    ["nothing", "", "import_unreadable"],
    ["cut off", archive([run]).subarray(0, 200), "import_unreadable"],
    ["only the last bytes", archive([run]).subarray(-22), "import_unreadable"],
    ["damaged", file("Habits.csv", habitsFile, { checksum: 1 }), "import_unreadable"],
    ["encrypted", file("Habits.csv", habitsFile, { flags: 1 }), "import_unreadable"],
    ["compressed by an unknown method", file("Habits.csv", habitsFile, { method: 12 }), "import_unreadable"],
    ["not UTF-8", makeZip([["Habits.csv", new Uint8Array([0xff, 0xfe])]]), "import_unreadable"],
    ["of other files", makeZip([["readme.txt", "hello"]]), "import_not_loop"],
    ["of Daymark's own tables", makeZip([["habits.csv", "id,title\n1,Run\n"]]), "import_not_loop"],
    ["with other columns", file("Habits.csv", "Name,Age\nAnn,5\n"), "import_not_loop"],
    ["of nothing", makeZip([]), "import_not_loop"],
    [
      "of too many files",
      makeZip(Array.from({ length: 5001 }, (_, index) => [`${index}`, "", { method: 0 }])),
      "import_archive_too_large",
    ],
    [
      "of more than 25 MB of days",
      archive(Array.from({ length: 6 }, () => [run[0], noted])),
      "import_archive_too_large",
    ],
    ["a zip bomb", file("Habits.csv", `${head}\n${"0".repeat(101_000_000)}`), "import_archive_too_large"],
    [
      "a zip bomb that declares a small size",
      file("Habits.csv", `${head}\n${"0".repeat(101_000_000)}`, { size: 10 }),
      "import_archive_too_large",
    ],
  ])("that is %s is refused as a whole, and nothing is stored", async (_, content, code) => {
    const { caller } = await api.createUser();
    expect(await fieldsOf(importFile(caller, content, { format: "loop" }))).toEqual({ file: [code] });
    expect((await caller.habit.list({})).results).toEqual([]);
  });

  test("with ten years of a hundred habits can be read", async () => {
    const decade = Array.from({ length: 3_652 }, (_, index) => `${dayOf(index)},YES_MANUAL,\n`).join("");
    const years = archive(Array.from({ length: 100 }, () => [run[0], decade]));
    const { habits } = await readLoopArchive(years, new Report(), "2026-11-23");
    expect(habits.map(({ days }) => days.length)).toEqual(Array(100).fill(3_652));
  });

  test("can be read after repacking: in a folder, uncompressed, with a comment or names of another system", async () => {
    const repacked = makeZip([
      [
        "Loop Habits CSV 2026-11-21/001 Run\\Checkmarks.csv",
        "Date,Value,Notes\n2026-11-20,YES_MANUAL,\n",
        { method: 0 },
      ],
      ["Loop Habits CSV 2026-11-21/Habits.csv", `\u{feff}${habitsFile.replaceAll("\n", "\r\n")}`],
      ["Loop Habits CSV 2026-11-21/001 Run/Habits.csv", "Name\n"],
    ]);
    const { report } = await imported(new Uint8Array([...repacked, ...Buffer.from("PK comment")]));
    expect(report).toMatchObject({ imported: { habits: 1, progress: 1 }, refused: [], remarks: [] });
  });

  test("with path traversal in its names is read only by the expected names", async () => {
    const { report, refused } = await imported(
      makeZip([
        ["Habits.csv", habitsFile],
        ["../../001 Run/Checkmarks.csv", "2026-11-20,2\n"],
        ["/001 Run/Checkmarks.csv", "2026-11-20,2\n"],
        ["001 ../../etc/Checkmarks.csv", "2026-11-20,2\n"],
      ]),
    );
    expect(report.imported).toMatchObject({ habits: 0 });
    expect(refused).toEqual(["Habits.csv:2 days_missing"]);
  });
});
