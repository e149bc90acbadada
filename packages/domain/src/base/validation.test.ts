import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import * as z from "zod/mini";
import * as apiKey from "../account/api-key.ts";
import * as auth from "../account/auth.ts";
import * as securityEvent from "../account/security-event.ts";
import * as session from "../account/session.ts";
import * as twoFactor from "../account/two-factor.ts";
import { codesOf, errorsOf, fromJson, veryLong } from "../testing-codes.ts";
import * as habit from "../tracking/habit.ts";
import * as note from "../tracking/note.ts";
import * as progress from "../tracking/progress.ts";
import * as day from "./day-input.ts";
import { errorFieldsMax, fieldError, fieldErrorCodes, fieldErrors, wholeBody } from "./validation.ts";

const inputs = Object.entries({
  ...auth,
  ...habit,
  ...note,
  ...progress,
  ...securityEvent,
  ...session,
  ...twoFactor,
  dayRangeInput: day.dayRangeSchema,
})
  .filter(([name]) => name.endsWith("Input"))
  .map(([name, schema]) => [name, schema as z.core.$ZodType] as const);

const codes: ReadonlySet<string> = new Set(fieldErrorCodes);

test.each(["read", { length: 9 }])("%j instead of a list gets an error for its type, not for its size", (scopes) => {
  expect(codesOf(apiKey.apiKeyCreateInput, { name: "Script", scopes })).toEqual({ scopes: ["not_list"] });
});

describe("every input schema", () => {
  it("is included in these tests", () => {
    expect(inputs.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        "registerInput",
        "loginInput",
        "habitCreateInput",
        "progressSetInput",
        "noteCreateInput",
      ]),
    );
  });

  it.each(inputs)("%s refuses unknown members", (_name, schema) => {
    const body = fromJson('{"is_admin": true, "__proto__": {"id": 1}, "toString": null, "hasOwnProperty": 1}');
    const found = codesOf(schema, body);
    expect(found).toMatchObject({
      is_admin: ["unknown_field"],
      [wholeBody]: ["unknown_field"],
      toString: ["unknown_field"],
      hasOwnProperty: ["unknown_field"],
    });
  });

  it.each(inputs)("%s refuses a body that is not an object", (_name, schema) => {
    expect(codesOf(schema, null)).toEqual({ [wholeBody]: ["null"] });
    for (const body of ["text", 5, Number.NaN, true, [], [{}], "x".repeat(veryLong)]) {
      expect(codesOf(schema, body)).toEqual({ [wholeBody]: ["invalid"] });
    }
  });

  it.each(inputs)("%s answers any body with error codes only and changes no prototype", (_name, schema) => {
    const members = schemaMembers(schema);
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        "",
        " ",
        "a\u0000b",
        "\ud800",
        0,
        -0,
        1,
        -1,
        1.5,
        1e3,
        2 ** 31,
        2 ** 53,
        1e308,
        Number.NaN,
      ),
      fc.constantFrom<unknown>("1e3", "5", "true", "2026-11-21", [], [1], [null], {}, true, false),
      fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...members), fc.string()), value), (body) => {
        const parsed = parse(schema, body);
        if (parsed === "unmeasurable" || parsed.success) return;
        const errors = fieldErrors(parsed.error.issues, body);
        const list = Object.values(errors).flat();
        expect(list.length).toBeGreaterThan(0);
        for (const { code } of list) expect(codes.has(code)).toBe(true);
        for (const field of Object.keys(errors))
          expect(field === wholeBody || field in body || members.includes(field)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each(inputs)("%s is closed in the OpenAPI document", (_name, schema) => {
    expect(z.toJSONSchema(schema, { io: "input" })).toMatchObject({ type: "object", additionalProperties: false });
  });
});

/**
 * zod measures any value that has a `length`, and throws if that is an object that cannot become a number, such as
 * `{"valueOf": 1, "toString": 1}`. The host reports that as `validation_failed`.
 */
function parse(schema: z.core.$ZodType, body: unknown) {
  try {
    return z.safeParse(schema, body);
  } catch (error) {
    expect(String(error)).toBe("TypeError: Cannot convert object to primitive value");
    return "unmeasurable";
  }
}

/** The members of a schema, read in the same place as the product reads them. */
function schemaMembers(schema: z.core.$ZodType): string[] {
  return Object.keys(z.toJSONSchema(schema, { io: "input" }).properties ?? {});
}

describe("a field error", () => {
  const schema = z.strictObject({
    text: z.optional(z.string().check(z.minLength(2), z.maxLength(3))),
    count: z.optional(z.int().check(z.gte(1), z.lte(5))),
    flag: z.optional(z.boolean()),
    list: z.optional(z.array(z.int()).check(z.minLength(1), z.maxLength(2))),
    choice: z.optional(z.enum(["a", "b"])),
    format: z.optional(z.email()),
    inner: z.optional(z.object({ needed: z.string() })),
  });

  it.each([
    [{ text: "a" }, "text", { code: "too_short", values: { min: 2 } }],
    [{ text: "abcd" }, "text", { code: "too_long", values: { max: 3 } }],
    [{ text: 5 }, "text", { code: "not_text" }],
    [{ text: null }, "text", { code: "null" }],
    [{ count: 0 }, "count", { code: "too_small", values: { min: 1 } }],
    [{ count: 6 }, "count", { code: "too_big", values: { max: 5 } }],
    [{ count: 1.5 }, "count", { code: "not_integer" }],
    [{ count: "5" }, "count", { code: "not_integer" }],
    [{ count: "1e3" }, "count", { code: "not_integer" }],
    [{ count: Number.NaN }, "count", { code: "not_integer" }],
    [{ count: Number.POSITIVE_INFINITY }, "count", { code: "not_integer" }],
    [{ flag: "true" }, "flag", { code: "not_boolean" }],
    [{ flag: 1 }, "flag", { code: "not_boolean" }],
    [{ list: [] }, "list", { code: "too_few", values: { min: 1 } }],
    [{ list: [1, 2, 3] }, "list", { code: "too_many", values: { max: 2 } }],
    [{ list: "1" }, "list", { code: "not_list" }],
    [{ list: ["1"] }, "list", { code: "not_integer" }],
    [{ list: [1, null] }, "list", { code: "null" }],
    [{ choice: "c" }, "choice", { code: "choice_invalid", values: { options: "a, b" } }],
    [{ choice: "toString" }, "choice", { code: "choice_invalid", values: { options: "a, b" } }],
    [{ choice: 1 }, "choice", { code: "choice_invalid", values: { options: "a, b" } }],
    [{ format: "x" }, "format", { code: "invalid" }],
    [{ inner: {} }, "inner", { code: "required" }],
    [{ inner: 5 }, "inner", { code: "invalid" }],
    [{ more: 5 }, "more", { code: "unknown_field" }],
  ])("is found for %j", (body, field, expected) => {
    expect(errorsOf(schema, body)).toEqual({ [field]: [expected] });
  });

  it("appears once for a list, even if many of its items have it", () => {
    const numbers = z.strictObject({ list: z.array(z.int()) });
    expect(codesOf(numbers, { list: Array(veryLong).fill("x") })).toEqual({ list: ["not_integer"] });
  });

  it("appears next to other errors of the same field, in the order found", () => {
    const both = z.strictObject({
      a: z.string().check(
        z.minLength(3),
        z.refine(() => false, { error: "blank" }),
      ),
    });
    expect(codesOf(both, { a: "x" })).toEqual({ a: ["too_short", "blank"] });
  });

  it("is kept for a field with the name of an Object.prototype member", () => {
    const odd = z.strictObject({ constructor: z.string(), toString: z.string() });
    expect(codesOf(odd, { constructor: 1, toString: null })).toEqual({ constructor: ["not_text"], toString: ["null"] });
    expect(codesOf(odd, {})).toEqual({ constructor: ["required"], toString: ["required"] });
  });

  it("is limited in number for thousands of unknown members", () => {
    const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, 1]));
    expect(Object.keys(codesOf(schema, body))).toHaveLength(errorFieldsMax);
  });

  it("never contains zod's message", () => {
    const text = z.strictObject({ a: z.string().check(z.regex(/x/)), b: z.union([z.string(), z.int()]), c: z.null() });
    expect(codesOf(text, { a: "y", b: true, c: 1 })).toEqual({ a: ["invalid"], b: ["invalid"], c: ["invalid"] });
  });

  it("belongs to its top-level field, or names its place within it", () => {
    const rule = z.strictObject({ days: z.array(z.strictObject({ from: z.string() })) });
    const given = { rule: { days: [{ from: "a" }, { to: "b" }] }, more: 1 };
    const { error } = z.strictObject({ rule }).safeParse(given);
    const issues = error?.issues ?? [];
    const unknown = [{ code: "unknown_field" }];
    const required = [{ code: "required" }];
    expect(fieldErrors(issues, given)).toEqual({ rule: [...required, ...unknown], more: unknown });
    expect(fieldErrors(issues, given, () => true)).toEqual({
      ...{ "rule.days[1].from": required, "rule.days[1].to": unknown, more: unknown },
    });
  });

  it("for the whole body never has the code required", () => {
    expect(fieldErrors([{ code: "custom", path: [], message: "blank" }], {})).toEqual({
      [wholeBody]: [{ code: "blank" }],
    });
    expect(fieldError({ code: "invalid_type", expected: "object", message: "" }, undefined, true)).toEqual({
      code: "invalid",
    });
  });
});

it("no code is listed twice", () => {
  expect(codes.size).toBe(fieldErrorCodes.length);
});
