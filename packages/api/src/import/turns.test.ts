import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { readDaymark } from "./readers/daymark.ts";
import { readLoopArchive } from "./readers/loop/loop-archive.ts";
import { Report } from "./readers/report.ts";
import { listZip } from "./readers/zip.ts";
import { countTurns, makeZip } from "./testing.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("an import yields to other requests while it reads a file", () => {
  test.each(["0", "{}", "[]", '"e\u0301"'])("with nine thousand rows of %s", async (row) => {
    const rows = `[${`${row},`.repeat(8_999)}${row}]`;
    for (const list of ["habits", "notes"]) {
      const file = bytesOf(`{"format":"daymark","version":1,"habits":[],"${list}":${rows}}`);
      const turns = await countTurns(() => readDaymark(file, new Report(), { today: "2026-11-23" }));
      expect(turns, list).toBeGreaterThanOrEqual(9_000 / 200 - 1);
    }
  });

  test("with a Loop habit that has every day of a century", async () => {
    const dayOf = (index: number) => new Date(Date.UTC(2001, 0, 1 + index)).toISOString().slice(0, 10);
    const days = Array.from({ length: 36_524 }, (_, index) => `${dayOf(index)},YES_MANUAL,\n`);
    const archive = makeZip([
      ["Habits.csv", "Position,Name,Type,FrequencyNumerator\n001,Run,YES_NO,1\n", { method: 0 }],
      // Not compressed, because unpacking on another thread would give other requests any number of turns.
      ["001 Run/Checkmarks.csv", `Date,Value,Notes\n${days.join("")}`, { method: 0 }],
    ]);
    const turns = await countTurns(async () => {
      const { habits } = await readLoopArchive(archive, new Report(), "2026-11-23");
      expect(habits[0]?.days.length).toBe(days.length);
    });
    expect(turns).toBeGreaterThanOrEqual(36);
  });

  test("with five thousand file names of backslashes in a Loop archive", async () => {
    const name = `${"\\".repeat(497)}Checkmarks.csv`;
    const archive = makeZip([
      ["Habits.csv", "Position,Name,FrequencyNumerator\n", { method: 0 }],
      ...Array.from({ length: 4_999 }, () => [name, "", { method: 0 }] as const),
    ]);
    const turns = await countTurns(() => readLoopArchive(archive, new Report(), "2026-11-23"));
    expect(turns).toBeGreaterThanOrEqual(5_000);
  });
});

test("an archive entry with a long name or an unknown ending is skipped before its name is decoded", async () => {
  const names = [
    "a.csv",
    `${"ї".repeat(254)}.csv`,
    `${"x".repeat(509)}.csv`,
    `${"x".repeat(60_000)}.csv`,
    "\\".repeat(512),
  ];
  const archive = makeZip(names.map((name) => [name, ""] as const));
  const listed = await listZip(archive, { entriesMax: 10, nameEndings: ["Habits.csv", ".csv"] });
  expect(listed.map(({ name }) => name)).toEqual(names.slice(0, 2));
});

test("a million extra fields in an archive are not kept in memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  // Each is four bytes of zeros: an identifier, and the length of no data.
  const extra = Buffer.alloc(4 * 1000);
  const names = Array.from({ length: 1000 }, (_, index) => `${index}.csv`);
  const archive = makeZip(names.map((name) => [name, "", { extra }] as const));
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const listed = await listZip(archive, { entriesMax: 1000, nameEndings: [".csv"] });
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  expect(listed).toHaveLength(1000);
});
