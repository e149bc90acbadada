import type { Sql } from "@daymark/db/connection/client";
import { toDayNumber } from "@daymark/domain/base/day";
import { targetOn } from "@daymark/domain/rules/result";
import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { type EndColumns, endedOn, totalReachedOn } from "../base/end-columns.ts";
import { ApiError } from "../base/error.ts";
import { fromScheduleColumns, type ScheduleColumns } from "../base/schedule-columns.ts";
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

/** One statement reads so many totals: each takes up to some milliseconds, and few users have more. */
const totalsAtOnceMax = 10;

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
 * another one for the habits that end with a total.
 */
export async function listDatedHabits(
  sql: Sql,
  userId: number,
  today: string,
  filter: HabitFilter,
  runLong: RunLong = runNow(sql),
): Promise<DatedHabit[]> {
  // Stored positions may have gaps and, after a restore, duplicates. Returned ones count from 0, so the statement
  // numbers them first. The first day is firstDayOf of the domain's result.ts: the primary key finds it without reading
  // the rest.
  const rows = await sql<Row[]>`
    select id, ${sql(contentColumns)}, coalesce(past_schedules, '[]') as past_schedules, position, archived, created_at, created_on::text as created_on,
      (
        select json_agg(json_build_object('from', t.from_day, 'target', t.target) order by t.from_day)
        from habit_targets t where t.user_id = ${userId} and t.habit_id = h.id
      ) as targets,
      least(h.created_on, (
        select p.day from progress p
        where p.user_id = ${userId} and p.habit_id = h.id and (p.value is not null or p.skipped)
        order by p.day limit 1
      ))::text as first_day
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
  const totals = rows.filter(({ ends }) => ends?.total !== undefined).map(({ id }) => Number(id));
  const run = totals.length > totalsAtOnceMax ? runLong : runNow(sql);
  const reachedDays = new Map<number, string>();
  for (let start = 0; start < totals.length; start += totalsAtOnceMax) {
    const page = totals.slice(start, start + totalsAtOnceMax);
    for (const [id, day] of await run((db) => readReachedDays(db, userId, page))) reachedDays.set(id, day);
  }
  const todayNumber = toDayNumber(today);
  return rows.map(({ times_per_week, schedule, ends, ...row }) => ({
    ...row,
    id: Number(row.id),
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

type Row = Omit<DatedHabit, "id" | "target" | "schedule" | "end" | "ended_on"> &
  ScheduleColumns &
  Pick<EndColumns, "ends"> & { id: string };

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
