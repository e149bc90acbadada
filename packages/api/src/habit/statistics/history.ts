import { setImmediate as otherWork } from "node:timers/promises";
import { siteNetworkOf } from "@daymark/auth/client/address";
import {
  createConcurrencyLimit,
  createConcurrencyLimitPerKey,
  type WatchClient,
} from "@daymark/auth/concurrency/concurrency-limit";
import type { Sql } from "@daymark/db/connection/client";
import type { PastScheduleRow } from "@daymark/db/schema/habit";
import { toDayNumber } from "@daymark/domain/base/day";
import type { Unit } from "@daymark/domain/base/unit";
import { type DayEntry, firstDayOf, type HabitRules } from "@daymark/domain/rules/result";
import type { HabitType } from "@daymark/domain/tracking/habit";
import type { HabitEnd } from "@daymark/domain/tracking/schedule";
import { type DaysOfUnit, fromDaysOfUnits } from "../../base/days-of-unit.ts";
import { type EndColumns, fromEndColumns, totalReachedOn } from "../../base/end-columns.ts";
import { fromPastSchedules, fromScheduleColumns, type ScheduleColumns } from "../../base/schedule-columns.ts";
import type { Context, Using } from "../../procedure/context.ts";

/** A habit and its days, in the form that the rules of the domain use. */
export interface History {
  id: number;
  archived: boolean;
  habit: HabitRules;
  /** As its owner set it. */
  end: HabitEnd | null;
  /** Ascending by day: those with a value, a skip or a confirmation. */
  entries: DayEntry[];
  /** Day numbers of the skips that a vacation made, if requested. */
  vacation: ReadonlySet<number>;
}

/** Habits of one statement, because a century of one habit takes a megabyte while it is read. Most users have fewer. */
const habitsOfPageMax = 10;
/** Entries that are processed in one turn of the event loop, in some milliseconds. */
const entriesAtOnceMax = 10_000;
/** A past schedule takes as long as so many entries, even if it held on no day with one. */
const entriesOfPastSchedule = 100;

/**
 * One such statement of a user at a time, so that one user never takes all turns of a network. A user has at most three
 * calls at once (decision 55), so this limit of waiting calls is only for callers inside the process.
 */
const inTurnOfReader = createConcurrencyLimitPerKey<number>({ atOnceMax: 1, waitingMax: 200 });

/** Less than all of {@link inTurnOfReaders}, so that another client network finds a turn free. */
const inTurnOfNetwork = createConcurrencyLimitPerKey<string>({ atOnceMax: 2, waitingMax: 1_000 });

/** Three such statements of all users at a time: a statement about a century keeps a processor busy for half a second. */
const inTurnOfReaders = createConcurrencyLimit({ atOnceMax: 3, waitingMax: 1_000 });

/** The user who reads their own histories, from the network of `client`. */
export type Reader = Using<"longWorkDb"> & Pick<Context, "client" | "confirmCaller"> & { user: { id: number } };

interface Options {
  /** Also reads the days of vacations, which no figure needs. */
  withVacation?: boolean;
  /** `YYYY-MM-DD`; only entries from this day on, for what depends on no earlier day. The first day stays the true one. */
  from?: string;
  /** Of all habits, archived ones too. */
  withArchived?: boolean;
}

/**
 * The whole history of some habits, including archived ones, or of all in the order of the dashboard, if requested with archived ones. They
 * come one after another, so that they do not take all memory or block the event loop.
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
  let entriesAtOnce = 0;
  let last: Row | undefined;
  for (;;) {
    const after = last;
    const rows = await readInTurn(reader, (sql) => readRows(sql, reader.user.id, ids, options, after));
    for (const row of rows) {
      const entries =
        row.entries.reduce((count, { days }) => count + days.length, 0) +
        (row.past_schedules?.length ?? 0) * entriesOfPastSchedule;
      entriesAtOnce += entries;
      if (entriesAtOnce > entriesAtOnceMax) {
        await nextTurn();
        entriesAtOnce = entries;
      }
      yield historyOf(row);
    }
    if (rows.length < habitsOfPageMax) return;
    last = rows.at(-1);
  }
}

/**
 * Runs a statement about all days of many habits, when its user, their network and all readers have a turn for it. A read
 * that has waited confirms its caller.
 *
 * @throws QueueFull if too many reads of the user wait; what `confirmCaller` throws
 */
export function readInTurn<Result>(
  { services: { longWorkDb }, user, client, confirmCaller }: Reader,
  statement: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const network = siteNetworkOf(client.address);
  let hasWaited = false;
  // A queue subscribes to the client only if the read has to wait.
  const noteWait: WatchClient = () => {
    hasWaited = true;
    return () => {};
  };
  const read = async () => {
    if (hasWaited) await confirmCaller?.();
    return statement(longWorkDb.$client);
  };
  const readOfNetwork = () => inTurnOfNetwork(network, () => inTurnOfReaders(read, noteWait), noteWait);
  return inTurnOfReader(user.id, readOfNetwork, noteWait);
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

/** Reads a page of habits in the order of the dashboard, after `last`. */
function readRows(
  sql: Sql,
  userId: number,
  ids: readonly number[] | null,
  { withVacation = false, from, withArchived = false }: Options,
  last: Row | undefined,
): Promise<Row[]> {
  return sql<Row[]>`
    select id, type, position, archived, unit, weekdays, times_per_week, schedule, past_schedules, ends,
      ${sql.unsafe(totalReachedOn)} as reached_on,
      ${
        from === undefined
          ? sql`created_on`
          : sql`least(h.created_on, (
        select p.day from progress p
        where p.user_id = ${userId} and p.habit_id = h.id and (p.value > 0 or p.skipped)
        order by p.day limit 1
      ))`
      }::text as begins_on,
      (
        select json_agg(json_build_object('from', t.from_day, 'target', t.target) order by t.from_day)
        from habit_targets t where t.user_id = ${userId} and t.habit_id = h.id
      ) as targets,
      coalesce((
        select json_agg(json_build_object('unit', u.unit, 'days', u.days, 'values', u.values,
          'confirmed', u.confirmed, 'vacation', u.vacation))
        from (
          select p.unit,
            json_agg(p.day - date '1970-01-01') as days,
            json_agg(p.value) as values,
            json_agg(p.day - date '1970-01-01') filter (where p.confirmed) as confirmed,
            ${withVacation ? sql`json_agg(p.day - date '1970-01-01') filter (where p.vacation_id is not null)` : sql`null`} as vacation
          from progress p
          where p.user_id = ${userId} and p.habit_id = h.id and (p.value is not null or p.skipped or p.confirmed)
            ${from === undefined ? sql`` : sql`and p.day >= ${from}::date`}
          group by p.unit
        ) u
      ), '[]') as entries
    from habits h
    where user_id = ${userId} and deleted_at is null
      and ${ids === null ? (withArchived ? sql`true` : sql`not archived`) : sql`id = any(${ids as number[]}::bigint[])`}
      ${last ? sql`and (type < ${last.type} or (type = ${last.type} and (position, id) > (${last.position}, ${last.id})))` : sql``}
    order by type desc, position, id limit ${habitsOfPageMax}`;
}

interface Row extends ScheduleColumns, EndColumns {
  id: string;
  type: HabitType;
  position: number;
  archived: boolean;
  unit: Unit;
  weekdays: number[];
  past_schedules: PastScheduleRow[] | null;
  /** The date of creation, or the first day if days before a date are left out. */
  begins_on: string;
  targets: { from: string; target: number }[];
  /** `vacation`: those of `days` that a vacation skipped; null if there are none. */
  entries: (DaysOfUnit & { vacation: number[] | null })[];
}

function historyOf(row: Row): History {
  const entries = fromDaysOfUnits(row.entries);
  return {
    id: Number(row.id),
    archived: row.archived,
    habit: {
      type: row.type,
      unit: row.unit,
      weekdays: row.weekdays,
      schedule: fromScheduleColumns(row),
      pastSchedules: fromPastSchedules(row.past_schedules),
      targets: row.targets.map(({ from, target }) => ({ from: toDayNumber(from), target })),
      end: fromEndColumns(row),
      firstDay: firstDayOf(toDayNumber(row.begins_on), entries),
    },
    end: row.ends,
    entries,
    vacation: new Set(row.entries.flatMap(({ vacation }) => vacation ?? [])),
  };
}
