import { expect, test } from "vitest";
import * as z from "zod/mini";
import { countTurns } from "../import/testing.ts";
import { compiledOutput } from "./compiled-output.ts";

const schema = z.object({
  results: z.array(
    z.object({ id: z.int(), note: z.nullable(z.string()), unit: z.optional(z.enum(["hours", "pages"])) }),
  ),
});
const check = compiledOutput(schema);

test("a valid output is returned as the schema returns it, without unknown members", () => {
  const output = { results: [{ id: 1, note: null, password_hash: "secret" }], total: 1 };
  expect(check(output)).toEqual({ results: [{ id: 1, note: null }] });
  expect(check(output)).toEqual(schema.parse(output));
});

test.each([
  { results: [{ id: 1.5, note: null }] },
  { results: [{ id: 1 }] },
  { results: [{ id: 1, note: null, unit: "parsecs" }] },
  { results: {} },
  null,
])("%j is refused with the schema's own issues", (output) => {
  const { error } = schema.safeParse(output);
  expect(error).toBeDefined();
  expect(() => check(output)).toThrow(expect.objectContaining({ issues: error?.issues }));
});

test("a list of thousands of rows is checked as a short one, in turns of the event loop", async () => {
  const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, note: null, password_hash: "secret" }));
  let checked: unknown;
  const turns = await countTurns(async () => {
    checked = await check({ results: rows, total: 1 });
  });
  expect(checked).toEqual({ results: rows.map(({ id }) => ({ id, note: null })) });
  expect(turns).toBeGreaterThanOrEqual(4);
  await expect(async () => check({ results: [...rows, { id: 1.5, note: null }] })).rejects.toThrow();
});

test("a few rows with long lists are checked in turns of the event loop, too", async () => {
  const checkLists = compiledOutput(z.object({ results: z.array(z.object({ past: z.array(z.array(z.int())) })) }));
  const rows = Array.from({ length: 40 }, () => ({ past: Array.from({ length: 10 }, () => Array(30).fill(1)) }));
  let checked: unknown;
  const turns = await countTurns(async () => {
    checked = await checkLists({ results: rows });
  });
  expect(checked).toEqual({ results: rows });
  // Seven rows at once have more than 2,000 items.
  expect(turns).toBeGreaterThanOrEqual(5);
});

test("the schema remains available for the API document", () => {
  expect(check.schema).toBe(schema);
});
