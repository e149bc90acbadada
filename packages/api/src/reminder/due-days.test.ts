/** How many days the job of each minute reads, and in how many transactions and statements. */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { TestUser } from "../testing.ts";
import { remindDue } from "./due.ts";
import { createReminderApi } from "./testing.ts";

const api = await createReminderApi();
afterAll(api.drop);

const day = "2026-11-21";
const nine = `${day}T19:00:02Z`;
/** The job reads 740 days before and after the day: 1,481 in all. */
const longWindows = { schedule: { times_in_days: { times: 300, days: 366 } } };

let reader: TestUser;
beforeEach(async () => {
  await api.deleteAll();
  reader = await api.createReader({ plan: "paid" });
});

/** Habits with a reminder and a value on each of the 740 days before the day. */
async function createLong(owner: TestUser, titles: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const title of titles) ids.push((await api.createDue(owner, { habit: { ...longWindows, title } })).habit.id);
  await recordDays(owner, ids, [-740, -1]);
  return ids;
}

/** Values that do not reach the goal. */
async function recordDays(owner: TestUser, ids: readonly number[], [first, last]: readonly [number, number]) {
  await api.sql`
    insert into progress (user_id, habit_id, day, value, unit)
    select ${owner.user.id}, id, ${day}::date + n, 9, 'minutes'
    from unnest(${ids as number[]}::bigint[]) id, generate_series(${first}::int, ${last}::int) n`;
}

/**
 * Runs the job; the sizes of the answers of the statements in characters of JSON, those of each transaction together with
 * what was read before it.
 */
async function remindAndMeasure(): Promise<{ told: number; answers: number[][] }> {
  const answers: number[][] = [];
  let before: number[] = [];
  const { db, outbox, push, notifier } = api;
  const measure =
    (from: Pick<typeof db, "execute">, sizes: () => number[]) =>
    async (...input: Parameters<typeof db.execute>) => {
      const rows = await from.execute(...input);
      sizes().push(JSON.stringify(rows).length);
      return rows;
    };
  const measured = {
    execute: measure(db, () => before),
    transaction: (...[run, config]: Parameters<typeof db.transaction>) =>
      db.transaction((tx) => {
        const sizes = before;
        answers.push(sizes);
        before = [];
        const execute = measure(tx, () => sizes);
        return run(new Proxy(tx, { get: (from, name) => (name === "execute" ? execute : Reflect.get(from, name)) }));
      }, config),
  };
  const told = await remindDue({
    db: measured as unknown as typeof db,
    outbox,
    push,
    notifier,
    now: () => Date.parse(nine),
  });
  return { told, answers };
}

const sumOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);
const dueAgain = () => api.sql`update reminders set next_at = ${nine}::timestamptz`;

describe("the days of a habit", () => {
  test("are read once for five reminders", async () => {
    const [id = 0] = await createLong(reader, ["Run"]);
    const one = await remindAndMeasure();
    for (const time of ["20:15", "20:30", "20:45", "20:50"]) {
      await reader.caller.reminder.create({ habit_id: id, time, by_mail: true });
    }
    await dueAgain();
    const five = await remindAndMeasure();
    expect([one.told, five.told]).toEqual([1, 1]);
    // A reminder without the days takes less than a thousand characters.
    expect(sumOf(five.answers.flat()) - sumOf(one.answers.flat())).toBeLessThan(4_000);
    expect((await api.takeMails()).map(({ values }) => "habits" in values && values.habits.length)).toEqual([1, 1]);
  });

  test("are those around the day only, if its schedule has no windows", async () => {
    const schedule = { every_days: 1, from: "2024-01-01" };
    const { habit } = await api.createDue(reader, { habit: { schedule, title: "Run" } });
    await recordDays(reader, [habit.id], [-740, -1]);
    const { told, answers } = await remindAndMeasure();
    // 94 days on both sides at most, where a long window reads 740.
    expect([told, Math.max(...answers.flat()) < 3_000]).toEqual([1, true]);
  });

  test("are not read beyond the present period, unless they are skipped", async () => {
    const ids = await createLong(reader, ["Run"]);
    const before = await remindAndMeasure();
    await recordDays(reader, ids, [100, 700]);
    await dueAgain();
    const after = await remindAndMeasure();
    expect(sumOf(after.answers.flat()) - sumOf(before.answers.flat())).toBeLessThan(100);
  });

  test("are not read if the habit is archived or the reminder too late", async () => {
    const [archived = 0] = await createLong(reader, ["Archived", "Late"]);
    await reader.caller.habit.update({ id: archived, archived: true });
    await api.sql`update reminders set minute = 60 where habit_id <> ${archived}`;
    await dueAgain();
    const { told, answers } = await remindAndMeasure();
    expect([told, answers.length]).toEqual([0, 1]);
    expect(Math.max(...answers.flat())).toBeLessThan(1_000);
  });
});

describe("many long windows", () => {
  const titles = Array.from({ length: 10 }, (_, index) => `Run ${index}`);

  test("of several users come in several transactions of the same run", async () => {
    const readers = [reader, await api.createReader({ plan: "paid" }), await api.createReader({ plan: "paid" })];
    for (const each of readers) await createLong(each, titles);
    const { told, answers } = await remindAndMeasure();
    expect([told, answers.length]).toEqual([3, 3]);
    expect((await api.takeMails()).map(({ to }) => to).sort()).toEqual(readers.map(({ user }) => user.email).sort());
    expect((await remindAndMeasure()).told).toBe(0);
  });

  test("of one user are one message, read in several statements", async () => {
    await createLong(reader, [...titles, ...titles.map((title) => `${title} again`)]);
    const { told, answers } = await remindAndMeasure();
    expect([told, answers.length]).toEqual([1, 1]);
    // Three habits of 740 recorded days each.
    expect(Math.max(...answers.flat())).toBeLessThan(40_000);
    expect((await api.takeMails()).map(({ values }) => "habits" in values && values.habits.length)).toEqual([20]);
  });
});

test("the days are read before the users are locked, so that a change of their settings does not wait for them", async () => {
  await createLong(reader, ["Run"]);
  const { db, outbox, push, notifier } = api;
  let reminding: Promise<number> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute("lock table progress in access exclusive mode");
    reminding = remindDue({ db, outbox, push, notifier, now: () => Date.parse(nine) });
    const isWaiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await db.execute(isWaiting)).length, { interval: 20, timeout: 20_000 }).toBe(1);
    expect(await db.execute("select id from users for update nowait")).toHaveLength(1);
  });
  expect(await reminding).toBe(1);
});
