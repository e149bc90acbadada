import { describe, expect, it } from "vitest";
import { codesOf, errorsOf, fromJson, loneSurrogate, nul, veryLong } from "../testing-codes.ts";
import { blacklistInput, linkTokenInput, loginInput, refreshInput, registerInput, usernameSchema } from "./auth.ts";

const registration = {
  username: "olena_1",
  email: "olena@example.com",
  password: "Aa1!aaaa",
  password_confirmation: "Aa1!aaaa",
  agreement: true,
};

describe("a user name", () => {
  it.each(["abc", "A_b", "___", "123", "a".repeat(30)])("may be %j", (name) => {
    expect(usernameSchema.parse(name)).toBe(name);
  });

  it.each([
    ["", { code: "blank" }],
    [" ", { code: "username_characters" }],
    [" abc", { code: "username_characters" }],
    ["abc\n", { code: "username_characters" }],
    ["a-b", { code: "username_characters" }],
    ["a.b", { code: "username_characters" }],
    ["a@b.example", { code: "username_characters" }],
    ["олена", { code: "username_characters" }],
    ["é1", { code: "username_characters" }],
    ["ａｂｃ", { code: "username_characters" }],
    [nul, { code: "username_characters" }],
    [loneSurrogate, { code: "username_characters" }],
    ["ab", { code: "too_short", values: { min: 3 } }],
    ["a".repeat(31), { code: "too_long", values: { max: 30 } }],
    ["a".repeat(veryLong), { code: "too_long", values: { max: 30 } }],
    [`${"a".repeat(veryLong)}!`, { code: "username_characters" }],
  ])("may not be %j", (name, expected) => {
    expect(errorsOf(usernameSchema, name)).toEqual({ body: [expected] });
  });
});

describe("a registration", () => {
  it("is accepted with and without its optional members", () => {
    expect(registerInput.parse({ ...registration, email: " Olena@Example.com" })).toEqual(registration);
    const full = { ...registration, newsletter: true, captcha: "answer" };
    expect(registerInput.parse(full)).toEqual(full);
  });

  it.each([
    [
      "nothing",
      {},
      {
        username: ["required"],
        email: ["required"],
        password: ["required"],
        password_confirmation: ["required"],
        agreement: ["required"],
      },
    ],
    [
      "nulls",
      { username: null, email: null, password: null, password_confirmation: null, agreement: null, newsletter: null },
      {
        username: ["null"],
        email: ["null"],
        password: ["null"],
        password_confirmation: ["null"],
        agreement: ["null"],
        newsletter: ["null"],
      },
    ],
    [
      "blanks",
      { ...registration, username: "", email: "", password: "", password_confirmation: "" },
      { username: ["blank"], email: ["blank"], password: ["blank"], password_confirmation: ["blank"] },
    ],
    [
      "wrong types",
      { username: 1, email: [], password: {}, password_confirmation: true, agreement: "true", newsletter: "yes" },
      {
        username: ["not_text"],
        email: ["not_text"],
        password: ["not_text"],
        password_confirmation: ["not_text"],
        agreement: ["agreement_required"],
        newsletter: ["not_boolean"],
      },
    ],
    ["no agreement", { ...registration, agreement: false }, { agreement: ["agreement_required"] }],
    ["an agreement of 1", { ...registration, agreement: 1 }, { agreement: ["agreement_required"] }],
    [
      "a different confirmation",
      { ...registration, password_confirmation: "Aa1!aaab" },
      { password_confirmation: ["passwords_differ"] },
    ],
    [
      "a confirmation in another case",
      { ...registration, password_confirmation: "aA1!aaaa" },
      { password_confirmation: ["passwords_differ"] },
    ],
    ["an empty confirmation", { ...registration, password_confirmation: "" }, { password_confirmation: ["blank"] }],
    ["no confirmation", { ...registration, password_confirmation: undefined }, { password_confirmation: ["required"] }],
    [
      "a different confirmation and every other error",
      {
        username: "a b",
        email: "no address",
        password: "12345678",
        password_confirmation: "12345679",
        agreement: false,
        newsletter: 1,
        is_staff: true,
      },
      {
        username: ["username_characters"],
        email: ["email_invalid"],
        password: ["password_common"],
        password_confirmation: ["passwords_differ"],
        agreement: ["agreement_required"],
        newsletter: ["not_boolean"],
        is_staff: ["unknown_field"],
      },
    ],
    [
      "a different confirmation and missing members",
      { password: "weak", password_confirmation: "week" },
      {
        username: ["required"],
        email: ["required"],
        password: ["password_weak"],
        password_confirmation: ["passwords_differ"],
        agreement: ["required"],
      },
    ],
  ])("with %s is refused with an error for each field", (_case, body, expected) => {
    expect(codesOf(registerInput, body)).toEqual(expected);
  });

  it("compares the two passwords after normalization", () => {
    const body = { ...registration, password: "Aa1!cafe\u0301", password_confirmation: "Aa1!caf\u00e9" };
    expect(registerInput.parse(body).password).toBe("Aa1!caf\u00e9");
  });

  it.each([null, undefined, "text", 5, true, []])("is refused if the body is %j", (body) => {
    expect(Object.keys(codesOf(registerInput, body))).toEqual(["body"]);
  });

  it("is refused if it sets a field that it does not have", () => {
    const members = `"__proto__": {"is_staff": true}, "constructor": 1, "is_staff": true, "plan": "paid"`;
    const body = fromJson(`{${members}, ${JSON.stringify(registration).slice(1)}`);
    expect(codesOf(registerInput, body)).toEqual({
      body: ["unknown_field"],
      constructor: ["unknown_field"],
      is_staff: ["unknown_field"],
      plan: ["unknown_field"],
    });
    expect(({} as { is_staff?: unknown }).is_staff).toBeUndefined();
  });
});

describe("a log-in", () => {
  it("accepts a user name or an address and trims it", () => {
    expect(loginInput.parse({ username: " Olena@Example.com ", password: " p " })).toEqual({
      username: "Olena@Example.com",
      password: " p ",
    });
  });

  it.each([
    [{}, { username: ["required"], password: ["required"] }],
    [
      { username: " ", password: "" },
      { username: ["blank"], password: ["blank"] },
    ],
    [
      { username: null, password: null, remember_me: null },
      { username: ["null"], password: ["null"], remember_me: ["null"] },
    ],
    [
      { username: 5, password: 5, remember_me: 1 },
      { username: ["not_text"], password: ["not_text"], remember_me: ["not_boolean"] },
    ],
    [{ username: nul, password: "p" }, { username: ["unreadable_text"] }],
    [{ username: loneSurrogate, password: "p" }, { username: ["unreadable_text"] }],
    [
      { username: "a".repeat(veryLong), password: "a".repeat(veryLong) },
      { username: ["too_long"], password: ["too_long"] },
    ],
    [{ username: "a", password: "p", email: "a" }, { email: ["unknown_field"] }],
  ])("is refused with the body %j", (body, expected) => {
    expect(codesOf(loginInput, body)).toEqual(expected);
  });
});

it.each([
  [
    "refresh",
    refreshInput,
    { refresh: "a".repeat(4097), rotate: "yes" },
    { refresh: ["too_long"], rotate: ["not_boolean"] },
  ],
  ["refresh", refreshInput, {}, { refresh: ["required"] }],
  ["log-out", blacklistInput, { refresh: null, all: true }, { refresh: ["null"], all: ["unknown_field"] }],
  ["link", linkTokenInput, { token: "a".repeat(257) }, { token: ["too_long"] }],
])("a %s token must be text of bounded length", (_name, schema, body, expected) => {
  expect(codesOf(schema, body)).toEqual(expected);
});
