import { expect, test } from "vitest";
import { instantSchema, utcInstantSchema } from "./instant.ts";

test.each([
  ["0001-01-01T00:00:00Z", true],
  ["2026-12-01T12:30:00+02:00", true],
  ["9999-12-31T23:59:59.999Z", true],
  ["0000-01-01T00:00:00Z", false],
  ["0000-12-31T23:59:59Z", false],
  ["0001-01-01T00:00:00+00:01", false],
  ["9999-12-31T23:59:59-12:00", false],
  ["2026-12-01", false],
  ["tomorrow", false],
])("%s is an instant that PostgreSQL can store: %s", (text, is) => {
  expect(instantSchema.safeParse(text).success).toBe(is);
});

test.each([
  ["0001-01-01T00:00:00.000Z", true],
  ["9999-12-31T23:59:59.999Z", true],
  ["0000-12-31T23:59:59.999Z", false],
  ["2026-12-01T12:30:00.000+02:00", false],
  ["2026-12-01T12:30:00Z", false],
  [`2026-12-01T12:30:00.${"0".repeat(150)}Z`, false],
])("%s is an instant in the format of responses: %s", (text, is) => {
  expect(utcInstantSchema.safeParse(text).success).toBe(is);
});

test("an instant with a wrong format or year gets one error", () => {
  for (const text of ["tomorrow", "0000-01-01T00:00:00Z"]) {
    expect(instantSchema.safeParse(text).error?.issues).toHaveLength(1);
  }
});
