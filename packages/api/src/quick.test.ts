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

const shapes = () =>
  z.object({
    results: z.array(
      z.object({
        id: z.int(),
        share: z.number(),
        note: z.nullable(z.string()),
        unit: z.enum(["times"]),
        on: z.boolean(),
      }),
    ),
    next: z.null(),
  });
const entry = { id: 1, share: 0.5, note: null, unit: "times", on: true };

test("what a schema of shapes describes to the letter is answered as it is, without a copy", async () => {
  const value = { results: [entry, { ...entry, note: "x" }], next: null };
  const answered = await quick(shapes()).parseAsync(value);
  expect(answered).toBe(value);
  expect(z.parse(shapes(), value)).toEqual(value);
});

const others: unknown[] = [
  { results: [{ ...entry, secret: 1 }], next: null },
  { results: [entry], next: null, secret: 1 },
  { results: [{ ...entry, id: 1.5 }], next: null },
  { results: [{ ...entry, id: 2 ** 53 }], next: null },
  { results: [{ ...entry, share: Number.NaN }], next: null },
  { results: [{ ...entry, note: undefined }], next: null },
  { results: [{ ...entry, unit: "hours" }], next: null },
  { results: [{ ...entry, on: 1 }], next: null },
  { results: { 0: entry }, next: null },
  { results: [null], next: null },
  { results: [[]], next: null },
  { results: [], next: 1 },
  { results: [] },
  [],
  null,
];

test.for(others.map((value, index) => ({ index, value })))(
  "what it does not describe is refused, or loses what is too much, as before: value $index",
  async ({ value }) => {
    const before = z.safeParse(shapes(), value);
    const after = await quick(shapes())
      .parseAsync(value)
      .then(
        (data) => ({ success: true, data, error: undefined }),
        (error: z.core.$ZodError) => ({ success: false, data: undefined, error }),
      );
    expect(after.success).toBe(before.success);
    expect(after.data).toEqual(before.data);
    expect(after.error?.issues).toEqual(before.error?.issues);
    expect(JSON.stringify(after.data) ?? "").not.toContain("secret");
  },
);

test("a schema that asks for more than shapes, or changes what it is given, is never passed over", async () => {
  const trimmed = quick(z.object({ name: z.string().check(z.trim()) }));
  await expect(trimmed.parseAsync({ name: " a " })).resolves.toEqual({ name: "a" });
  const bounded = quick(z.object({ rows: z.array(z.int().check(z.gte(1))) }));
  await expect(bounded.parseAsync({ rows: [0] })).rejects.toThrow(z.core.$ZodError);
  const few = quick(z.object({ rows: z.array(z.int()).check(z.maxLength(1)) }));
  await expect(few.parseAsync({ rows: [0, 0] })).rejects.toThrow(z.core.$ZodError);
  const mail = quick(z.object({ mail: z.email() }));
  await expect(mail.parseAsync({ mail: "x" })).rejects.toThrow(z.core.$ZodError);
});

test("what tRPC calls answers, and refuses, as a promise", async () => {
  const schema = quick(make());
  const value = { from: 1, to: 1, rows: [], one: null };
  await expect(schema.parseAsync(value)).resolves.toEqual(value);
  await expect(schema.parseAsync({})).rejects.toThrow(z.core.$ZodError);
});
