import { countWaiting } from "@daymark/db/testing";
import { toDayNumber } from "@daymark/domain/base/day";
import { resultsOfRange } from "@daymark/domain/rules/walk";
import { afterAll, describe, expect, test } from "vitest";
import { ApiError, toProblem } from "../../base/error.ts";
import { createTestApi, habitInput, keyOf } from "../../testing.ts";
import { readHistories, readHistoriesOfDays } from "./history.ts";

const api = await createTestApi({ max: 10 });
const { sql } = api;
afterAll(api.drop);

test("habits on several pages are each read once, in the dashboard's order", async () => {
  const { user, caller } = await api.createUser({ plan: "paid" });
  for (let index = 0; index < 23; index += 1) {
    await caller.habit.create({ ...habitInput, title: `Habit ${index}`, type: index % 2 ? "bad" : "good" });
  }
  // Two habits may have the same position, as after a restore.
  await sql`update habits set position = position / 2 where user_id = ${user.id}`;
  const listed = await sql<{ id: string }[]>`
    select id from habits where user_id = ${user.id} order by type desc, position, id`;
  const ids = listed.map(({ id }) => Number(id));
  expect((await caller.habit.statisticsList({})).results.map(({ habit_id }) => habit_id)).toEqual(ids);
  const days = { from: "2026-11-01", to: "2026-11-21" };
  expect((await caller.habit.analytics(days)).results.map(({ habit_id }) => habit_id)).toEqual(ids);
});

const readerOf = (user: { id: number }) => ({
  services: { longWorkDb: api.db },
  user,
  client: { address: "192.0.2.1", userAgent: "" },
});

test("a total ends on the same day, whether all days of a habit are read or only the last ones", async () => {
  const { user, caller } = await api.createUser();
  const end = { total: 2, from: "2026-11-01" };
  const { id } = await caller.habit.create({ ...habitInput, unit: "hours", target: 1, end });
  const amounts = { "2026-10-31": 600, "2026-11-02": 60, "2026-11-03": 59, "2026-11-04": 1, "2026-11-05": 30 };
  for (const [day, value] of Object.entries(amounts)) {
    await caller.progress.set({ id, day, value, unit: "minutes" });
  }
  const endsOf = async (options: { from?: string }) => {
    const ends = [];
    for await (const { habit } of readHistories(readerOf(user), [id], options)) ends.push(habit.end);
    return ends;
  };
  const reached = [{ lastDay: toDayNumber("2026-11-04"), isPlanned: false }];
  expect(await endsOf({})).toEqual(reached);
  expect(await endsOf({ from: "2026-11-05" })).toEqual(reached);
});

/** Three habits whose histories are each too long to share a turn of the event loop. */
async function createUserWithLongHistories() {
  const { user, caller } = await api.createUser();
  for (const title of ["One", "Two", "Three"]) await caller.habit.create({ ...habitInput, title });
  await sql`
    insert into progress (user_id, habit_id, day, value, unit)
    select user_id, id, date '2001-01-01' + n, 5, 'minutes' from habits, generate_series(0, 11999) n
    where user_id = ${user.id}`;
  return user;
}

test("other requests run between two long histories", async () => {
  const user = await createUserWithLongHistories();
  const histories = readHistories(readerOf(user), null);
  await histories.next();
  for (const _ of ["Two", "Three"]) {
    let hadTurn = false;
    setImmediate(() => {
      hadTurn = true;
    });
    await histories.next();
    expect(hadTurn).toBe(true);
  }
  expect((await histories.next()).done).toBe(true);
});

test("other requests run between two habits with many past schedules, even without entries", async () => {
  const { user, caller } = await api.createUser();
  for (const title of ["One", "Two", "Three"]) await caller.habit.create({ ...habitInput, title });
  await sql`
    update habits set past_schedules = (
      select jsonb_agg(jsonb_build_object('until', date '2026-01-01' + n, 'weekdays', '[1]'::jsonb, 'schedule', null))
      from generate_series(1, 100) n
    ) where user_id = ${user.id}`;
  const histories = readHistories(readerOf(user), null);
  await histories.next();
  for (const _ of ["Two", "Three"]) {
    let hadTurn = false;
    setImmediate(() => {
      hadTurn = true;
    });
    await histories.next();
    expect(hadTurn).toBe(true);
  }
});

test("parallel calls read at most one long history in each turn of the event loop", async () => {
  const user = await createUserWithLongHistories();
  let turn = 0;
  let isOver = false;
  const countTurns = () => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const calls = [1, 2, 3].map(() => readHistories(readerOf(user), null));
  // From here on each call has its rows in memory.
  for (const call of calls) await call.next();
  for (const _ of ["Two", "Three"]) {
    const turns = await Promise.all(calls.map((call) => call.next().then(() => turn)));
    expect(new Set(turns).size).toBe(calls.length);
  }
  isOver = true;
});

test("200 reads of one user can wait, the next is unavailable at once, and the waiting ones succeed", async () => {
  const [owner, other] = [await api.createUser(), await api.createUser()];
  await owner.caller.habit.create(habitInput);
  let calls: Promise<unknown>[] = [];
  // One read waits for the table of entries until this transaction ends, and the others wait for that read.
  await sql.begin(async (tx) => {
    await tx`lock table progress in access exclusive mode`;
    calls = Array.from({ length: 202 }, () => owner.caller.habit.statisticsList({}));
    const refused = await new Promise((resolve) => {
      for (const call of calls) call.catch((error) => resolve(toProblem(error)));
    });
    expect(refused).toMatchObject({ code: "unavailable", status: 503, retry_after: expect.any(Number) });
    await other.caller.note.create({ text: "A note" });
  });
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(201);
});

test("a read that has waited authenticates again, and is refused if the session has ended", async () => {
  const { caller, callerWith } = await api.createUser();
  await caller.habit.create(habitInput);
  const confirmed: string[] = [];
  const read = (name: string) => {
    const confirmCaller = async () => {
      confirmed.push(name);
      if (name === "of an ended session") throw new ApiError("session_terminated");
    };
    return keyOf(callerWith({ confirmCaller }).habit.statisticsList({}));
  };
  let calls: Promise<unknown>[] = [];
  // The first read waits for the table of entries until this transaction ends, and the others wait for that read.
  await sql.begin(async (tx) => {
    await tx`lock table progress in access exclusive mode`;
    calls = ["first", "second", "of an ended session"].map(read);
    await expect.poll(() => countWaiting(tx)).toBe(1);
    expect(confirmed).toEqual([]);
  });
  expect(await Promise.all(calls)).toEqual(["accepted", "accepted", "session_terminated"]);
  expect(confirmed).toEqual(["second", "of an ended session"]);
});

type Caller = Awaited<ReturnType<typeof api.createUser>>["caller"];

test.each([
  ["statistics", (caller: Caller) => caller.habit.statisticsList({})],
  ["the trash", (caller: Caller) => caller.habit.trash.list({})],
])(
  "parallel calls of a user for %s take one connection, those of a network two, and another network gets a third",
  async (_, read) => {
    const networks = ["192.0.2.1", "192.0.2.1", "192.0.2.1", "198.51.100.1"];
    const callers = await Promise.all(
      networks.map(async (address) => (await api.createUser()).callerWith({ address })),
    );
    for (const caller of callers) await caller.habit.create(habitInput);
    let calls: Promise<unknown>[] = [];
    // The calls wait for the table of entries until this transaction ends.
    await sql.begin(async (tx) => {
      await tx`lock table progress in access exclusive mode`;
      calls = callers.flatMap((caller) => Array.from({ length: 3 }, () => read(caller)));
      const waiting = () => countWaiting(tx);
      await expect.poll(waiting).toBe(3);
      // Another call takes time in which more statements could begin to wait.
      await callers[0]?.note.list({});
      expect(await waiting()).toBe(3);
    });
    expect(await Promise.all(calls)).toHaveLength(12);
  },
);

describe("histories of some days", () => {
  const today = "2026-11-21";
  const number = toDayNumber(today);
  const window = { times_in_days: { times: 180, days: 366 } };

  /** Habits, each with a value and a note on every second day from two years before to two years after. */
  async function createFilled(schedules: readonly (object | null)[]) {
    const { user, caller } = await api.createUser({ plan: "paid" });
    for (const [index, schedule] of schedules.entries()) {
      await sql`
        insert into habits (user_id, title, type, unit, hue, position, created_on, schedule)
        values (${user.id}, ${`Habit ${index}`}, 'good', 'minutes', 0, ${index}, '2024-01-01', ${schedule && JSON.stringify(schedule)}::text::jsonb)`;
    }
    await sql`
      insert into habit_targets (user_id, habit_id, from_day, target)
      select user_id, id, '2024-01-01', 10 from habits where user_id = ${user.id}`;
    await sql`
      insert into progress (user_id, habit_id, day, value, unit, note)
      select user_id, id, ${today}::text::date + n, 8 + n % 7, 'minutes', repeat('я', 500)
      from habits, generate_series(-800, 800, 2) n where user_id = ${user.id}`;
    const { results: habits } = await caller.habit.list({});
    return { user, caller, habits };
  }

  const schedulesOfAllKinds = [
    null,
    window,
    { times_in_days: { times: 2, days: 7 } },
    { times_per_quarter: 40 },
    { target_per: "month" },
    { every_days: 3, from: "2024-01-01" },
  ];

  test("give the same results as whole ones, for schedules of each kind", async () => {
    const { user, caller } = await createFilled(schedulesOfAllKinds);
    await sql`
      update habits set past_schedules = ${JSON.stringify([
        { until: "2025-06-10", weekdays: [1, 2, 3, 4, 5, 6, 7], schedule: window },
        { until: "2026-02-10", weekdays: [1, 2, 3], schedule: { times_per_quarter: 3 } },
      ])}::text::jsonb where user_id = ${user.id} and position = 0`;
    const { results: habits } = await caller.habit.list({});
    for (const [from, to] of [
      [number, number],
      [number - 60, number + 60],
      [number - 700, number - 700],
      [toDayNumber("2001-01-01"), toDayNumber("2001-01-01")],
      [toDayNumber("2100-12-31"), toDayNumber("2100-12-31")],
    ] as const) {
      const [whole, part] = [new Map<number, unknown>(), new Map<number, unknown>()];
      for await (const { id, habit, entries } of readHistories(readerOf(user), null)) {
        whole.set(id, resultsOfRange(habit, entries, from, to, number));
      }
      for await (const { id, habit, entries } of readHistoriesOfDays(readerOf(user), habits, { from, to }, number)) {
        part.set(id, resultsOfRange(habit, entries, from, to, number));
      }
      expect(part).toEqual(whole);
      expect(part.size).toBe(habits.length);
    }
  });

  test("contain the days of each habit's own schedule only, in the order of the habits", async () => {
    const { user, habits } = await createFilled([null, window, null]);
    const counts: number[] = [];
    const range = { from: number, to: number };
    for await (const { entries } of readHistoriesOfDays(readerOf(user), habits, range, number))
      counts.push(entries.length);
    expect(habits.map(({ title }) => title)).toEqual(["Habit 0", "Habit 1", "Habit 2"]);
    expect(counts).toEqual([1, 2 * 366 + 1, 1]);
  });

  test("are read without notes, many short ones in one statement, and few long ones only when they are needed", async () => {
    const { user, habits } = await createFilled(Array.from({ length: 45 }, () => window));
    const { db, statements } = await api.countStatements();
    const reader = { ...readerOf(user), services: { longWorkDb: db } };
    const long = readHistoriesOfDays(reader, habits, { from: number, to: number }, number);
    const counts: number[] = [];
    for await (const _ of long) counts.push(statements.length);
    // Twenty windows of four years have 30,000 days.
    expect(counts).toEqual(habits.map((_, index) => 1 + Math.floor(index / 20)));
    for (const statement of statements) expect(statement).not.toMatch(/note/);
    statements.length = 0;
    const short = await createFilled(Array.from({ length: 45 }, () => null));
    const days = { from: number - 60, to: number + 60 };
    for await (const _ of readHistoriesOfDays({ ...reader, user: short.user }, short.habits, days, number));
    expect(statements).toHaveLength(1);
  });

  test("of another user's habits are none", async () => {
    const [{ habits }, other] = [await createFilled([null]), await api.createUser()];
    const range = { from: number, to: number };
    expect((await readHistoriesOfDays(readerOf(other.user), habits, range, number).next()).done).toBe(true);
  });
});
