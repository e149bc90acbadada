import type { ImportFormat } from "@daymark/domain/account/import";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApi } from "../../../testing.ts";
import { countTurns, importFile } from "../../testing.ts";

const api = await createTestApi({ max: 10 });
afterAll(api.drop);

interface AppFile {
  format: ImportFormat;
  /** A file whose habits have these titles and as many days as given, from 2001-01-01. */
  fileOf: (titles: readonly unknown[], days?: number) => object;
}

const dayAt = (index: number) => new Date(Date.UTC(2001, 0, 1 + index)).toISOString().slice(0, 10);
const daysFrom = <Day>(count: number, make: (day: string) => Day) =>
  Array.from({ length: count }, (_, index) => make(dayAt(index)));

/** As each app's sources write it; the test of each reader names the source. */
const apps: AppFile[] = [
  {
    format: "habitica",
    fileOf: (titles, days = 1) => ({
      preferences: { timezoneOffset: 0, dayStart: 0 },
      tags: [],
      tasks: {
        dailys: titles.map((text) => ({
          ...{ text, type: "daily", frequency: "daily", everyX: 1 },
          history: daysFrom(days, (day) => ({
            date: Date.parse(`${day}T12:00Z`),
            value: 1,
            isDue: true,
            completed: true,
          })),
        })),
      },
    }),
  },
  {
    format: "table_habit",
    fileOf: (titles, days = 1) => ({
      habits: titles.map((name) => ({
        ...{ name, type: 1, status: 1, start_date: 11_323, daily_goal: 1, daily_goal_unit: "" },
        records: Array.from({ length: days }, (_, index) => ({
          ...{ record_date: 11_323 + index, record_type: 1, record_value: 1 },
        })),
      })),
      groups: [],
    }),
  },
  {
    format: "habittrove",
    fileOf: (titles, days = 1) => ({
      habits: titles.map((name) => ({
        ...{ id: "1", name, description: "", frequency: "FREQ=DAILY", coinReward: 1 },
        completions: daysFrom(days, (day) => `${day}T12:00:00.000Z`),
      })),
    }),
  },
  {
    format: "beaver_habits",
    fileOf: (titles, days = 1) => ({
      habits: titles.map((name) => ({ name, records: daysFrom(days, (day) => ({ day, done: true })) })),
    }),
  },
];

test.each([
  ["as it is written", JSON.stringify],
  [
    "with its members in another order",
    (own: object) => JSON.stringify(Object.fromEntries(Object.entries(own).reverse())),
  ],
])("our own file is recognized by its content, %s", async (_, write) => {
  const { caller } = await api.createUser();
  const note = { text: "Buy shoes", created_at: "2026-11-20T08:00:00.000Z", updated_at: "2026-11-20T08:00:00.000Z" };
  const file = write({ format: "daymark", version: 1, habits: [], notes: [{ ...note, pinned: false }] });
  expect(await importFile(caller, file, { format: "auto" })).toMatchObject({
    format: "daymark",
    imported: { notes: 1 },
  });
  await expect(importFile(caller, write({ format: "other", habits: [] }), { format: "auto" })).rejects.toMatchObject({
    fields: { file: [{ code: "import_not_daymark" }] },
  });
});

describe.each(apps)("a file of $format", ({ format, fileOf }) => {
  const importAs = async (file: object | string, given: ImportFormat = "auto") =>
    importFile((await api.createUser({ plan: "paid" })).caller, file, { format: given });
  const refusal = { fields: { file: [{ code: "import_unreadable" }] } };

  test("is recognized by its content, also with a byte order mark, blanks and indentation", async () => {
    const text = `\u{feff}\r\n ${JSON.stringify(fileOf(["Run"]), null, 4)}\n`;
    expect(await importAs(text)).toMatchObject({ format, imported: { habits: 1, progress: 1 } });
  });

  test("is refused as another format, and another app's file as this one", async () => {
    await expect(importAs(fileOf(["Run"]), "loop")).rejects.toThrow();
    await expect(importAs({ habits: [{ title: "Run" }] }, format)).rejects.toMatchObject(refusal);
    await expect(importAs({ habits: [] }, format)).rejects.toMatchObject(refusal);
    await expect(importAs("[]", format)).rejects.toMatchObject(refusal);
  });

  test("that is cut off or nested too deep is refused", async () => {
    const text = JSON.stringify(fileOf(["Run", "Read"]));
    await expect(importAs(text.slice(0, -2))).rejects.toMatchObject(refusal);
    const deep = text.slice(0, -1).concat(`,"more":${"[".repeat(5000)}${"]".repeat(5000)}}`);
    await expect(importAs(deep)).rejects.toMatchObject(refusal);
  });

  test("may have the names of prototypes as titles and members", async () => {
    const titles = ["__proto__", "constructor", "toString"];
    const text = JSON.stringify(fileOf(titles)).replace("{", '{"__proto__":{"habits":1},"constructor":{},');
    const report = await importAs(text);
    expect(report).toMatchObject({ format, imported: { habits: 3, progress: 3 }, refused: [] });
    expect(({} as { habits?: number }).habits).toBeUndefined();
  });

  test("has habits without a title reported, and the others imported", async () => {
    const report = await importAs(fileOf(["Run", "   ", "Read"]));
    expect(report.imported).toMatchObject({ habits: 2 });
    expect(report.refused).toMatchObject([{ code: "row_invalid" }]);
    expect(await importAs(fileOf(["Run", ["Read"], "Swim"]))).toMatchObject({
      imported: { habits: 2 },
      refused: [{ code: "row_invalid" }],
    });
  });

  test("with ten years of days is read in many turns of the event loop", async () => {
    const { caller } = await api.createUser({ plan: "paid" });
    const turns = await countTurns(async () => {
      const report = await importFile(caller, fileOf(["Run"], 3650), { format: "auto" });
      expect(report.imported).toMatchObject({ habits: 1, progress: 3650 });
    });
    expect(turns).toBeGreaterThan(4);
  });

  test("with more habits than any account has is refused", async () => {
    const titles = Array.from({ length: 5001 }, (_, index) => `Habit ${index}`);
    await expect(importAs(fileOf(titles, 0))).rejects.toMatchObject({
      fields: { file: [{ code: "import_archive_too_large" }] },
    });
  });

  test("with a habit larger than thirty years is refused", async () => {
    await expect(importAs(fileOf(["R".repeat(1_100_000)]))).rejects.toMatchObject(refusal);
  });
});
