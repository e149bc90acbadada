import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { countWaiting, isDistributed } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { createTestApi, habitInput, type TestUser } from "../testing.ts";

const api = await createTestApi({ max: 6 });
afterAll(api.drop);

const early = "2026-11-10";
const late = "2026-11-20";

/** Starts writes in this order while none of them can lock the late day, then releases the day. */
async function writeWhileHeld(userId: number, habitId: number, writes: (() => Promise<unknown>)[]) {
  const answers: Promise<unknown>[] = [];
  await api.sql.begin(async (holder) => {
    await holder`select from progress where user_id = ${userId} and habit_id = ${habitId} and day = ${late} for update`;
    for (const [index, write] of writes.entries()) {
      answers.push(write());
      await expect.poll(() => countWaiting(api.sql)).toBe(index + 1);
    }
  });
  return Promise.allSettled(answers);
}

type Caller = TestUser["caller"];
const many = (caller: Caller, habit_id: number) =>
  caller.progress.setMany({ entries: [early, late].map((day) => ({ habit_id, day, note: "both" })) });

test.skipIf(isDistributed).each<[string, (caller: Caller, id: number) => Promise<unknown>]>([
  ["a confirmation", (caller, id) => caller.progress.confirm({ id, from: early, to: late })],
  ["a vacation", (caller) => caller.vacation.create({ from: early, to: late })],
])("%s and a batch of days do not deadlock", async (_, write) => {
  const { caller, callerWith, user } = await api.createUser();
  const { id } = await caller.habit.create({ ...habitInput, type: "bad" });
  await caller.progress.set({ id, day: "2026-11-01", value: 1 });
  await caller.progress.set({ id, day: late, note: "there" });
  const answers = await writeWhileHeld(user.id, id, [
    () => many(caller, id),
    // Acts like another node: work within a transaction does not wait in this process.
    () => withinTransaction(api.db, (db) => write(callerWith({ db }), id)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

// A coordinator does not know what its workers read.
test.skipIf(isDistributed)(
  "a batch reads only its own days, even if PostgreSQL takes a user's days for few",
  async () => {
    const { caller, callerWith, user } = await api.createUser();
    const ids: number[] = [];
    for (let made = 0; made < 3; made += 1) ids.push((await caller.habit.create({ ...habitInput, type: "bad" })).id);
    // PostgreSQL now knows of many users with one day each.
    await api.sql`
    with people as (
      insert into users (username, email) select 'few_' || n, 'few_' || n || '@example.com' from generate_series(1, 2000) n
      returning id
    ), made as (
      insert into habits (user_id, title, type, unit, hue, position, created_on)
      select id, 'Run', 'good', 'minutes', 0, 0, ${early}::date from people returning user_id, id
    )
    insert into progress (user_id, habit_id, day, value, unit) select user_id, id, ${early}::date, 1, 'minutes' from made`;
    await api.sql`analyze progress`;
    await api.sql`
    insert into progress (user_id, habit_id, day, value, unit)
    select ${user.id}, id, date '2016-01-01' + g, 1, 'minutes' from unnest(${ids}::bigint[]) id, generate_series(0, 2999) g`;
    const days = ["2020-01-01", "2020-01-02"];
    const read = await withinTransaction(api.db, async (db) => {
      await db.$client`set local plan_cache_mode = force_generic_plan`;
      const write = callerWith({ db }).progress;
      const entries = ids.flatMap((habit_id) => days.map((day) => ({ habit_id, day })));
      await write.setMany({ entries: entries.map((entry) => ({ ...entry, value: 7 })) });
      await write.setMany({ entries: entries.map((entry) => ({ ...entry, clear: true })) });
      const [row] = await db.$client<[{ count: number }]>`
      select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'progress'`;
      return row.count;
    });
    // Each of the six days is locked twice, changed once and cleared once. PostgreSQL also counts their earlier versions.
    expect(read).toBeLessThanOrEqual(60);
    expect(read).toBeGreaterThanOrEqual(12);
    expect((await caller.progress.list({ from: "2020-01-01", to: "2020-01-02" })).results).toEqual([]);
  },
);
