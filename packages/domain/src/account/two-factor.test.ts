import { describe, expect, it } from "vitest";
import { codesOf, nul } from "../testing-codes.ts";
import {
  anyLoginInput,
  backupCodeSchema,
  normalizeBackupCode,
  securityCodeSchema,
  stepUpInput,
  twoFactorDisableInput,
} from "./two-factor.ts";

describe("a code of an authenticator app", () => {
  it.each(["123456", "123 456", " 123456\n", "000000"])("may be written as %j", (text) => {
    expect(securityCodeSchema.parse(text)).toBe(text.replaceAll(/\s/g, ""));
  });

  it.each(["12345", "1234567", "12345a", "١٢٣٤٥٦", "-12345", "1e5555", `${nul}123456`])("is not %j", (code) => {
    expect(codesOf(stepUpInput, { code })).toEqual({ code: ["security_code_format"] });
  });

  it.each([
    ["", "blank"],
    [" ", "blank"],
    [123456, "not_text"],
    [null, "null"],
  ])("is refused as %j with an error code of its own", (code, expected) => {
    expect(codesOf(stepUpInput, { code })).toMatchObject({ code: [expected] });
  });
});

describe("a backup code", () => {
  it.each([
    ["0123456789AB", "0123456789AB"],
    ["abcd-efgh-jkmn", "ABCDEFGHJKMN"],
    [" abcd efgh jkmn ", "ABCDEFGHJKMN"],
    // Codes do not contain these letters, so a letter counts as the digit that it resembles.
    ["OoIiLl000111", "001111000111"],
  ])("written as %j is read as %s", (text, code) => {
    expect(normalizeBackupCode(text)).toBe(code);
    expect(backupCodeSchema.parse(text)).toBe(code);
  });

  it.each(["0123456789A", "0123456789ABC", "0123-4567-89A"])(
    "must have twelve characters, so %j is refused",
    (text) => {
      expect(codesOf(twoFactorDisableInput, { backup_code: text })).toEqual({ backup_code: ["backup_code_format"] });
    },
  );
});

describe("a log-in in any of its forms", () => {
  it.each([
    { username: "olena", password: "p" },
    { username: "olena", password: "p", remember_me: true },
    { username: "olena", password: "p", code: "123456" },
    { username: "olena", password: "p", backup_code: "0123456789AB", remember_me: false },
    { challenge: "x", code: "123456" },
    { challenge: "x", backup_code: "0123456789AB" },
  ])("accepts %j", (body) => {
    expect(anyLoginInput.parse(body)).toEqual(body);
  });

  it("is refused with every error at once", () => {
    const body = { username: "", code: "1", backup_code: "2", is_staff: true };
    expect(codesOf(anyLoginInput, body)).toEqual({
      username: ["blank"],
      password: ["required"],
      code: ["security_code_format", "code_or_backup_code"],
      backup_code: ["backup_code_format"],
      is_staff: ["unknown_field"],
    });
  });
});
