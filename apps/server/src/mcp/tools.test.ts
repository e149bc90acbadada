import { afterAll, expect, test } from "vitest";
import { createTestHost, habit } from "../testing.ts";
import { call, createPerson } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);

test("an assistant with the scope read sees only tools that change nothing", async () => {
  const { client } = await createPerson(host, { scope: "read" });
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(5);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  await expect(call(client, "record_day", { habit: "1", value: 1 })).rejects.toThrow();
  await expect(call(client, "undo_change", { undo: { kind: "note", id: 1 } })).rejects.toThrow();
});

test("an assistant finds schemas and a description at each tool, and marks those that replace data", async () => {
  const { client } = await createPerson(host);
  const { tools } = await client.listTools();
  for (const { name, description, inputSchema, outputSchema } of tools) {
    expect(description?.length, name).toBeGreaterThan(40);
    expect(inputSchema.type, name).toBe("object");
    expect(outputSchema?.type, name).toBe("object");
  }
  const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
  expect(destructive).toEqual(["update_habit", "undo_change"]);
});

const halfAYearAgo = new Date(Date.now() - 180 * 86_400_000).toISOString().slice(0, 10);

/** A valid call of each tool. `undo` is what the last tool before it returned to undo. */
const inputs: Record<string, (undo: unknown) => Record<string, unknown>> = {
  create_habit: () => ({ ...habit, title: "Run", keeps_log: true }),
  record_day: () => ({ habit: "Run", value: 5, note: "In the park" }),
  add_to_day: () => ({ habit: "Run", by: 2 }),
  undo_change: (undo) => ({ undo }),
  update_habit: () => ({ habit: "Run", target: 3 }),
  add_note: () => ({ text: "New shoes" }),
  plan_vacation: () => ({ from: "2100-12-24", to: "2100-12-26" }),
  list_day: () => ({ habit: "Run" }),
  get_month: () => ({ habit: "Run", month: "2026-03", compare_with: "2026-02" }),
  list_habits: () => ({}),
  explain_streak: () => ({ habit: "Run" }),
  correlate_habits: () => ({ habit: "Read", other_habit: "Walk", from: halfAYearAgo, to: "today" }),
  find_insights: () => ({}),
  review_year: () => ({}),
  list_notes: () => ({}),
};

test("every tool answers a valid call with what its output schema says, and nothing else", async () => {
  const { token, client } = await createPerson(host, { plan: "paid" });
  for (const title of ["Read", "Walk"]) {
    const { id } = await host.createHabit(token, { title });
    await host.database.sql`
      insert into progress (user_id, habit_id, day, value, unit)
      select user_id, id, current_date - n, 1 + n % 17, unit
      from habits, generate_series(1, 300) n where id = ${id} and n % 7 > 1`;
  }
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(inputs).sort());
  let undo: unknown;
  for (const [name, inputOf] of Object.entries(inputs)) {
    const toolDefinition = tools.find((tool) => tool.name === name);
    // With the definition, the client refuses a result that differs from the output schema.
    const options = toolDefinition && { toolDefinition };
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: inputOf(undo) }, options);
    expect([name, isError ? content : undefined]).toEqual([name, undefined]);
    expect(structuredContent, name).toBeTypeOf("object");
    undo = (structuredContent as { undo?: unknown }).undo ?? undo;
  }
});
