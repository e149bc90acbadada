import type { CsvMappingInput } from "@daymark/domain/csv-import/csv-mapping";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf } from "../../../testing.ts";
import { countTurns, habitsOf, importFile } from "../../testing.ts";
import { Report } from "../report.ts";
import { readMappedCsv } from "./mapped-csv.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

const rows = { layout: "rows", day_column: 2, habit_column: 1 } as const;
const columns = { layout: "columns", day_column: 1 } as const;

async function importTable(table: string | Uint8Array, mapping: CsvMappingInput) {
  const user = await api.createUser({ plan: "paid" });
  const report = await importFile(user.caller, table, { format: "csv", mapping });
  return { user, report, refused: report.refused.map(({ row, code }) => `${row} ${code}`) };
}

describe("a table with a row for each habit and day", () => {
  test("of Streaks becomes habits whose days are done, missed or skipped", async () => {
    const table = [
      "task_id,title,entry_type,entry_date,entry_timestamp,page,display_order",
      'p2,"Wake Up Before 7.30",missed_auto,20160225,2016-02-26T12:24:16+08:00,1,1',
      'p2,"Wake Up Before 7.30",completed_manually,20160226,2016-02-26T07:37:49+08:00,1,1',
      'p3,"Read, 20 pages",completed_manually,20160226,2016-02-26T21:02:00+08:00,1,2',
      'p3,"Read, 20 pages",skipped_manually,20160227,2016-02-27T21:02:00+08:00,1,2',
    ].join("\n");
    const mapping = { layout: "rows", day_column: 4, habit_column: 2, value_column: 3 } as const;
    const { user, report } = await importTable(table, mapping);
    expect(report).toMatchObject({ format: "csv", imported: { habits: 2, progress: 3 }, refused: [] });
    expect(report.remarks).toMatchObject([
      {
        row: "line 1",
        code: "columns_left_out",
        values: { count: 4, names: "task_id, entry_timestamp, page, display_order" },
      },
    ]);
    expect(await habitsOf(user)).toMatchObject([
      { title: "Wake Up Before 7.30", first_day: "2016-02-25", days: [["2016-02-26", 1]] },
      { title: "Read, 20 pages", days: [["2016-02-26", 1], ["2016-02-27"]] },
    ]);
  });

  test("of Notion, with names of months, marks and notes over several lines, is read", async () => {
    const table =
      '\u{feff}Name,Date,Done,Note\r\nMeditate,"November 20, 2016",Yes,"On the train\nto Kyiv"\r\nMeditate,"November 21, 2016 8:00 AM",No,\r\n' +
      'Meditate,"November 22, 2016",,Ill\r\n';
    const { user } = await importTable(table, { ...rows, value_column: 3, note_column: 4 });
    expect((await habitsOf(user))[0]?.days).toEqual([
      ["2016-11-20", 1, "On the train\nto Kyiv"],
      ["2016-11-22", "Ill"],
    ]);
  });

  test("of a spreadsheet with semicolons, commas before decimals and units is counted in the finer unit", async () => {
    const table =
      "Звичка;Дата;Значення\nБіг;01.02.2016;5,2\nБіг;02.02.2016;400 м\nБіг;03.02.2016;так\nБіг;04.02.2016;30 хв";
    const mapping = { ...rows, value_column: 3, separator: "semicolon", decimal: "comma" } as const;
    const { user, report, refused } = await importTable(table, {
      ...{ ...mapping, day_order: "day_first" },
      ...{ unit: "kilometers", target: 4 },
    });
    expect(refused).toEqual(["line 5 value_unreadable"]);
    expect(report.remarks.map(({ code }) => code)).toEqual(["unit_finer"]);
    expect(await habitsOf(user)).toMatchObject([
      {
        ...{ title: "Біг", unit: "meters", target: 4000 },
        days: [
          ["2016-02-01", 5200],
          ["2016-02-02", 400],
          ["2016-02-03", 4000],
        ],
      },
    ]);
  });

  test("with durations records minutes, and refuses a duration of a habit that has no time", async () => {
    const table = "Read\t2016-02-01\t1:30\nRead\t2016-02-02\t0:20:00\nRead\t2016-02-03\t0:00";
    const mapping = { ...rows, value_column: 3, separator: "tab", has_header: false } as const;
    const { user, refused } = await importTable(table, { ...mapping, unit: "minutes", target: 20 });
    expect(refused).toEqual([]);
    expect(await habitsOf(user)).toMatchObject([
      {
        ...{ title: "Read", unit: "minutes", target: 20 },
        days: [
          ["2016-02-01", 90],
          ["2016-02-02", 20],
        ],
      },
    ]);
    const { refused: ofPages } = await importTable(table, { ...mapping, unit: "repetitions", target: 20 });
    expect(ofPages).toEqual(["line 1 value_unreadable", "line 2 value_unreadable", "line 3 value_unreadable"]);
  });

  test("without values has only done days, and without a header begins with its first row", async () => {
    const { user } = await importTable("Read\t2/1/2016\nSwim\t2/2/2016\nRead\t2/3/2016", {
      ...{ ...rows, separator: "tab", has_header: false, day_order: "month_first" },
    });
    expect(await habitsOf(user)).toMatchObject([
      {
        title: "Read",
        days: [
          ["2016-02-01", 1],
          ["2016-02-03", 1],
        ],
      },
      { title: "Swim", days: [["2016-02-02", 1]] },
    ]);
  });

  test("keeps or adds up several rows of a day, as the mapping says", async () => {
    const table = "Habit,Date,Value\nRead,2016-01-01,10\nRead,2016-01-01,5\nRead,2016-01-02,skip\nRead,2016-01-02,7";
    const first = await importTable(table, { ...rows, value_column: 3 });
    expect(first.refused).toEqual(["line 3 day_repeated", "line 5 day_repeated"]);
    const sum = await importTable(table, { ...rows, value_column: 3, same_day: "sum" });
    expect(sum.refused).toEqual([]);
    expect((await habitsOf(sum.user))[0]?.days).toEqual([
      ["2016-01-01", 15],
      ["2016-01-02", 7],
    ]);
  });

  test("with a word behind its amounts gives the habit this word, and refuses another one", async () => {
    const table =
      "Habit,Date,Value\nRead,2016-01-01,20 pages\nRead,2016-01-02,1 Page\nRead,2016-01-03,5\nRead,2016-01-04,2 words";
    const { user, refused } = await importTable(table, { ...rows, value_column: 3, target: 20 });
    expect(refused).toEqual(["line 5 value_unreadable"]);
    const [habit] = await habitsOf(user);
    expect(habit?.days).toEqual([
      ["2016-01-01", 20],
      ["2016-01-02", 1],
      ["2016-01-03", 5],
    ]);
    expect((await user.caller.habit.list({})).results).toMatchObject([
      { unit: "repetitions", unit_label: "page, pages" },
    ]);
  });

  test("gives the habit the word in all forms that stand behind its amounts", async () => {
    const table =
      "Habit,Date,Value\nTrain,2016-01-01,20 вправ\nTrain,2016-01-02,1 вправа\nDrink,2016-01-01,1 glass\nDrink,2016-01-02,2 glasses\nRead,2016-01-01,20 книг";
    const { user, refused } = await importTable(table, { ...rows, value_column: 3, target: 20 });
    expect(refused).toEqual([]);
    expect((await user.caller.habit.list({})).results).toMatchObject([
      { unit_label: "вправа, вправи, вправ" },
      { unit_label: "glass, glasses" },
      { unit_label: "книг" },
    ]);
  });

  test("of a bad habit records occurrences, and confirms days without any", async () => {
    const table = "Habit,Date,Value\nSweets,2016-01-01,yes\nSweets,2016-01-02,0\nSweets,2016-01-03,3";
    const { user } = await importTable(table, { ...rows, value_column: 3, type: "bad", target: 2 });
    const [habit] = await habitsOf(user);
    expect(habit).toMatchObject({ type: "bad", target: 2 });
    expect(habit?.days).toEqual([["2016-01-01", 1], ["2016-01-02"], ["2016-01-03", 3]]);
  });

  test("reports each row that is unreadable, with its line, and imports the others", async () => {
    const table =
      'Habit,Date,Value\n"Read",2016-01-01,1\n,2016-01-02,1\nRead,soon,1\n\nRead,2016-01-04,often\nRead,2016-01-05,-2\nRead,2016-01-06,20000\nRead,2016-01-07\n';
    const { report, refused } = await importTable(table, { ...rows, value_column: 3 });
    expect(refused).toEqual([
      "line 3 habit_unnamed",
      "line 4 day_unreadable",
      "line 6 value_unreadable",
      "line 7 value_unreadable",
      "line 8 amount_out_of_range",
    ]);
    expect(report.imported).toMatchObject({ habits: 1, progress: 1 });
  });
});

describe("a table with a column for each habit", () => {
  const table =
    "Date,Read (min),Meditate,Smoking,Mood\n2016-01-01,20,x,2,good\n2016-01-02,12.5,,0,bad\n2016-01-03,,✓,,\n";
  const mapping: CsvMappingInput = {
    ...columns,
    habits: [
      { column: 2, title: "Read", unit: "minutes", target: 15 },
      { column: 3, title: "Meditate" },
      { column: 4, title: "Smoking", type: "bad", target: 5 },
    ],
  };

  test("becomes habits with their own type, unit and goal, and lists the columns left out", async () => {
    const { user, report } = await importTable(table, mapping);
    expect(report.remarks).toMatchObject([
      { code: "columns_left_out", values: { count: 1, names: "Mood" } },
      { row: "column 2", code: "unit_finer", habit: "Read" },
    ]);
    expect(await habitsOf(user)).toMatchObject([
      {
        ...{ title: "Read", unit: "seconds", target: 900 },
        days: [
          ["2016-01-01", 1200],
          ["2016-01-02", 750],
        ],
      },
      {
        title: "Meditate",
        days: [
          ["2016-01-01", 1],
          ["2016-01-03", 1],
        ],
      },
      { title: "Smoking", type: "bad", target: 5, days: [["2016-01-01", 2], ["2016-01-02"]] },
    ]);
  });

  test("has a note of each habit in the column that the mapping names, also on days without a value", async () => {
    const noted =
      "Date,Read,Read note,Run,Why\n2016-01-01,20,On the train,1,\n2016-01-02,,Ill,,Rain\n2016-01-03,5,,1,Sun\n";
    const { user, report } = await importTable(noted, {
      ...columns,
      habits: [
        { column: 2, title: "Read", note_column: 3 },
        { column: 4, title: "Run", note_column: 5 },
      ],
    });
    expect(report).toMatchObject({ refused: [], remarks: [] });
    expect((await habitsOf(user)).map(({ days }) => days)).toEqual([
      [
        ["2016-01-01", 20, "On the train"],
        ["2016-01-02", "Ill"],
        ["2016-01-03", 5],
      ],
      [
        ["2016-01-01", 1],
        ["2016-01-02", "Rain"],
        ["2016-01-03", 1, "Sun"],
      ],
    ]);
  });

  test("gives a habit the word of the mapping, and takes its forms alone behind amounts", async () => {
    const worded = "Date,Read\n2016-01-01,20\n2016-01-02,1 Page\n2016-01-03,2 words\n";
    const { user, refused } = await importTable(worded, {
      ...columns,
      habits: [{ column: 2, title: "Read", target: 20, unit_label: "page, pages" }],
    });
    expect(refused).toEqual(["line 4 value_unreadable"]);
    expect((await habitsOf(user))[0]?.days).toEqual([
      ["2016-01-01", 20],
      ["2016-01-02", 1],
    ]);
    expect((await user.caller.habit.list({})).results).toMatchObject([
      { unit: "repetitions", unit_label: "page, pages" },
    ]);
  });

  test("counts the word of the mapping, which also names a unit, as the habit's own", async () => {
    const worded = "Date,Coffee,Чай\n2016-01-01,2 cups,2 чашки\n2016-01-02,1 Cup,1 чашка\n2016-01-03,2 l,1 kg\n";
    const { user, refused } = await importTable(worded, {
      ...columns,
      habits: [
        { column: 2, title: "Coffee", target: 2, unit_label: "cup, cups" },
        { column: 3, title: "Чай", target: 2, unit_label: "чашка, чашки, чашок" },
      ],
    });
    expect(refused).toEqual(["line 4 value_unreadable", "line 4 value_unreadable"]);
    const days = [
      ["2016-01-01", 2],
      ["2016-01-02", 1],
    ];
    expect((await habitsOf(user)).map((habit) => habit.days)).toEqual([days, days]);
  });

  test("previewed reports what its import then does, and imported twice adds nothing", async () => {
    const { caller } = await api.createUser({ plan: "paid" });
    const run = (dry_run: boolean) => importFile(caller, table, { format: "csv", mapping, dry_run });
    const preview = await run(true);
    expect((await caller.habit.list({})).results).toEqual([]);
    expect(await run(false)).toEqual({ ...preview, dry_run: false });
    const again = await run(false);
    expect(again.imported).toMatchObject({ habits: 0, progress: 0 });
    expect(again.refused.map(({ code }) => code)).toEqual(["habit_exists", "habit_exists", "habit_exists"]);
  });

  test.each(["utf-16le", "utf-16be"] as const)("in %s with a byte order mark is read", async (encoding) => {
    const bytes = Buffer.from(`\u{feff}Дата\tЧитати\n2016-01-01\t1`, "utf16le");
    if (encoding === "utf-16be") bytes.swap16();
    const { report } = await importTable(bytes, { ...columns, separator: "tab", habits: [{ column: 2, title: "Ч" }] });
    expect(report.imported).toMatchObject({ habits: 1, progress: 1 });
  });
});

describe("refused whole", () => {
  const one: CsvMappingInput = { ...columns, habits: [{ column: 2, title: "Read" }] };
  const refusedFields = async (table: string | Uint8Array, mapping: CsvMappingInput = one) => {
    const { caller } = await api.createUser();
    return await fieldsOf(importFile(caller, table, { format: "csv", mapping }));
  };

  test.each<[string, string | Uint8Array, string]>([
    ["text in another encoding", new Uint8Array([0x44, 0xe0, 0xf2, 0xe0, 0x2c, 0x31]), "import_not_utf8"],
    ["an empty file", "", "import_unreadable"],
    ["an endless row", `a,b\n"${"x".repeat(200_000)}`, "import_unreadable"],
    ["more unreadable rows than a table has by mistake", "a,b\n".repeat(10_002), "import_unreadable"],
  ])("%s", async (_, table, code) => {
    expect(await refusedFields(table)).toEqual({ file: [code] });
  });

  test("a table without the columns of the mapping, at each of them", async () => {
    const mapping = { ...rows, value_column: 9, note_column: 2 } as const;
    expect(await refusedFields("a,b\n", mapping)).toEqual({ "mapping.value_column": ["column_missing"] });
    expect(await refusedFields("a\n")).toEqual({ "mapping.habits[0].column": ["column_missing"] });
    const noted: CsvMappingInput = { ...columns, habits: [{ column: 2, title: "Read", note_column: 3 }] };
    expect(await refusedFields("a,b\n", noted)).toEqual({ "mapping.habits[0].note_column": ["column_missing"] });
    expect(await refusedFields("a,b\n", { ...one, day_column: 3 })).toEqual({
      "mapping.day_column": ["column_missing"],
    });
  });

  test("a table with more than 200,000 days, before the rest is read", async () => {
    const table = `d,h\n${Array.from({ length: 200_001 }, () => "2016-01-01,a\n").join("")}`;
    const mapping = { ...rows, day_column: 1, habit_column: 2, same_day: "sum" } as const;
    expect(await refusedFields(table, mapping)).toEqual({ file: ["import_archive_too_large"] });
  });

  test("a mapping without its format, and the format without a mapping", async () => {
    const { caller } = await api.createUser();
    expect(await fieldsOf(importFile(caller, "a,b", { format: "csv" }))).toEqual({ mapping: ["required"] });
    expect(await fieldsOf(importFile(caller, "{}", { format: "auto", mapping: one }))).toEqual({
      mapping: ["csv_only"],
    });
  });
});

test("a wide table yields to other requests every two thousand cells", async () => {
  const habits = Array.from({ length: 100 }, (_, index) => ({ column: index + 2, title: `${index}` }));
  const content = { type: "good", unit: "repetitions", unit_label: null, note_column: null, target: 1 } as const;
  const line = `2016-01-01${",".repeat(100)}\n`;
  const turns = await countTurns(() =>
    readMappedCsv(
      new TextEncoder().encode(line.repeat(2_000)),
      {
        ...{ layout: "columns", day_column: 1, separator: "comma", decimal: "point", has_header: true },
        ...{ day_order: "year_first", habits: habits.map((habit) => ({ ...habit, ...content })) },
      },
      { report: new Report(), today: "2016-01-01" },
    ),
  );
  expect(turns).toBeGreaterThanOrEqual(95);
});
