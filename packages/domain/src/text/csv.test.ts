import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvCell, writeCsvLine } from "./csv.ts";

test("a line quotes its cells, so that each cell stays one cell", () => {
  expect(writeCsvLine(["Read, slowly", 'the "Odyssey"', "a\nb", null, undefined, true, [1, 2]])).toBe(
    '"Read, slowly","the ""Odyssey""","a\nb",,,true,1 2\r\n',
  );
});

test("text that a spreadsheet would run as a formula is escaped, and a negative number stays a number", () => {
  for (const start of ["=", "+", "-", "@", "\uff1d", " =", "\u00a0="]) {
    expect(writeCsvLine([`${start}HYPERLINK(1)`]), start).toBe(`'${start}HYPERLINK(1)\r\n`);
  }
  expect(writeCsvLine(["\tx"])).toBe('"\'\tx"\r\n');
  expect(writeCsvLine(["\r=1"])).toBe("\"'\r'=1\"\r\n");
  expect(writeCsvLine([-0.4, 1234.5, "a-b"])).toBe("-0.4,1234.5,a-b\r\n");
});

test.each([
  ["foo;=cmd()", '"foo;\'=cmd()"'],
  ["foo; =cmd()", '"foo;\' =cmd()"'],
  ["foo\t@SUM(A1)", '"foo\t\'@SUM(A1)"'],
  ["foo\n-1", '"foo\n\'-1"'],
  ["foo\r\n+1", '"foo\r\n\'+1"'],
  ['foo;"=1"', '"foo;\'""=1"""'],
  ["foo;;\t=1", '"foo;;\t\'=1"'],
  ["foo;\uff1d1", '"foo;\'\uff1d1"'],
])("%j is not a formula in a program that splits lines at other separators", (text, written) => {
  expect(writeCsvLine([1, text, 2])).toBe(`1,${written},2\r\n`);
});

test("semicolons and tabs in a text are quoted, and the text does not change", () => {
  expect(writeCsvLine(["Ранок; двір", "a\tb", "a;b=c", "x"])).toBe('"Ранок; двір","a\tb","a;b=c",x\r\n');
});

/** Text in which separators, quotes and formula characters are adjacent. */
const text = fc.string({ unit: fc.constantFrom(..."=+-@＝;,\t\r\n\"' a1") });
const cell: fc.Arbitrary<CsvCell> = fc.oneof(text, fc.integer(), fc.array(fc.oneof(text, fc.nat())));
/** A line of our files begins with an id or a name, never with a negative number. */
const row = fc.tuple(fc.oneof(text, fc.nat()), fc.array(cell)).map(([first, others]) => [first, ...others]);

test.each([",", ";", "\t"])("no cell becomes a formula in a program that splits at %j, for any texts", (at) => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      for (const read of readCells(rows.map(writeCsvLine).join(""), at)) {
        // A negative number is no formula, and no text has become one.
        if (!/^-\d+$/.test(read)) expect(read).not.toMatch(/^\s*[=+\-@＝]/);
      }
    }),
    { numRuns: 500 },
  );
});

test("a line with many separators is written in linear time", () => {
  // 10 million characters: with a second scan from each separator, the test would take hours.
  const separators = ";\t \n".repeat(2_500_000);
  expect(writeCsvLine([separators])).toBe(`"${separators}"\r\n`);
});

/** Cells as a spreadsheet reads them: it recognises quotes only at the beginning of a cell. */
function readCells(file: string, separator: string): string[] {
  const cells: string[] = [];
  let read = "";
  let isQuoted = false;
  let isBegun = false;
  for (let index = 0; index < file.length; index += 1) {
    const character = file.charAt(index);
    if (isQuoted && character === '"' && file.charAt(index + 1) === '"') {
      read += '"';
      index += 1;
    } else if (isQuoted && character === '"') isQuoted = false;
    else if (isQuoted) read += character;
    else if (character === separator || character === "\r" || character === "\n") {
      cells.push(read);
      read = "";
      isBegun = false;
      continue;
    } else if (character === '"' && !isBegun) isQuoted = true;
    else read += character;
    isBegun = true;
  }
  return [...cells, read];
}
