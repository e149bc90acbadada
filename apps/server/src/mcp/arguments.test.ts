import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { afterAll, expect, test } from "vitest";
import { createTestHost, habit } from "../testing.ts";
import { call, createPerson } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);

test("an assistant names days by words in vacations, schedules and ends, and in the address of a resource", async () => {
  const { client } = await createPerson(host);
  const { result: listed } = await call(client, "list_day", { day: "today" });
  const today = listed.day as string;
  const yesterday = fromDayNumber(toDayNumber(today) - 1);
  const created = await call(client, "create_habit", {
    ...{ ...habit, title: "Run", schedule: { every_days: 3, from: "yesterday" }, end: { days: 30, from: "today" } },
  });
  expect(created.result).toMatchObject({ schedule: { from: yesterday }, end: { from: today } });
  const updated = await call(client, "update_habit", { habit: "Run", end: { until: "today" } });
  expect(updated.result).toMatchObject({ end: { until: today } });
  await call(client, "record_day", { habit: "Run", day: "yesterday", value: 5 });
  const { contents } = await client.readResource({ uri: "daymark://days/yesterday/today" });
  expect(JSON.parse((contents[0] as { text: string }).text).results).toMatchObject([{ day: yesterday, value: 5 }]);
  const vacation = await call(client, "plan_vacation", { from: "yesterday", to: "today", dry_run: true });
  expect(vacation.result).toMatchObject({ from: yesterday, to: today, days: 2 });
});

test.each([
  ["en", "Some of the values are not valid.", "This field is required.", "Unknown field."],
  ["uk", "Деякі значення неправильні.", "Це поле обов’язкове.", "Невідоме поле."],
] as const)(
  "an assistant gets wrong arguments back as the fields that are wrong, in %s",
  async (language, detail, required, unknown) => {
    const { client } = await createPerson(host, { language });
    const wrong = { title: "Run", type: "good", unit: "parsecs", hue: 10, schedule: { every_days: 3 }, surprise: 1 };
    const answer = await call(client, "create_habit", wrong);
    expect(answer.isError).toBe(true);
    expect(JSON.parse(answer.text)).toEqual({
      ...{ code: "validation_failed", detail },
      errors: {
        ...{ target: [required], unit: [expect.stringContaining("minutes")], "schedule.from": [required] },
        surprise: [unknown],
      },
    });
  },
);

test("an assistant that calls a tool without arguments, or with a day that is none, learns which are wrong", async () => {
  const { client } = await createPerson(host);
  for (const [name, input, fields] of [
    ["record_day", {}, ["habit"]],
    ["correlate_habits", { habit: "a", other_habit: "b", from: "tomorrow", to: "2026-02-30" }, ["from", "to"]],
    ["plan_vacation", { from: "today", to: "yesterday" }, ["to"]],
    ["get_month", { habit: "a", month: "2026-13" }, ["month"]],
    ["undo_change", { undo: { kind: "day", habit_id: 1, day: "2026-03-01", before: 5 } }, ["undo.before"]],
  ] as const) {
    const { code, errors } = JSON.parse((await call(client, name, input)).text);
    expect([name, code, Object.keys(errors)]).toEqual([name, "validation_failed", fields]);
  }
});

test("an assistant may leave out the arguments of a tool that needs none", async () => {
  const { client } = await createPerson(host);
  const { structuredContent } = await client.callTool({ name: "list_habits" });
  expect(structuredContent).toMatchObject({ habits: [], next: null });
});

test("an assistant finds in the schema of a tool which members it takes, and which words a day may be", async () => {
  const { client } = await createPerson(host);
  const { tools } = await client.listTools();
  // biome-ignore lint/suspicious/noExplicitAny: the library does not type what is within a schema
  const schemaOf = (name: string): any => tools.find((tool) => tool.name === name)?.inputSchema;
  for (const { name, inputSchema } of tools) expect(inputSchema.additionalProperties, name).toBe(false);
  const words = { type: "string", enum: ["today", "yesterday"] };
  const date = expect.objectContaining({ type: "string", format: "date" });
  const { from, to } = schemaOf("plan_vacation").properties;
  for (const day of [from, to, schemaOf("record_day").properties.day]) {
    expect(day).toEqual({ description: expect.stringContaining("`yesterday`"), anyOf: [date, words] });
  }
  const { schedule, end } = schemaOf("create_habit").properties;
  for (const day of [schedule.anyOf[0].properties.from, end.anyOf[0].properties.from, end.anyOf[0].properties.until]) {
    expect(day).toEqual({ description: expect.stringMatching(/^The .+`yesterday`/), anyOf: [date, words] });
  }
});
