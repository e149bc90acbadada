import type { Sql } from "@daymark/db/connection/client";
import { toDayNumber } from "@daymark/domain/base/day";
import { targetOn } from "@daymark/domain/rules/result";
import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { type EndColumns, endedOn, totalReachedOn } from "../base/end-columns.ts";
import { ApiError } from "../base/error.ts";
import { fromScheduleColumns, type ScheduleColumns } from "../base/schedule-columns.ts";
import { firstAmountsAtOnceMax, totalsAtOnceMax } from "../procedure/long-reads.ts";
import { contentColumns } from "./columns.ts";

/** Which of a user's habits; an absent member does not filter. */
interface HabitFilter {
  id?: number;
  type?: HabitType | undefined;
  archived?: boolean;
}

/** With its day of creation, by its owner's date at that time. */
interface DatedHabit extends Habit {
  created_on: string;
}

/** Runs a long statement when the caller has a turn for it. */
type RunLong = <Result>(statement: (sql: Sql) => Promise<Result>) => Promise<Result>;

function runNow(sql: Sql): RunLong {
  return (statement) => statement(sql);
}

/**
 * A user's habits as the API returns them, good ones first, each type by position, without deleted ones.
 *
 * @param today `YYYY-MM-DD`, the caller's: the day whose target is in force
 * @param runLong runs a statement about the days of many totals: a caller without a transaction passes `readInTurn`
 */
export async function listHabits(
  sql: Sql,
  userId: number,
  today: string,
  filter: HabitFilter,
  runLong?: RunLong,
): Promise<Habit[]> {
  const habits = await listDatedHabits(sql, userId, today, filter, runLong);
  return habits.map(({ created_on: _, ...habit }) => habit);
}

/**
 * The same with their days of creation. It is one statement in full, so that the driver keeps it parsed and planned, and
 * others for the habits that end with a total, or that begin with a note.
 */
export async function listDatedHabits(
  sql: Sql,
  userId: number,
  today: string,
  filter: HabitFilter,
  runLong: RunLong = runNow(sql),
): Promise<DatedHabit[]> {
  // Stored positions may have gaps and, after a restore, duplicates. Returned ones count from 0, so the statement
  // numbers them first. The first day is firstDayOf of the domain's result.ts. Usually it is the first entry before
  // the creation, which the primary key finds. If that has only a note, another statement looks for the first amount.
  const rows = await sql<Row[]>`
    select id, ${sql(contentColumns)}, coalesce(past_schedules, '[]') as past_schedules, position, archived, created_at, created_on::text as created_on,
      (
        select json_agg(json_build_object('from', t.from_day, 'target', t.target) order by t.from_day)
        from habit_targets t where t.user_id = ${userId} and t.habit_id = h.id
      ) as targets,
      (
        select json_build_object('day', p.day, 'has_amount', p.value is not null or p.skipped) from progress p
        where p.user_id = ${userId} and p.habit_id = h.id and p.day < h.created_on
        order by p.day limit 1
      ) as first_entry
    from (
      select user_id, id, ${sql(contentColumns)}, past_schedules, archived, created_on, created_at,
        (row_number() over (partition by type, archived order by habits.position, id) - 1)::int as position
      from habits where user_id = ${userId} and deleted_at is null
    ) h
    where true
      ${filter.id === undefined ? sql`` : sql`and id = ${filter.id}`}
      ${filter.type === undefined ? sql`` : sql`and type = ${filter.type}`}
      ${filter.archived === undefined ? sql`` : sql`and archived = ${filter.archived}`}
    order by type desc, archived, position`;
  const idsOf = (some: readonly Row[]) => some.map(({ id }) => Number(id));
  const totals = idsOf(rows.filter(({ ends }) => ends?.total !== undefined));
  const notedFirst = idsOf(rows.filter(({ first_entry }) => first_entry?.has_amount === false));
  const reachedDays = await readPages(totals, totalsAtOnceMax, { sql, runLong }, (db, ids) =>
    readReachedDays(db, userId, ids),
  );
  const firstAmounts = await readPages(notedFirst, firstAmountsAtOnceMax, { sql, runLong }, (db, ids) =>
    readFirstAmounts(db, userId, ids),
  );
  const todayNumber = toDayNumber(today);
  return rows.map(({ times_per_week, schedule, ends, first_entry, ...row }) => ({
    ...row,
    id: Number(row.id),
    first_day: (first_entry?.has_amount ? first_entry.day : firstAmounts.get(Number(row.id))) ?? row.created_on,
    schedule: fromScheduleColumns({ times_per_week, schedule }),
    end: ends,
    ended_on: endedOn({ ends, reached_on: reachedDays.get(Number(row.id)) ?? null }, today),
    target: targetOn(
      row.targets.map(({ from, target }) => ({ from: toDayNumber(from), target })),
      todayNumber,
    ),
    created_at: new Date(row.created_at).toISOString(),
  }));
}

type Row = Omit<DatedHabit, "id" | "target" | "schedule" | "end" | "ended_on" | "first_day"> &
  ScheduleColumns &
  Pick<EndColumns, "ends"> & {
    id: string;
    /** The first one before the habit's creation. One without an amount may also be a confirmed day. */
    first_entry: { day: string; has_amount: boolean } | null;
  };

/** Reads a day of each of some habits, page by page. More than one page waits for the caller's turn. */
async function readPages(
  ids: readonly number[],
  pageMax: number,
  { sql, runLong }: { sql: Sql; runLong: RunLong },
  read: (sql: Sql, page: readonly number[]) => Promise<[number, string][]>,
): Promise<Map<number, string>> {
  const run = ids.length > pageMax ? runLong : runNow(sql);
  const days = new Map<number, string>();
  for (let start = 0; start < ids.length; start += pageMax) {
    const page = ids.slice(start, start + pageMax);
    for (const [id, day] of await run((db) => read(db, page))) days.set(id, day);
  }
  return days;
}

/** The first days before the creation of habits that have an amount or are skipped, `YYYY-MM-DD`; none without any. */
async function readFirstAmounts(sql: Sql, userId: number, ids: readonly number[]): Promise<[number, string][]> {
  const rows = await sql<{ id: string; day: string | null }[]>`
    select id, (
      select p.day from progress p
      where p.user_id = h.user_id and p.habit_id = h.id and p.day < h.created_on and (p.value is not null or p.skipped)
      order by p.day limit 1
    )::text as day from habits h
    where user_id = ${userId} and id = any(${ids as number[]})`;
  return rows.flatMap(({ id, day }) => (day === null ? [] : [[Number(id), day]]));
}

/** The days on which habits reached their totals, `YYYY-MM-DD`; none for a total that is not reached. */
async function readReachedDays(sql: Sql, userId: number, ids: readonly number[]): Promise<[number, string][]> {
  const rows = await sql<{ id: string; reached_on: string | null }[]>`
    select id, ${sql.unsafe(totalReachedOn)} as reached_on from habits h
    where user_id = ${userId} and id = any(${ids as number[]})`;
  return rows.flatMap(({ id, reached_on }) => (reached_on === null ? [] : [[Number(id), reached_on]]));
}

/** One habit. A missing, a deleted and another user's habit get the same error. */
export async function getHabit(sql: Sql, userId: number, id: number, today: string): Promise<Habit> {
  const [habit] = await listHabits(sql, userId, today, { id });
  if (!habit) throw new ApiError("habit_not_found");
  return habit;
}

/** The titles of a user's habits by id, archived ones too, without deleted ones. */
export async function titlesOf(sql: Sql, userId: number): Promise<Map<number, string>> {
  const rows = await sql<{ id: string; title: string }[]>`
    select id, title from habits where user_id = ${userId} and deleted_at is null`;
  return new Map(rows.map(({ id, title }) => [Number(id), title]));
}
