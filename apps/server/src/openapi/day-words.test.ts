import { appRouter } from "@daymark/api/router";
import { daySchema } from "@daymark/domain/base/day-input";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { readTools } from "../mcp/read-tools.ts";
import { writeTools } from "../mcp/write-tools.ts";
import { createDayWords } from "./day-words.ts";
import { listOperations, proceduresOf, toJsonSchema } from "./operation.ts";

type Path = readonly (string | number)[];

/** The paths of all days within a schema, read from the schema itself, which knows no JSON Schema. */
function daysOf(schema: z.core.$ZodType, path: Path = []): Path[] {
  if (isDay(schema)) return [path];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ("shape" in def) return Object.entries(def.shape).flatMap(([name, member]) => daysOf(member, [...path, name]));
  if ("element" in def) return daysOf(def.element, [...path, 0]);
  if ("options" in def) return def.options.flatMap((option) => daysOf(option, path));
  return "innerType" in def ? daysOf(def.innerType, path) : [];
}

function isDay(schema: z.core.$ZodType | undefined): boolean {
  return schema !== undefined && (schema === daySchema || isDay(schema._zod.parent));
}

function valueAt(path: Path, value: unknown): Record<string, unknown> {
  const whole = path.reduceRight((inner, key) => (typeof key === "number" ? [inner] : { [key]: inner }), value);
  return whole as Record<string, unknown>;
}

const inputs = [
  ...listOperations(proceduresOf(appRouter)).flatMap(({ name, schemas: { input } }) => (input ? [[name, input]] : [])),
  ...[...readTools, ...writeTools].map(({ name, input }) => [name, input]),
] as [string, z.ZodMiniType][];

const days = inputs.flatMap(([name, input]) =>
  daysOf(input).map((path) => [`${name} ${path.join(".")}`, input, path] as const),
);

test("days are found in lists, in objects that may be null, and in the inputs of tools", () => {
  const names = days.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...["progress.list from", "progress.setMany entries.0.day", "vacation.create to"],
      ...["habit.create schedule.from", "habit.create end.until", "habit.update end.from"],
      ...["create_habit schedule.from", "update_habit end.until", "plan_vacation from", "correlate_habits to"],
    ]),
  );
});

test.each(days)("the words today and yesterday stand for days in %s", (_, input, path) => {
  const replace = createDayWords(toJsonSchema(input, "input"));
  const replaced = (value: unknown) => replace?.(valueAt(path, value), () => "2026-03-01");
  expect(replaced("today")).toEqual(valueAt(path, "2026-03-01"));
  expect(replaced("yesterday")).toEqual(valueAt(path, "2026-02-28"));
  for (const other of ["2026-02-01", "tomorrow", null, 5]) expect(replaced(other)).toEqual(valueAt(path, other));
});

test("a word that is no day stays as it is", () => {
  const schema = z.strictObject({ day: daySchema, text: z.string() });
  const input = { day: "today", text: "today" };
  expect(createDayWords(toJsonSchema(schema, "input"))?.(input, () => "2026-03-01")).toEqual({
    ...input,
    day: "2026-03-01",
  });
  expect(createDayWords(toJsonSchema(z.strictObject({ text: z.string() }), "input"))).toBeNull();
});
