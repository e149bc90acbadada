import { describe, expect, test } from "vitest";
import { guessMapping } from "./guess-mapping.ts";
import { chosenHabits, toMapping } from "./mapping-draft.ts";
import { findTable, readHeadText } from "./table-head.ts";

function guess(text: string) {
  const table = findTable(text);
  if (!table) throw new Error("no table");
  return { separator: table.separator, ...guessMapping(table) };
}

describe("the first rows suggest", () => {
  test("a row for each habit and day, as Streaks writes it", () => {
    const text = [
      "task_id,title,entry_type,entry_date,entry_timestamp,page,display_order",
      "p2,Wake up,missed_auto,20170225,2017-02-26T12:24:16+08:00,1,1",
      "p3,Read,completed_manually,20170225,2017-02-26T21:37:49+08:00,1,2",
    ].join("\n");
    expect(guess(text)).toMatchObject({
      ...{ layout: "rows", separator: "comma", has_header: true },
      ...{ day_column: 4, day_order: "year_first", habit_column: 2, value_column: 3, note_column: null },
    });
  });

  test("a row for each habit and day, as Notion writes a database", () => {
    const text =
      '\u{feff}Name,Date,Done,Note\n"Read","November 20, 2026",Yes,"On the\ntrain"\nRead,"November 21, 2026",No,\n';
    expect(guess(text)).toMatchObject({
      ...{ layout: "rows", day_column: 2, day_order: "year_first", habit_column: 1, value_column: 3, note_column: 4 },
    });
  });

  test("semicolons, commas before decimals and days before months, as a European spreadsheet writes them", () => {
    expect(guess("Дата;Звичка;Значення\n20.11.2026;Біг;5,2\n21.11.2026;Біг;4")).toMatchObject({
      ...{ layout: "rows", separator: "semicolon", decimal: "comma", day_order: "day_first" },
      ...{ day_column: 1, habit_column: 2, value_column: 3 },
    });
  });

  test("durations as amounts of time, but not the times of the day", () => {
    const tracked = "Start date,Start time,End time,Project,Time (h)\n2026-11-20,08:30:00,09:15:00,Read,00:45:00";
    expect(guess(`${tracked}\n2026-11-20,19:05:00,20:15:00,Run,01:10:00`)).toMatchObject({
      ...{ layout: "rows", day_column: 1, habit_column: 4, value_column: 5 },
      content: { unit: "minutes" },
    });
    expect(guess("Date,Time,Habit,Duration\n2026-11-20,08:30,Read,0:45\n2026-11-20,19:05,Run,1:10")).toMatchObject({
      ...{ layout: "rows", day_column: 1, habit_column: 3, value_column: 4 },
      content: { unit: "minutes" },
    });
  });

  test("a column for each habit, and leaves out those without values", () => {
    const draft = guess("Date\tRead\tMeditate\tMood\n2026-11-20\t20\tx\tfine\n2026-11-21\t\t✓\tgreat\n");
    expect(draft).toMatchObject({ layout: "columns", separator: "tab", day_column: 1 });
    expect(chosenHabits(draft).map(({ column, title }) => [column, title])).toEqual([
      [2, "Read"],
      [3, "Meditate"],
    ]);
  });

  test("the notes of a habit in the column that is named after it", () => {
    const draft = guess("Date,Read,Read (note),Run,Comment\n2026-11-20,20,On the train,1,\n2026-11-21,,Ill,2,Rain\n");
    expect(chosenHabits(draft).map(({ title, note_column }) => [title, note_column])).toEqual([
      ["Read", 3],
      ["Run", null],
    ]);
  });

  test("the notes of a habit by whole words of its title", () => {
    const draft = guess(
      "Date,Read,A,Bread notes,Біг,Бігль: нотатка,Нотатка (біг),Read_note\n2026-11-20,1,1,Rye,1,Pup,Rain,Long\n",
    );
    expect(chosenHabits(draft).map(({ title, note_column }) => [title, note_column])).toEqual([
      ["Read", 8],
      ["A", null],
      ["Біг", 7],
    ]);
  });

  test("no order of the date, where two orders fit", () => {
    const draft = guess("Date,Read\n01/02/2026,1\n03/04/2026,1\n");
    expect(draft).toMatchObject({ day_column: 1, day_order: null });
    expect(toMapping(draft, "comma")).toEqual({ faults: { "mapping.day_order": [{ code: "required" }] } });
    expect(guess("Date,Read\n01/02/2026,1\n13/04/2026,1\n").day_order).toBe("day_first");
    expect(guess("Date,Read\n01/02/2026,1\n03/24/2026,1\n").day_order).toBe("month_first");
    expect(guess("Date,Read\n05/05/2026,1\n06/06/2026,1\n").day_order).toBe("day_first");
  });

  test("the day before the month, where dots are between them", () => {
    expect(guess("Дата;Біг\n01.02.2026;1\n03.04.2026;1\n").day_order).toBe("day_first");
  });

  test("no header, where the first row has a day too", () => {
    expect(guess("2026-11-20,Read,1\n2026-11-20,Swim,1\n")).toMatchObject({ has_header: false, habit_column: 2 });
  });

  test("no day, where no column has days", () => {
    const draft = guess("a,b\nc,d\n");
    expect(draft).toMatchObject({ day_column: null, day_order: null });
    expect(toMapping(draft, "comma")).toMatchObject({
      faults: { "mapping.day_column": [{ code: "required" }], "mapping.habits": [{ code: "too_few" }] },
    });
  });
});

test("each fault of a draft has the name that the server gives it", () => {
  const draft = guess("Date,Read,Swim\n2026-11-20,1,1\n2026-11-21,1,1\n");
  const habits = draft.habits.map((habit) => (habit.column === 3 ? { ...habit, title: " ", target: "many" } : habit));
  expect(toMapping({ ...draft, habits }, "comma")).toEqual({
    faults: { "mapping.habits[1].title": [{ code: "blank" }], "mapping.habits[1].target": [{ code: "not_integer" }] },
  });
});

test.each<[string, BlobPart, boolean]>([
  ["a table in UTF-16", Buffer.from("\u{feff}a\tb\n1\t2\n", "utf16le"), true],
  ["a long table, which is cut within a character", `a,b\n${"ї,ї\n".repeat(30_000)}`, true],
  ["a picture", new Uint8Array([0xff, 0xd8, 0xff]), false],
  ["a text", "no file of ours\nand more", false],
  ["one row", "a,b", false],
  ["a binary file", "a,b\0\nc,d", false],
])("whether %s is a table", async (_, content, isTable) => {
  const text = await readHeadText(new Blob([content]));
  expect(text !== null && findTable(text) !== null).toBe(isTable);
});
