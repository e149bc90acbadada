import { afterAll, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";
import { call, createPerson } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const { send } = host;

test("an assistant gets habits in parts, each with its figures", async () => {
  const { token, client } = await createPerson(host);
  const ids: number[] = [];
  for (const title of ["Read", "Run", "Swim"]) ids.push((await host.createHabit(token, { title })).id);
  const idsOf = (list: unknown, member: "id" | "habit_id") =>
    (list as Record<typeof member, number>[]).map((each) => each[member]);
  for (const { input, part, next } of [
    { input: { limit: 2 }, part: ids.slice(0, 2), next: 2 },
    { input: { limit: 2, offset: 2 }, part: ids.slice(2), next: null },
    { input: {}, part: ids, next: null },
  ]) {
    const { result } = await call(client, "list_habits", input);
    expect(idsOf(result.habits, "id")).toEqual(part);
    expect(idsOf(result.statistics, "habit_id")).toEqual(part);
    expect(result.next).toBe(next);
  }
});

test("an assistant gets habits without the history of their goals and schedules, which may be long", async () => {
  const { token, client } = await createPerson(host);
  const { id } = await host.createHabit(token, { title: "Read" });
  await host.database.sql`
    update habits set past_schedules = (
      select jsonb_agg(jsonb_build_object('until', date '2020-01-01' + n, 'weekdays', '[1, 2]'::jsonb, 'schedule', null))
      from generate_series(1, 3000) n
    ) where id = ${id}`;
  const { result } = await call(client, "list_habits", {});
  expect(result.habits).toMatchObject([{ id, title: "Read", target: 10 }]);
  const resource = await client.readResource({ uri: "daymark://habits" });
  const { results } = JSON.parse((resource.contents[0] as { text: string }).text);
  expect(results).toEqual(result.habits);
  expect(results[0]).not.toHaveProperty("past_schedules");
});

test("an assistant gets notes in parts, and a hint to request less if an answer would be too long", async () => {
  const { token, client } = await createPerson(host);
  for (let index = 0; index < 3; index += 1) {
    await send("POST", "/api/notes/", { token, body: { text: `${index} ${"long ".repeat(390)}` } });
  }
  const first = await call(client, "list_notes", { limit: 2 });
  expect(first.result).toMatchObject({
    results: [{ text: /^2 / }, { text: /^1 / }].map(({ text }) => ({ text: expect.stringMatching(text) })),
    next: 2,
  });
  const rest = await call(client, "list_notes", { limit: 2, offset: 2 });
  expect(rest.result).toMatchObject({ results: [{ text: expect.stringMatching(/^0 /) }], next: null });

  const { id } = await host.createHabit(token, { title: "Read", target: 10 });
  const note = "я".repeat(490);
  for (let day = 1; day <= 28; day += 1) {
    for (const month of ["01", "02", "03", "04", "05", "06", "07", "08"]) {
      const path = `/api/habits/${id}/progress/2026-${month}-${String(day).padStart(2, "0")}/`;
      await send("PUT", path, { token, body: { value: 1, note } });
    }
  }
  await expect(client.readResource({ uri: "daymark://days/2026-01-01/2026-12-31" })).rejects.toThrow(
    "The answer would be too long. Ask for fewer days or rows.",
  );
  expect((await client.readResource({ uri: "daymark://days/2026-01-01/2026-01-31" })).contents).toHaveLength(1);
});
