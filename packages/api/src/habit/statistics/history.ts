import { setImmediate as otherWork } from "node:timers/promises";
import { dayMax, dayMin, fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { rulesOfHabit } from "@daymark/domain/rules/of-habit";
import { rangeOfResults } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import { type Reader, readInTurn } from "../../procedure/long-reads.ts";
import { type History, type HistoryRow, historyOf, readHistoryRows } from "./history-rows.ts";

/** Habits of one statement, because a century of one habit takes a megabyte while it is read. Most users have fewer. */
const habitsOfPageMax = 10;
/** Days that one statement reads of habits together, if it reads parts of their histories: almost a century of one. */
const daysOfPageMax = 30_000;
/** Entries that are processed in one turn of the event loop, in some milliseconds. */
const entriesAtOnceMax = 10_000;
/** A past schedule takes as long as this many entries, even if it held on no day with one. */
const entriesOfPastSchedule = 100;

interface Options {
  /** Also reads the days of vacations, which no figure needs. */
  withVacation?: boolean;
  /** `YYYY-MM-DD`; only entries from this day on, for what depends on no earlier day. The first day stays the true one. */
  from?: string;
  /** Of all habits, archived ones too. */
  withArchived?: boolean;
}

/**
 * The whole history of some habits, including archived ones, or of all in the order of the dashboard, if requested with
 * archived ones. They come one after another, so that they do not take all memory or block the event loop.
 *
 * One statement reads up to {@link habitsOfPageMax} habits, however many years: one row for each habit, whose days are
 * one array for each unit. Reading ten years as rows would take the driver longer than all the rest.
 *
 * A read that has waited confirms its caller, because a session may have ended meanwhile ({@link readInTurn}).
 *
 * @param ids which habits, or null for all
 * @returns the histories, without habits that are missing, deleted or another user's
 * @throws QueueFull if too many reads of the user wait; what `confirmCaller` throws
 */
export async function* readHistories(
  reader: Reader,
  ids: readonly number[] | null,
  options: Options = {},
): AsyncGenerator<History, void> {
  const waitForRow = createPace();
  let last: HistoryRow | undefined;
  for (;;) {
    const page = { ids, after: last, habitsMax: habitsOfPageMax };
    const rows = await readInTurn(reader, (sql) => readHistoryRows(sql, reader.user.id, page, options));
    for (const row of rows) {
      await waitForRow(row);
      yield historyOf(row, options);
    }
    if (rows.length < habitsOfPageMax) return;
    last = rows.at(-1);
  }
}

/**
 * The same, but of each habit only the entries on which its results in a range of days depend, by its own schedules: mostly
 * the range itself or a quarter, for a habit with n days in any m those of years. Notes are not read. A statement reads
 * as many habits as have {@link daysOfPageMax} such days together, at least one.
 *
 * @param habits of the user, in the order of the dashboard
 * @param range day numbers, both ends included
 * @param today day number of the user's today
 * @throws as {@link readHistories}
 */
export async function* readHistoriesOfDays(
  reader: Reader,
  habits: readonly Habit[],
  range: { from: number; to: number },
  today: number,
): AsyncGenerator<History, void> {
  const waitForRow = createPace();
  for (const days of pagesOfDays(habits, range, today)) {
    const page = { ids: [...days.keys()], after: undefined, habitsMax: days.size };
    const rows = await readInTurn(reader, (sql) => readHistoryRows(sql, reader.user.id, page, { days }));
    for (const row of rows) {
      await waitForRow(row);
      yield historyOf(row, { days });
    }
  }
}

/** The days that each statement reads, by habit. */
function* pagesOfDays(habits: readonly Habit[], range: { from: number; to: number }, today: number) {
  let page = new Map<number, { from: string; to: string }>();
  let daysOfPage = 0;
  for (const habit of habits) {
    const needed = rangeOfResults([rulesOfHabit(habit)], range, today);
    const [from, to] = [Math.max(needed.from, toDayNumber(dayMin)), Math.min(needed.to, toDayNumber(dayMax))];
    const days = to - from + 1;
    if (page.size > 0 && daysOfPage + days > daysOfPageMax) {
      yield page;
      page = new Map();
      daysOfPage = 0;
    }
    page.set(habit.id, { from: fromDayNumber(from), to: fromDayNumber(to) });
    daysOfPage += days;
  }
  if (page.size > 0) yield page;
}

/** Makes a function that waits for a turn of the event loop before a row that would make this turn too long. */
function createPace(): (row: HistoryRow) => Promise<void> {
  let entriesAtOnce = 0;
  return async (row) => {
    const entries =
      row.entries.reduce((count, { days }) => count + days.length, 0) +
      (row.past_schedules?.length ?? 0) * entriesOfPastSchedule;
    entriesAtOnce += entries;
    if (entriesAtOnce <= entriesAtOnceMax) return;
    await nextTurn();
    entriesAtOnce = entries;
  };
}

let lastTurn = Promise.resolve();

/** Waits for a turn of the event loop. Parallel calls get one turn each, so a turn has one long history. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => otherWork());
  return lastTurn;
}

/** Runs a computation whose steps take a turn of the event loop each. */
export async function runInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    await nextTurn();
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The history of one habit; undefined if it is missing, deleted or another user's. */
export async function readHistory(reader: Reader, id: number, options: Options = {}): Promise<History | undefined> {
  for await (const history of readHistories(reader, [id], options)) return history;
  return undefined;
}
