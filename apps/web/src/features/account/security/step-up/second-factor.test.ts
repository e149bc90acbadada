import { expect, test } from "vitest";
import { secondFactorOf, secondFactorSchema } from "./second-factor.ts";

const codeOf = (text: string) => secondFactorSchema.safeParse(text).error?.issues[0]?.message;

test.each(["123456", " 123 456 ", "ABCD-1234-EF56", "123456789012"])(
  "%s is accepted as a code or a backup code",
  (text) => {
    expect(codeOf(text)).toBeUndefined();
  },
);

test.each([
  ["", "blank"],
  ["00", "security_code_format"],
  ["1234567", "security_code_format"],
  ["ABCD-12", "backup_code_format"],
])("“%s” gets the error of the code it resembles: %s", (text, code) => {
  expect(codeOf(text)).toBe(code);
});

test("a number as long as a backup code is sent as a backup code", () => {
  expect(secondFactorOf("123456789012")).toEqual({ backup_code: "123456789012" });
  expect(secondFactorOf("123 456")).toEqual({ code: "123456" });
});
