import type { Sql } from "@daymark/db/connection/client";
import type { PastScheduleRow } from "@daymark/db/schema/habit";
import { toDayNumber } from "@daymark/domain/base/day";
import type { Unit } from "@daymark/domain/base/unit";
import { totalReachedOn } from "@daymark/domain/rules/end";
import { type DayEntry, firstDayOf, type HabitRules } from "@daymark/domain/rules/result";
import { scheduleEndOf } from "@daymark/domain/schedule/end";
import type { HabitType } from "@daymark/domain/tracking/habit";
import type { HabitEnd } from "@daymark/domain/tracking/schedule";
import { type DaysOfUnit, fromDaysOfUnits } from "../../base/days-of-unit.ts";
import { type EndColumns, fromEndColumns, totalReachedOnForUser } from "../../base/end-columns.ts";
import { fromPastSchedules, fromScheduleColumns, type ScheduleColumns } from "../../base/schedule-columns.ts";

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

interface Page {
  /** Null for all habits. */
  ids: readonly number[] | null;
  /** The last habit of the page before. */
  after: HistoryRow | undefined;
  habitsMax: number;
}

interface Days {
  withVacation?: boolean;
  /** `YYYY-MM-DD`; only entries from this day on. */
  from?: string;
  /** Only the entries of these days of each habit, `YYYY-MM-DD`, both ends included. */
  days?: ReadonlyMap<number, { from: string; to: string }>;
  /** Of all habits, archived ones too. */
  withArchived?: boolean;
}

/**
 * Reads a page of habits in the order of the dashboard, without those that are missing, deleted or another user's.
 *
 * The database adds up a total only if days are left out: from all days, {@link historyOf} does so itself. Most reads
 * take all days, and the database would plan and start the sums of habits without a total too.
 */
export function readHistoryRows(
  sql: Sql,
  userId: number,
  { ids, after, habitsMax }: Page,
  { withVacation = false, from, days, withArchived = false }: Days,
): Promise<HistoryRow[]> {
  const ranges = [...(days ?? [])];
  const hasAllDays = hasDaysOfAllTime({ from, days });
  return sql<HistoryRow[]>`
    select id, type, position, archived, unit, weekdays, times_per_week, schedule, past_schedules, ends,
      ${hasAllDays ? sql`null` : totalReachedOnForUser(sql, userId)} as reached_on,
      ${
        hasAllDays
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
            ${days ? sql`and p.day between r.from_day and r.to_day` : sql``}
          group by p.unit
        ) u
      ), '[]') as entries
    from habits h
    ${
      days
        ? sql`join unnest(${ranges.map(([id]) => id)}::bigint[], ${ranges.map(([, range]) => range.from)}::text[]::date[],
            ${ranges.map(([, range]) => range.to)}::text[]::date[]) as r(habit_id, from_day, to_day) on r.habit_id = h.id`
        : sql``
    }
    where user_id = ${userId} and deleted_at is null
      and ${ids === null ? (withArchived ? sql`true` : sql`not archived`) : sql`id = any(${ids as number[]}::bigint[])`}
      ${after ? sql`and (type < ${after.type} or (type = ${after.type} and (position, id) > (${after.position}, ${after.id})))` : sql``}
    order by type desc, position, id limit ${habitsMax}`;
}

/** True if these options leave no day out. */
function hasDaysOfAllTime({ from, days }: Pick<Days, "from" | "days">): boolean {
  return from === undefined && !days;
}

/** A habit with its days, in one row. If it has all days, `reached_on` is null, because the days say it. */
export interface HistoryRow extends ScheduleColumns, EndColumns {
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

/**
 * A row in the form that the rules take.
 *
 * @param options those with which the row was read
 */
export function historyOf(row: HistoryRow, options: Days): History {
  const entries = fromDaysOfUnits(row.entries);
  const hasAllDays = hasDaysOfAllTime(options);
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
      end: hasAllDays ? scheduleEndOf(row.ends, totalReachedOn(row.ends, entries, row.unit)) : fromEndColumns(row),
      firstDay: firstDayOf(toDayNumber(row.begins_on), entries),
    },
    end: row.ends,
    entries,
    vacation: new Set(row.entries.flatMap(({ vacation }) => vacation ?? [])),
  };
}
