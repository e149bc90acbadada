import type { Plan } from "@daymark/domain/plan";
import type { ProgressSetInput } from "@daymark/domain/progress";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, habitInput, type TestApi } from "./testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

const day = "2026-11-20";
const month = { from: "2026-11-01", to: "2026-11-30" };

/** A user with six active habits, whose calls are counted. */
async function begin(values: { plan?: Plan } = {}) {
  const user = await api.createUser(values);
  const ids: number[] = [];
  for (const type of ["good", "bad", "good", "bad", "good", "bad"] as const) {
    ids.push((await user.caller.habit.create({ ...habitInput, type })).id);
  }
  const { db, statements } = await api.countStatements();
  const count = async (call: () => Promise<unknown>) => {
    statements.length = 0;
    await call();
    return statements.length;
  };
  return { ids, id: ids[0] ?? 0, caller: user.callerWith({ db }), count, statements };
}

describe("statements", () => {
  test("of whatever is recorded on a day: one", async () => {
    const { caller, id, count } = await begin();
    const inputs: Omit<ProgressSetInput, "id" | "day">[] = [
      { value: 5 },
      { value: 6, note: "long" },
      { skipped: true },
      { skipped: false },
      { note: "short" },
      { note: null },
      { value: 6, unit: "hours" },
      { confirmed: false },
      { value: 7, expected: { value: 6, unit: "hours", skipped: false, note: null, confirmed: false } },
      { clear: true },
    ];
    for (const input of inputs) {
      expect(await count(() => caller.progress.set({ id, day, ...input })), JSON.stringify(input)).toBe(1);
    }
    expect(await count(() => caller.progress.increment({ id, day, by: 2 }))).toBe(1);
    expect(await count(() => caller.progress.increment({ id, day, by: -1 }))).toBe(1);
    expect(await count(() => caller.progress.delete({ id, day }))).toBe(1);
  });

  test("of the dashboard's month: two, one for habits and one for their days", async () => {
    const { caller, ids, count } = await begin();
    for (const id of ids) await caller.progress.set({ id, day, value: 5 });
    expect(await count(() => caller.habit.list({}))).toBe(1);
    expect(await count(() => caller.progress.list(month))).toBe(1);
    expect(await count(() => caller.progress.listOfHabit({ id: ids[0] ?? 0, ...month }))).toBe(1);
  });

  test("of statistics: one, for one habit and for all", async () => {
    const { caller, id, count } = await begin();
    expect(await count(() => caller.habit.statistics({ id }))).toBe(1);
    expect(await count(() => caller.habit.statisticsList({}))).toBe(1);
    expect(await count(() => caller.habit.analysis({ id }))).toBe(1);
    expect(await count(() => caller.habit.streak({ id }))).toBe(1);
  });

  test("of graph analytics: one, whatever is compared", async () => {
    const { caller, ids, count } = await begin({ plan: "paid" });
    const [id = 0, other_id = 0] = ids;
    expect(await count(() => caller.habit.analytics(month))).toBe(1);
    expect(await count(() => caller.habit.trend({ id, ...month }))).toBe(1);
    expect(await count(() => caller.habit.correlation({ id, other_id, ...month }))).toBe(1);
  });
});

test("what a person looks at all day finds its days by the primary key", async () => {
  const { caller, id, statements } = await begin();
  await api.sql`
    insert into progress (user_id, habit_id, day, value, unit)
    select user_id, id, date '2016-11-21' + g, 1 + g % 50, unit from habits, generate_series(0, 3652) g
    on conflict do nothing`;
  await api.sql`analyze`;
  for (const [name, call] of Object.entries({
    statistics: () => caller.habit.statistics({ id }),
    "why a streak": () => caller.habit.streak({ id }),
    "statistics of all habits": () => caller.habit.statisticsList({}),
    "list of habits": () => caller.habit.list({}),
    "list of a month": () => caller.progress.list(month),
    "list of a habit's month": () => caller.progress.listOfHabit({ id, ...month }),
  })) {
    statements.length = 0;
    await call();
    const plan = await explain(statements[0] ?? "");
    expect(plan, name).not.toContain("Seq Scan on progress");
    expect(plan, name).toContain("progress_user_id_habit_id_day_pk");
  }
});

/** The plan PostgreSQL keeps for a prepared statement, whatever its parameters. */
async function explain(statement: string): Promise<string> {
  const rows = await api.sql.unsafe(`explain (generic_plan) ${statement}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}
