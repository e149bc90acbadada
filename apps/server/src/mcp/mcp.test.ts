import { afterAll, expect, test } from "vitest";
import { createTestHost, habit } from "../testing.ts";
import { call, createPerson } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);

test("an assistant creates habits of any rhythm, and sees how far their weeks, months and quarters are", async () => {
  const { client } = await createPerson(host);
  const amount = { ...habit, title: "Swim", unit: "minutes", target: 300, schedule: { target_per: "month" } };
  expect((await call(client, "create_habit", amount)).result).toMatchObject({ schedule: { target_per: "month" } });
  await call(client, "create_habit", { ...habit, title: "Run", target: 1, schedule: { times_per_quarter: 2 } });
  await call(client, "record_day", { habit: "Swim", day: "2026-02-01", value: 200 });
  await call(client, "record_day", { habit: "Swim", day: "2026-02-27", value: 120 });
  await call(client, "record_day", { habit: "Run", day: "2026-01-01", value: 1 });
  const { result } = await call(client, "list_day", { day: "2026-02-27" });
  expect(result.habits).toMatchObject([
    { title: "Swim", result: "achieved", period: { period: "month", done: 320, goal: 300, of: "amount" } },
    { title: "Run", period: { period: "quarter", done: 1, goal: 2, of: "days" } },
  ]);
  const changed = await call(client, "update_habit", {
    habit: "Run",
    schedule: { month_weekdays: [{ nth: -1, weekday: 5 }] },
  });
  expect(changed.result).toMatchObject({ schedule: { month_weekdays: [{ nth: -1, weekday: 5 }] } });
  const refused = await call(client, "update_habit", { habit: "Run", schedule: { every_days: 3 } });
  expect(refused.isError).toBe(true);
  expect(JSON.parse(refused.text).errors).toEqual({ "schedule.from": ["This field is required."] });
  const { tools } = await client.listTools();
  const { properties = {} } = tools.find(({ name }) => name === "create_habit")?.inputSchema ?? {};
  expect(JSON.stringify(properties.schedule)).toContain("Due on `from` and on each n-th day after it");
});

test("an assistant creates and changes a habit, reads a month, its streak and notes, and plans a vacation", async () => {
  const { client } = await createPerson(host);
  const created = await call(client, "create_habit", { ...habit, title: "Run", target: 5 });
  expect(created.result).toMatchObject({ title: "Run", target: 5 });
  await call(client, "record_day", { habit: "Run", day: "2026-03-02", value: 5 });
  await call(client, "record_day", { habit: "Run", day: "2026-03-03", value: 2 });
  const month = await call(client, "get_month", { habit: "run", month: "2026-03" });
  expect((month.result.days as object[]).slice(1, 3)).toMatchObject([
    { result: "achieved" },
    { result: "not_achieved" },
  ]);
  const compared = await call(client, "get_month", { habit: "Run", month: "2026-03", compare_with: "2026-02" });
  expect(compared.result.comparison).toMatchObject({
    months: [
      { total: 7, recorded_days: 2, successful_days: 1 },
      { total: 0, recorded_days: 0, successful_days: 0 },
    ],
  });
  expect((await call(client, "explain_streak", { habit: "Run" })).result).toMatchObject({ current_streak: 0 });
  const changes = { target: 3, short_name: "jog" };
  expect((await call(client, "update_habit", { habit: "Run", ...changes })).result).toMatchObject(changes);
  for (const name of ["@jog", "JOG"]) {
    expect((await call(client, "explain_streak", { habit: name })).isError).toBe(false);
  }
  await call(client, "add_note", { text: "New shoes" });
  expect((await call(client, "list_notes", {})).result).toMatchObject({ results: [{ text: "New shoes" }] });
  const range = { from: "2026-12-24", to: "2026-12-26" };
  expect((await call(client, "plan_vacation", { ...range, dry_run: true })).result).toMatchObject({
    days: 3,
    id: null,
  });
  expect((await call(client, "plan_vacation", range)).result).toMatchObject({ days: 3, id: expect.any(Number) });
  expect((await call(client, "list_habits", {})).result.habits).toHaveLength(1);
});

test("an assistant gets an error that it can act on, in the user's language", async () => {
  const { token, client } = await createPerson(host, { language: "uk" });
  await host.createHabit(token, { title: "Read a book" });
  await host.createHabit(token, { title: "Read news" });
  const several = await call(client, "record_day", { habit: "read", value: 1 });
  expect(several.isError).toBe(true);
  expect(JSON.parse(several.text)).toMatchObject({
    code: "validation_failed",
    errors: { habit: [expect.stringMatching(/Read a book \(\d+\), Read news \(\d+\)/)] },
  });
  const none = await call(client, "record_day", { habit: "swim", value: 1 });
  expect(JSON.parse(none.text)).toEqual({ code: "habit_not_found", detail: "Звичку не знайдено." });
  const day = await call(client, "record_day", { habit: "news", day: "2026-02-30", value: 1 });
  expect(JSON.parse(day.text)).toMatchObject({ errors: { day: [expect.any(String)] } });
  const paid = await call(client, "correlate_habits", {
    ...{ habit: "news", other_habit: "book", from: "2026-01-01", to: "2026-02-01" },
  });
  expect(JSON.parse(paid.text)).toMatchObject({ code: "plan_limit_reached" });
  const insights = await call(client, "find_insights", {});
  expect(JSON.parse(insights.text)).toMatchObject({ code: "plan_limit_reached" });
  const review = await call(client, "review_year", { year: 2025 });
  expect(JSON.parse(review.text)).toMatchObject({ code: "plan_limit_reached" });
});

test("an assistant reads resources and the prompt of a weekly review", async () => {
  const { token, client } = await createPerson(host);
  const { id } = await host.createHabit(token, { title: "Read" });
  const habits = await client.readResource({ uri: "daymark://habits" });
  expect(JSON.parse((habits.contents[0] as { text: string }).text).results).toMatchObject([{ id, title: "Read" }]);
  await call(client, "record_day", { habit: "Read", day: "2026-03-02", value: 5 });
  const days = await client.readResource({ uri: "daymark://days/2026-03-01/2026-03-31" });
  expect(JSON.parse((days.contents[0] as { text: string }).text).results).toMatchObject([{ value: 5 }]);
  const { messages } = await client.getPrompt({ name: "weekly_review", arguments: { focus: "sleep" } });
  expect(JSON.stringify(messages)).toContain("sleep");
});

test("an assistant reaches only its own user's habits", async () => {
  const [owner, stranger] = [await createPerson(host), await createPerson(host)];
  const { id } = await host.createHabit(owner.token, { title: "Read" });
  const answer = await call(stranger.client, "record_day", { habit: String(id), value: 1 });
  expect(JSON.parse(answer.text)).toMatchObject({ code: "habit_not_found" });
});
