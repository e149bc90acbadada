import { expect, test } from "vitest";
import * as z from "zod/mini";
import { quick } from "./quick.ts";

const row = z.object({
  id: z.int(),
  note: z.nullable(z.string()),
  unit: z.enum(["times", "minutes"]),
  tags: z.optional(z.array(z.strictObject({ name: z.string().check(z.minLength(1)) }))),
});
const make = () =>
  z
    .strictObject({ from: z.int(), to: z.int(), rows: z.array(row), one: z.union([row, z.null()]) })
    .check(z.refine(({ from, to }) => from <= to, { path: ["to"], error: "order" }));

const values: unknown[] = [
  { from: 1, to: 2, rows: [{ id: 1, note: null, unit: "times", more: 1 }], one: null },
  { from: 1, to: 2, rows: [{ id: 1, note: "x", unit: "minutes", tags: [{ name: "a" }] }], one: null },
  { from: 3, to: 2, rows: [], one: null },
  { from: 1, to: 2, rows: [], one: null, more: 1 },
  { from: 1, to: 2, rows: [{ id: "1", unit: "hours", tags: [{ name: "", more: 1 }] }], one: { id: 1 } },
  { from: 1, rows: null },
  null,
  "text",
];

test.for(values.map((value, index) => ({ index, value })))(
  "a quick schema accepts, refuses and answers as it did before, value $index",
  async ({ value }) => {
    const before = await z.safeParseAsync(make(), value);
    const after = z.safeParse(quick(make()), value);
    expect(after.success).toBe(before.success);
    expect(after.data).toEqual(before.data);
    expect(after.error?.issues).toEqual(before.error?.issues);
  },
);

test("what tRPC calls answers, and refuses, as a promise", async () => {
  const schema = quick(make());
  const value = { from: 1, to: 1, rows: [], one: null };
  await expect(schema.parseAsync(value)).resolves.toEqual(value);
  await expect(schema.parseAsync({})).rejects.toThrow(z.core.$ZodError);
});
