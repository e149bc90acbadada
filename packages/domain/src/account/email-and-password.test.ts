import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codesOf, errorsOf, loneSurrogate, nul, veryLong } from "../testing-codes.ts";
import {
  emailSchema,
  isPasswordMixed,
  newPasswordSchema,
  normalizeEmail,
  normalizePassword,
  passwordConfirmation,
  passwordSchema,
} from "./auth.ts";

describe("an e-mail address", () => {
  it("with too many combining marks is refused as too long", () => {
    const marks = `a${"\u0300".repeat(250_000)}${"\u0316".repeat(250_000)}@example.com`;
    expect(emailSchema.safeParse(marks).error?.issues).toMatchObject([{ message: "too_long" }]);
  });

  it.each([
    ["olena@example.com", "olena@example.com"],
    ["  Olena@EXAMPLE.com\n", "olena@example.com"],
    ["o.l+tag_1-a'b@mail.example.co.uk", "o.l+tag_1-a'b@mail.example.co.uk"],
    ["a@b.co", "a@b.co"],
    ["1@2.com", "1@2.com"],
    ["a@xn--e1afmkfd.xn--p1ai", "a@xn--e1afmkfd.xn--p1ai"],
    ["Пошта@Приклад.УКР", "пошта@xn--80aikifvh.xn--j1amh"],
    // The same letter as two code points and as one is the same address.
    ["jose\u0301@example.com", "jos\u00e9@example.com"],
    [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
  ])("may be %j and is stored as %j", (typed, kept) => {
    expect(emailSchema.parse(typed)).toBe(kept);
  });

  it.each([
    "olena",
    "@example.com",
    "olena@",
    "olena@example",
    "olena@localhost",
    "olena@.com",
    "olena@example.",
    "olena@example..com",
    "olena@-example.com",
    "olena@example-.com",
    "olena@example.c",
    "olena@127.0.0.1",
    "olena@[127.0.0.1]",
    ".olena@example.com",
    "olena.@example.com",
    "ole..na@example.com",
    "ole na@example.com",
    "olena@exa mple.com",
    "olena@@example.com",
    "a@b@example.com",
    "Olena <olena@example.com>",
    '"olena"@example.com',
    "olena@example.com, b@example.com",
    "olena@example.com\r\nBcc: b@example.com",
    "../../olena@example.com",
    "a/b@example.com",
    "a\\b@example.com",
    "a`b@example.com",
    "olena@example.com\u202e",
    "olena\u200b@example.com",
    `${"a".repeat(65)}@example.com`,
    `olena@${"a".repeat(64)}.com`,
    nul,
    `${nul}@example.com`,
    `${loneSurrogate}@example.com`,
  ])("may not be %j", (typed) => {
    expect(codesOf(emailSchema, typed)).toEqual({ body: ["email_invalid"] });
  });

  it.each([
    ["olena@ｅxample.com", "olena@example.com"],
    ["olena@ＥＸＡＭＰＬＥ．ＣＯＭ", "olena@example.com"],
    ["olena@example。com", "olena@example.com"],
    ["olena@Bücher.example", "olena@xn--bcher-kva.example"],
    ["olena@bu\u0308cher.example", "olena@xn--bcher-kva.example"],
    ["olena@XN--BCHER-KVA.example", "olena@xn--bcher-kva.example"],
    ["olena@faß.example", "olena@xn--fa-hia.example"],
    ["olena@②.example", "olena@2.example"],
  ])("is normalized to one spelling of its domain: %j becomes %j", (typed, kept) => {
    expect(emailSchema.parse(typed)).toBe(kept);
    expect(normalizeEmail(kept)).toBe(kept);
  });

  it.each([
    // Characters that a URL parser interprets: an escape, a port, a path, a user, a soft hyphen that it removes.
    "olena@%65xample.com",
    "olena@example.com:80",
    "olena@example.com/",
    "olena@example.com#",
    "olena@exam\u00adple.com",
    // Numbers that a URL parser reads as an IPv4 address.
    "olena@１２７.0.0.1",
    "olena@１.0x7f",
    // Domains that IDNA rejects.
    "olena@xn--\u00e9.com",
    `olena@${"ü".repeat(63)}.com`,
  ])("is refused if IDNA rejects its domain: %j", (typed) => {
    expect(codesOf(emailSchema, typed)).toEqual({ body: ["email_invalid"] });
  });

  it("is not converted if it is longer than a domain can be, because that takes quadratic time", () => {
    const typed = `olena@${"ü".repeat(100_000)}.com`;
    expect(normalizeEmail(typed)).toBe(typed);
    expect(codesOf(emailSchema, typed)).toEqual({ body: ["too_long"] });
  });

  it("is refused as blank if the user types only white space", () => {
    expect(codesOf(emailSchema, "")).toEqual({ body: ["blank"] });
    expect(codesOf(emailSchema, " \t ")).toEqual({ body: ["blank"] });
  });

  it.each([
    ["a", "b.", "a", ""],
    ["", "a.", "", ""],
    ["", "a@", "", ""],
    ["", "", "a@", "a."],
    ["a@", "a-", "", "-.com"],
    ["a@", "1.", "", "1"],
  ])("is refused without backtracking, however long it is: repetitions of %j", (start, repeated, again, end) => {
    // A pattern with backtracking would not finish on these texts.
    const typed = start + repeated.repeat(veryLong / 2) + again.repeat(veryLong / 2) + end;
    expect(errorsOf(emailSchema, typed)).toEqual({ body: [{ code: "too_long", values: { max: 254 } }] });
    const bounded = (start + repeated.repeat(120) + again.repeat(120)).slice(0, 250) + end;
    expect(codesOf(emailSchema, bounded)).toEqual({ body: ["email_invalid"] });
  });

  it("is normalized to the same form when normalized twice or typed as NFD", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (typed) => {
        const once = normalizeEmail(typed);
        expect(normalizeEmail(once)).toBe(once);
        expect(normalizeEmail(typed.normalize("NFD"))).toBe(once);
        const asDomain = normalizeEmail(`a@${typed}`);
        expect(normalizeEmail(asDomain)).toBe(asDomain);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a new password", () => {
  it.each(["Aa1!aaaa", "Їжак-2026", "aA1 ?bbb", "Aa1!😀😀😀😀", `Aa1!${"x".repeat(124)}`])("may be %j", (password) => {
    expect(newPasswordSchema.parse(password)).toBe(password.normalize("NFC"));
  });

  it.each([
    ["", { code: "blank" }],
    ["12345678", { code: "password_common" }],
    ["1", { code: "password_common" }],
    ["١٢٣٤٥٦٧٨", { code: "password_common" }],
    ["Aa1!aaa", { code: "password_weak" }],
    // Eight code units, six characters.
    ["Aa1!😀😀", { code: "password_weak" }],
    ["aaaaaaaa", { code: "password_weak" }],
    ["Aaaaaaaa", { code: "password_weak" }],
    ["Aa1aaaaa", { code: "password_weak" }],
    ["Aa1 aaaa", { code: "password_weak" }],
    ["aa1!aaaa", { code: "password_weak" }],
    ["AA1!AAAA", { code: "password_weak" }],
    ["Aaa!aaaa", { code: "password_weak" }],
    // A letter with a separate accent has no special character.
    ["Aa1aaaae\u0301", { code: "password_weak" }],
    [`Aa1!${"x".repeat(125)}`, { code: "too_long", values: { max: 128 } }],
    ["1".repeat(veryLong), { code: "too_long", values: { max: 128 } }],
    [`Aa1!${loneSurrogate}aa`, { code: "unreadable_text" }],
  ])("may not be %j", (password, expected) => {
    expect(errorsOf(newPasswordSchema, password)).toEqual({ body: [expected] });
  });

  it("keeps its spaces and is never truncated", () => {
    expect(newPasswordSchema.parse(" Aa1!aaa ")).toBe(" Aa1!aaa ");
  });

  it("is normalized to NFC", () => {
    expect(newPasswordSchema.parse("Aa1!cafe\u0301")).toBe("Aa1!caf\u00e9");
    expect(passwordSchema.parse("Aa1!cafe\u0301")).toBe(normalizePassword("Aa1!caf\u00e9"));
  });

  it("must contain a lower-case letter, an upper-case letter, a digit and a symbol", () => {
    const kinds = { lower: "a", upper: "Q", digit: "7", symbol: "#" };
    expect(isPasswordMixed(Object.values(kinds).join(""))).toBe(true);
    for (const kind of Object.keys(kinds)) {
      const others = Object.entries(kinds).filter(([name]) => name !== kind);
      expect(isPasswordMixed(others.map(([, character]) => character).join(""))).toBe(false);
    }
  });
});

describe("a password to check", () => {
  it.each([passwordSchema, passwordConfirmation, newPasswordSchema])(
    "with too many combining marks is refused as too long",
    (schema) => {
      const marks = `a${"\u0300".repeat(250_000)}${"\u0316".repeat(250_000)}`;
      expect(schema.safeParse(marks).error?.issues).toMatchObject([{ message: "too_long" }]);
    },
  );

  it("may be any text of bounded length, so a wrong password counts as wrong and not as invalid", () => {
    for (const password of ["1", " ", "12345678", "a".repeat(1024), nul, loneSurrogate]) {
      expect(codesOf(passwordSchema, password)).toEqual({});
    }
    expect(codesOf(passwordSchema, "")).toEqual({ body: ["blank"] });
    expect(codesOf(passwordSchema, "a".repeat(1025))).toEqual({ body: ["too_long"] });
  });
});
