import { expect, test } from "vitest";
import { writeCsvLine } from "./csv.ts";

test("a line holds each cell once, whatever is in it", () => {
  expect(writeCsvLine(["Read, slowly", 'the "Odyssey"', "a\nb", null, undefined, true, [1, 2]])).toBe(
    '"Read, slowly","the ""Odyssey""","a\nb",,,true,1 2\r\n',
  );
});

test("what a spreadsheet would run is text, and a number below zero stays a number", () => {
  for (const start of ["=", "+", "-", "@", "\t", "\uff1d"]) {
    expect(writeCsvLine([`${start}HYPERLINK(1)`]), start).toBe(`'${start}HYPERLINK(1)\r\n`);
  }
  expect(writeCsvLine(["\r=1"])).toBe('"\'\r=1"\r\n');
  expect(writeCsvLine([-0.4, 1234.5, "a-b"])).toBe("-0.4,1234.5,a-b\r\n");
});
