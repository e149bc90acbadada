import type { Sql } from "@daymark/db/connection/client";
import { deletedSignUps, deletedSignUpsByLanguage, wayOf } from "./sign-ups.ts";

/** A row of statistics_days. */
export interface DayAmount {
  day: string;
  measure: string;
  label: string;
  amount: number;
}

/** The measures that only {@link countDays} counts. */
export const countedMeasures = [
  "sign_ups",
  "sign_ups_by_language",
  "habits_created",
  "active",
  "active_week",
  "active_month",
] as const;

/**
 * Counts UTC days from their remaining rows: each statement reads the rows of these days by an index, and no other
 * rows. The days of `active_week` add up to a week's active users, because each user counts on one day of a week; those
 * of `active_month` add up to a month's.
 *
 * @param days `YYYY-MM-DD`, both ends included
 */
export async function countDays(sql: Sql, { from, to }: { from: string; to: string }): Promise<DayAmount[]> {
  const start = sql`${from}::timestamp at time zone 'UTC'`;
  const end = sql`(${to}::timestamp + interval '1 day') at time zone 'UTC'`;
  // In one statement, because a deletion removes the user's row and adds its count at the same time.
  const signUps = await sql<{ day: string; measure: string; label: string; amount: string }[]>`
    with joined as (
      select (date_joined at time zone 'UTC')::date as day, ${wayOf(sql)} as way, language, count(*) as amount
      from users where date_joined >= ${start} and date_joined < ${end} and signed_up
      group by 1, 2, 3
    )
    select day::text, 'sign_ups' as measure, way as label, amount from joined
    union all select day::text, 'sign_ups_by_language', language, amount from joined
    union all
    select day::text, case measure when ${deletedSignUps} then 'sign_ups' else 'sign_ups_by_language' end, label, amount
    from statistics_days
    where measure in (${deletedSignUps}, ${deletedSignUpsByLanguage}) and day between ${from} and ${to}`;
  const habits = await sql<{ day: string; type: string; amount: string }[]>`
    select (created_at at time zone 'UTC')::date::text as day, type, count(*) as amount
    from habits where created_at >= ${start} and created_at < ${end} and deleted_at is null
    group by 1, 2`;
  const active = await sql<{ day: string; all: string; of_week: string; of_month: string }[]>`
    select
      day::text,
      count(*) as all,
      count(*) filter (where first_of_week) as of_week,
      count(*) filter (where first_of_month) as of_month
    from active_days where day between ${from} and ${to}
    group by day`;
  return sumUp([
    ...signUps.map((row) => ({ ...row, amount: Number(row.amount) })),
    ...habits.map(({ day, type, amount }) => ({ day, measure: "habits_created", label: type, amount: Number(amount) })),
    ...active.flatMap(({ day, all, of_week, of_month }) => [
      { day, measure: "active", label: "", amount: Number(all) },
      { day, measure: "active_week", label: "", amount: Number(of_week) },
      { day, measure: "active_month", label: "", amount: Number(of_month) },
    ]),
  ]);
}

function sumUp(rows: readonly DayAmount[]): DayAmount[] {
  const sums = new Map<string, DayAmount>();
  for (const row of rows) {
    const key = `${row.day} ${row.measure} ${row.label}`;
    const sum = sums.get(key);
    sums.set(key, { ...row, amount: row.amount + (sum?.amount ?? 0) });
  }
  return [...sums.values()];
}

/**
 * How many of the active users of a week signed up in which week, from the index of active days. The index does not
 * exclude the operator's accounts, which are few: their days are subtracted.
 */
export async function countCohorts(sql: Sql, monday: string): Promise<{ joined_week: string; active: number }[]> {
  const inWeek = sql`day between ${monday} and (${monday}::date + 6) and first_of_week`;
  const rows = await sql<{ joined_week: string; active: string }[]>`
    select joined_week::text, count(*) as active from active_days where ${inWeek} group by joined_week`;
  const operators = await sql<{ joined_week: string; active: string }[]>`
    select joined_week::text, count(*) as active
    from active_days where user_id in (select id from users where not signed_up) and ${inWeek}
    group by joined_week`;
  const notSignedUp = new Map(operators.map(({ joined_week, active }) => [joined_week, Number(active)]));
  return rows.map(({ joined_week, active }) => ({
    joined_week,
    active: Math.max(0, Number(active) - (notSignedUp.get(joined_week) ?? 0)),
  }));
}
