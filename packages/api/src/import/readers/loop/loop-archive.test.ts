import { afterAll, describe, expect, test } from "vitest";
import { fieldsOf } from "../../../testing.ts";
import { importFile, makeZip, type Packing } from "../../testing.ts";
import { Report } from "../report.ts";
import { readLoopArchive } from "./loop-archive.ts";
import { archive, blank, createLoopApi, head } from "./testing.ts";

const api = await createLoopApi();
afterAll(api.drop);
const { imported } = api;

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
