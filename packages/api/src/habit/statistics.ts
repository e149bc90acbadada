import type { Sql } from "@daymark/db/client";
import { toDayNumber } from "@daymark/domain/day";
import type { HabitType } from "@daymark/domain/habit";
import { type DayEntry, firstDayOf } from "@daymark/domain/result";
import { computeStatistics, type Statistics } from "@daymark/domain/statistics";
import type { Unit } from "@daymark/domain/unit";

/**
 * Statistics as of today of one habit (an archived one too), or of all active ones in the order of the dashboard. One
 * statement however many habits and years: a row a habit, whose days come as one array a unit, since reading ten years
 * as rows takes the driver longer than all the rest.
 *
 * @param id the habit, or null for all active ones
 * @param today `YYYY-MM-DD`, the caller's
 * @returns nothing where the habit is missing, deleted or another's
 */
export async function listStatistics(
  sql: Sql,
  userId: number,
  id: number | null,
  today: string,
): Promise<Statistics[]> {
  const rows = await sql<Row[]>`
    select id, type, unit, weekdays, created_on::text as created_on,
      (
        select json_agg(json_build_object('from', t.from_day, 'target', t.target) order by t.from_day)
        from habit_targets t where t.user_id = h.user_id and t.habit_id = h.id
      ) as targets,
      coalesce((
        select json_agg(json_build_object('unit', u.unit, 'days', u.days, 'values', u.values))
        from (
          select p.unit, json_agg(p.day - date '1970-01-01') as days, json_agg(p.value) as values
          from progress p
          where p.user_id = h.user_id and p.habit_id = h.id and (p.value is not null or p.skipped)
          group by p.unit
        ) u
      ), '[]') as entries
    from habits h
    where user_id = ${userId} and deleted_at is null and ${id === null ? sql`not archived` : sql`id = ${id}`}
    order by type desc, position, id`;
  const todayNumber = toDayNumber(today);
  return rows.map((row) => statisticsOf(row, todayNumber));
}

interface Row {
  id: string;
  type: HabitType;
  unit: Unit;
  weekdays: number[];
  created_on: string;
  targets: { from: string; target: number }[];
  /** Days with a value or a skip, in no order; the value of a skipped one is null. */
  entries: { unit: Unit; days: number[]; values: (number | null)[] }[];
}

function statisticsOf(row: Row, today: number): Statistics {
  const entries = row.entries.flatMap(toEntries).sort((a, b) => a.day - b.day);
  const rules = {
    type: row.type,
    unit: row.unit,
    weekdays: row.weekdays,
    targets: row.targets.map(({ from, target }) => ({ from: toDayNumber(from), target })),
    firstDay: firstDayOf(toDayNumber(row.created_on), entries),
  };
  return { habit_id: Number(row.id), ...computeStatistics(rules, entries, today) };
}

function toEntries({ unit, days, values }: Row["entries"][number]): DayEntry[] {
  return days.map((day, index) => {
    const value = values[index] ?? null;
    return { day, value, unit, skipped: value === null };
  });
}
