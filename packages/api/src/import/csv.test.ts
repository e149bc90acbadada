import { writeCsvLine } from "@daymark/domain/csv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "./csv.ts";

const cellsOf = (text: string) => [...readCsv(text)].map(({ cells }) => cells);

describe("CSV", () => {
  test.each<[string, string[][]]>([
    ["", []],
    ["\n\n", []],
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a\rb\r", [["a"], ["b"]]],
    ["\u{feff}a,b\n", [["a", "b"]]],
    [",\n", [["", ""]]],
    ['"a,b","c""d","e\nf"\n', [["a,b", 'c"d', "e\nf"]]],
    ['""\nx\n', [["x"]]],
    ['"never closed,\nto the end', [["never closed,\nto the end"]]],
    ['"closed"tail,b\n', [["closedtail", "b"]]],
    ['a"b,c\n', [['a"b', "c"]]],
  ])("%j is read", (text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  test("tells the line a row begins on, also after rows of several lines", () => {
    const lines = [...readCsv('a\n"b\nb\nb",c\n\nd\n')].map(({ line, cells }) => [line, cells[0]]);
    expect(lines).toEqual([
      [1, "a"],
      [2, "b\nb\nb"],
      [6, "d"],
    ]);
  });

  test("that is written is read again, whatever its cells hold", () => {
    // What a spreadsheet would take for a formula is written with a quote before it.
    const cell = fc
      .string({ unit: fc.constantFrom("a", "ї", ",", '"', "\n", "\r", " ") })
      .filter((text) => !/^[\r\n]/.test(text));
    const row = fc.array(cell, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(cellsOf(rows.map((cells) => writeCsvLine(cells)).join(""))).toEqual(rows);
      }),
    );
  });
});
