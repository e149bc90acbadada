import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { isDistributed } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { createTestApi, habitInput, type TestUser } from "../testing.ts";

const api = await createTestApi({ max: 6 });
afterAll(api.drop);

const early = "2026-11-10";
const late = "2026-11-20";

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await api.sql<[{ count: number }]>`select count(*)::int as count from pg_locks where not granted`;
  return row.count;
}

/** Starts writes in this order while none of them can lock the late day, then releases the day. */
async function writeWhileHeld(userId: number, habitId: number, writes: (() => Promise<unknown>)[]) {
  const answers: Promise<unknown>[] = [];
  await api.sql.begin(async (holder) => {
    await holder`select from progress where user_id = ${userId} and habit_id = ${habitId} and day = ${late} for update`;
    for (const [index, write] of writes.entries()) {
      answers.push(write());
      await expect.poll(waiting).toBe(index + 1);
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
