import type { Database } from "@daymark/db/connection/client";
import type { PastScheduleRow } from "@daymark/db/schema/habit";
import { toDayNumber } from "@daymark/domain/base/day";
import type { Unit } from "@daymark/domain/base/unit";
import { needsReminder } from "@daymark/domain/reminder/reminder";
import { firstDayOf } from "@daymark/domain/rules/result";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { type SQL, sql } from "drizzle-orm";
import { type DaysOfUnit, fromDaysOfUnits } from "../base/days-of-unit.ts";
import { type EndColumns, fromEndColumns, totalReachedOn } from "../base/end-columns.ts";
import { fromPastSchedules, fromScheduleColumns, type ScheduleColumns } from "../base/schedule-columns.ts";

/** A week, and the days by which timezones differ on both sides. */
const nearDays = 8;
/** The same for a quarter, the longest period of a schedule other than `times_per_week`. A past schedule may be such a one. */
const nearDaysOfPeriods = 94;
/** Days that one statement reads, which take some milliseconds. Other work runs between two statements. */
const daysOfPageMax = 5_000;

/** A habit, and its owner's today. */
export interface HabitToday {
  user_id: number;
  id: number;
  /** Day number. */
  today: number;
  /** Days around now to read, on each side. */
  near_days: number;
}

/**
 * The ids of those habits that their owners want to be reminded of today. It reads each habit once, in pages of a bounded
 * number of days.
 *
 * @param habits each once
 * @param now milliseconds since the epoch
 */
export async function findOpenHabits(
  db: Database,
  habits: readonly HabitToday[],
  now: number,
): Promise<ReadonlySet<number>> {
  const open = new Set<number>();
  const todays = new Map(habits.map(({ id, today }) => [id, today]));
  for (const page of pagesOf(habits)) {
    for (const row of await readHabits(db, page, now)) {
      const id = Number(row.id);
      if (isOpen(row, todays.get(id) as number)) open.add(id);
    }
  }
  return open;
}

/** One habit at least, and else as many as have {@link daysOfPageMax} days together. */
function pagesOf(habits: readonly HabitToday[]): HabitToday[][] {
  const pages: HabitToday[][] = [];
  let days = Infinity;
  for (const habit of habits) {
    const own = 2 * habit.near_days + 1;
    days += own;
    if (days > daysOfPageMax) {
      pages.push([]);
      days = own;
    }
    pages.at(-1)?.push(habit);
  }
  return pages;
}

/**
 * An expression about a habit `h`: the number of days, before and after the day of `now` in UTC, on which today's result
 * may depend.
 *
 * @param now milliseconds since the epoch
 */
export function nearDaysOf(now: number): SQL {
  // A window of n days in any m takes at most twice its days. A past schedule may still hold: the user's day may be behind
  // the one of the change.
  const daysIn = (schedule: string) =>
    sql.raw(`greatest(
        (${schedule} -> 'times_in_days' ->> 'days')::int, 31 * (${schedule} ->> 'months_since_last')::int
      )`);
  return sql`case when h.schedule is null and h.past_schedules is null then ${nearDays}::int
    else greatest(${nearDaysOfPeriods}::int, ${nearDays}::int + 2 * greatest(
      coalesce(${daysIn("h.schedule")}, 0),
      (
        select max(${daysIn("past.schedule -> 'schedule'")})
        from jsonb_array_elements(h.past_schedules) as past(schedule)
        where past.schedule ->> 'until' >= (${dayOf(now)}::date - ${nearDays}::int)::text
      )
    )) end`;
}

/** In UTC, `YYYY-MM-DD`. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

interface Row extends ScheduleColumns, EndColumns {
  id: string;
  type: HabitType;
  unit: Unit;
  weekdays: number[];
  past_schedules: PastScheduleRow[] | null;
  created_on: string;
  targets: { from: string; target: number }[];
  entries: DaysOfUnit[];
}

/** Habits with their goals and days around now. */
async function readHabits(db: Database, page: readonly HabitToday[], now: number): Promise<Row[]> {
  const day = dayOf(now);
  return db.execute<Row & Record<string, unknown>>(sql`
    select h.id, h.type, h.unit, h.weekdays, h.times_per_week, h.schedule,
      (
        -- Those that had ended before these days say nothing about them, and may be long.
        select jsonb_agg(past.schedule order by past.place)
        from jsonb_array_elements(h.past_schedules) with ordinality as past(schedule, place)
        where past.schedule ->> 'until' >= (${day}::date - h.near_days)::text
      ) as past_schedules,
      h.ends, ${sql.raw(totalReachedOn)} as reached_on,
      h.created_on::text as created_on,
      (
        select json_agg(json_build_object('from', t.from_day, 'target', t.target) order by t.from_day)
        from habit_targets t
        where t.user_id = h.user_id and t.habit_id = h.id
          and t.from_day between h.first_from and greatest(h.first_from, ${day}::date + h.near_days)
      ) as targets,
      coalesce((
        select json_agg(json_build_object('unit', u.unit, 'days', u.days, 'values', u.values, 'confirmed', u.confirmed))
        from (
          select p.unit,
            json_agg(p.day - date '1970-01-01') as days,
            json_agg(p.value) as values,
            json_agg(p.day - date '1970-01-01') filter (where p.confirmed) as confirmed
          from progress p
          where p.user_id = h.user_id and p.habit_id = h.id and (p.value is not null or p.skipped or p.confirmed)
            and p.day between ${day}::date - h.near_days and ${day}::date + h.near_days
            -- Of the days to come after the present period, a window asks only for the skips.
            and (p.skipped or p.day <= ${day}::date + ${nearDaysOfPeriods}::int)
          group by p.user_id, p.unit
        ) u
      ), '[]') as entries
    from (
      select h.*, (
        -- The goal in force on the first of these days, or else the first one of all, which holds for all days before it.
        select coalesce(max(t.from_day) filter (where t.from_day <= ${day}::date - h.near_days), min(t.from_day))
        from habit_targets t where t.user_id = h.user_id and t.habit_id = h.id
      ) as first_from
      from (
        select h.*, ${nearDaysOf(now)} as near_days
        from habits h
        where h.user_id = any(${sql.param([...new Set(page.map(({ user_id }) => user_id))])}::bigint[])
          and h.id = any(${sql.param(page.map(({ id }) => id))}::bigint[])
      ) h
    ) h`);
}

function isOpen(row: Row, today: number): boolean {
  const entries = fromDaysOfUnits(row.entries);
  const byDay = new Map(entries.map((entry) => [entry.day, entry]));
  const rules = {
    type: row.type,
    unit: row.unit,
    weekdays: row.weekdays,
    schedule: fromScheduleColumns(row),
    pastSchedules: fromPastSchedules(row.past_schedules),
    end: fromEndColumns(row),
    targets: row.targets.map(({ from, target }) => ({ from: toDayNumber(from), target })),
    firstDay: firstDayOf(toDayNumber(row.created_on), entries),
  };
  return needsReminder(rules, (day) => byDay.get(day), today);
}
