import * as fileRows from "@daymark/api/import/readers/daymark-row";
import { appRouter } from "@daymark/api/router";
import { dashboardUpdateInput, settingsUpdateInput } from "@daymark/domain/account/settings";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type JsonSchema, proceduresOf, schemasOf } from "../openapi/operation.ts";
import { partsOf } from "../testing-input-parts.ts";

/** The schemas of everything that a client sends: the inputs of the procedures, and the rows of an imported file. */
const schemas: Record<string, z.ZodMiniType> = {
  ...Object.fromEntries(
    Object.entries(proceduresOf(appRouter)).flatMap(([name, procedure]) => {
      const { input } = schemasOf(procedure);
      return input ? [[name, input]] : [];
    }),
  ),
  // Any value passes its members for paid plans. The procedure checks them with the other schema.
  "auth.settings.update": z.extend(settingsUpdateInput, dashboardUpdateInput.shape),
  ...Object.fromEntries(Object.entries(fileRows).map(([name, schema]) => [`import ${name}`, schema])),
};

const partsOfInputs = Object.entries(schemas).flatMap(([name, schema]) => {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
  return partsOf(name, json as JsonSchema).map((part) => ({ ...part, schema }));
});
const lists = partsOfInputs.filter(({ json }) => json.type === "array");
const objects = partsOfInputs.filter(({ json }) => json.type === "object");

/** A list that counts how often one of its elements is read. */
function countedList(length: number) {
  const counted = { reads: 0 };
  const list = new Proxy(new Array(length).fill(0), {
    get(target, key, receiver) {
      if (typeof key === "string" && /^\d+$/.test(key)) counted.reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  return { list, counted };
}

const issuesOf = (schema: z.ZodMiniType, input: unknown) => schema.safeParse(input).error?.issues ?? [];

test("the schema search finds the lists of bodies, forms and imported rows", () => {
  expect(lists.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      ...["habit.create.weekdays", "habit.update.weekdays", "reminder.create.weekdays", "reminder.update.weekdays"],
      ...["habit.setOrder.ids", "apiKey.create.scopes", "blog.create.blocks", "import reminderSchema.weekdays"],
      ...["import habitSchema.targets", "habit.create.schedule.month_days", "habit.update.schedule.month_weekdays"],
      "import habitSchema.schedule.month_days",
    ]),
  );
});

test.each(lists)("$path: a too long list is refused before its elements are read", (part) => {
  const { schema, json, inputWith } = part;
  expect(json.maxItems).toBeGreaterThan(0);
  for (const length of [Number(json.maxItems) + 1, 250_000]) {
    const { list, counted } = countedList(length);
    const issues = issuesOf(schema, inputWith(list));
    expect(counted.reads).toBe(0);
    const about = issues.filter(({ code }) => code === "too_big");
    expect(about).toEqual([expect.objectContaining({ origin: "array", maximum: json.maxItems })]);
    // The others are about members that the input leaves out.
    expect(issues.length).toBeLessThan(20);
  }
});

const manyMembers = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`member_${index}`, 0]));

test.each(objects)("$path: any number of unknown members causes at most one issue", ({ schema, json, inputWith }) => {
  // A record would check each member under any name.
  expect(typeof json.additionalProperties).not.toBe("object");
  expect(json).not.toHaveProperty("propertyNames");
  const issues = issuesOf(schema, inputWith(manyMembers));
  expect(issues.filter(({ code }) => code === "unrecognized_keys").length).toBeLessThanOrEqual(1);
  expect(issues.length).toBeLessThan(20);
});
