import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { boundedList } from "./bounded-list.ts";

test("a list that is too long is one error, and its elements are not checked", () => {
  let checked = 0;
  const element = z.number().check(z.refine(() => ++checked > 0));
  expect(boundedList(element, 3).safeParse([1, 2, 3]).success).toBe(true);
  expect(checked).toBe(3);
  const { error } = boundedList(element, 3).safeParse(Array(250_000).fill("wrong"));
  expect(error?.issues).toEqual([expect.objectContaining({ code: "too_big", origin: "array", maximum: 3 })]);
  expect(boundedList(element, 3).safeParse([1, 2, 3, 4]).success).toBe(false);
  expect(checked).toBe(3);
});

/** Its lists are exported, and `input-bounds.test.ts` of the server checks their bounds. */
const hasOwnTest = "daymark-row.ts";

test("all readers bound their lists, and read no objects with members of any name", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  const readers = files.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== hasOwnTest);
  expect(readers).toContain(join("apps", "habitica.ts"));
  const unbounded = readers.filter((name) => {
    const source = readFileSync(join(import.meta.dirname, name), "utf8");
    return /\bz\.(?:array|record|partialRecord|looseRecord|set|map|json)\(/.test(source);
  });
  expect(unbounded).toEqual(["bounded-list.ts"]);
});
