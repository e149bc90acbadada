import type { Sql } from "@daymark/db/client";
import { toDayNumber } from "@daymark/domain/day";
import type { HabitType } from "@daymark/domain/habit";
import { type DayEntry, firstDayOf, type HabitRules } from "@daymark/domain/result";
import type { Unit } from "@daymark/domain/unit";

/** A habit and all its days, as the rules take them. */
export interface History {
  id: number;
  habit: HabitRules;
  /** Ascending by day: those with a value, a skip or a confirmation. */
  entries: DayEntry[];
  /** Day numbers of the skips that a vacation made, where they were asked for. */
  vacation: ReadonlySet<number>;
}

/**
 * The whole history of some habits (archived ones too), or of all active ones in the order of the dashboard. One
 * statement however many habits and years: a row a habit, whose days come as one array a unit, since reading ten years
 * as rows takes the driver longer than all the rest.
 *
 * @param ids which habits, or null for all active ones
 * @param options.withVacation tells the days of vacations too, which no figure needs
 * @returns without those that are missing, deleted or another's
 */
export async function readHistories(
  sql: Sql,
  userId: number,
  ids: readonly number[] | null,
  { withVacation = false }: { withVacation?: boolean } = {},
): Promise<History[]> {
  const rows = await sql<Row[]>`
    select id, type, unit, weekdays, times_per_week, created_on::text as created_on,
      (
        select json_agg(json_build_object('from', t.from_day, 'target', t.target) order by t.from_day)
        from habit_targets t where t.user_id = h.user_id and t.habit_id = h.id
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
          where p.user_id = h.user_id and p.habit_id = h.id and (p.value is not null or p.skipped or p.confirmed)
          group by p.unit
        ) u
      ), '[]') as entries
    from habits h
    where user_id = ${userId} and deleted_at is null
      and ${ids === null ? sql`not archived` : sql`id = any(${ids as number[]}::bigint[])`}
    order by type desc, position, id`;
  return rows.map(historyOf);
}

interface Row {
  id: string;
  type: HabitType;
  unit: Unit;
  weekdays: number[];
  times_per_week: number | null;
  created_on: string;
  targets: { from: string; target: number }[];
  /** Days with a value, a skip or a confirmation, in no order. */
  entries: DaysOfUnit[];
}

interface DaysOfUnit {
  unit: Unit;
  days: number[];
  /** One for each of `days`; null where it is skipped or confirmed. */
  values: (number | null)[];
  /** Those of `days` that are confirmed, and those that a vacation skipped; null where none are. */
  confirmed: number[] | null;
  vacation: number[] | null;
}

function historyOf(row: Row): History {
  const entries = row.entries.flatMap(toEntries).sort((a, b) => a.day - b.day);
  return {
    id: Number(row.id),
    habit: {
      type: row.type,
      unit: row.unit,
      weekdays: row.weekdays,
      timesPerWeek: row.times_per_week,
      targets: row.targets.map(({ from, target }) => ({ from: toDayNumber(from), target })),
      firstDay: firstDayOf(toDayNumber(row.created_on), entries),
    },
    entries,
    vacation: new Set(row.entries.flatMap(({ vacation }) => vacation ?? [])),
  };
}

function toEntries({ unit, days, values, confirmed }: DaysOfUnit): DayEntry[] {
  const said = new Set(confirmed);
  return days.map((day, index) => {
    const value = values[index] ?? null;
    const isConfirmed = said.has(day);
    return { day, value, unit, skipped: value === null && !isConfirmed, confirmed: isConfirmed };
  });
}
