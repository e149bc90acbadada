import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeCsvLine } from "./csv.ts";
import { CsvError, readCsv } from "./read-csv.ts";

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
  ])("%j is parsed", (text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  test("gives the line on which a row begins, also after rows with several lines", () => {
    const lines = [...readCsv('a\n"b\nb\nb",c\n\nd\n')].map(({ line, cells }) => [line, cells[0]]);
    expect(lines).toEqual([
      [1, "a"],
      [2, "b\nb\nb"],
      [6, "d"],
    ]);
  });

  test("that was written is parsed to the same cells", () => {
    // A cell that a spreadsheet would read as a formula gets a quote before it.
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

  test.each([
    ["of one endless cell", "x".repeat(200_000)],
    ["of one endless quoted cell", `"${'""'.repeat(100_000)}"`],
    ["with an unclosed quote", `"${"x\n".repeat(100_000)}`],
    ["of only commas", ",".repeat(200_000)],
    ["of only empty lines", "\n".repeat(200_000)],
  ])("with a row %s is refused before the row is read to its end", (_, text) => {
    expect(() => cellsOf(`a,b\n${text}\n`)).toThrow(CsvError);
  });

  test.each([
    ["semicolon", 'a;"b;c";1,5\n', [["a", "b;c", "1,5"]]],
    ["tab", 'a\t"b\tc"\t1,5\t\n', [["a", "b\tc", "1,5", ""]]],
  ] as const)("is parsed with a %s between the cells", (separator, text, cells) => {
    expect([...readCsv(text, separator)].map((row) => row.cells)).toEqual(cells);
  });

  test("keeps the first 200 cells of a row", () => {
    expect(cellsOf("x,".repeat(500))[0]).toHaveLength(200);
  });
});
