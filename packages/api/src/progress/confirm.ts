import type { Sql } from "@daymark/db/connection/client";
import type { HabitType } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { ApiError } from "../base/error.ts";
import { inTurnOfUser, type UserCall } from "../procedure/user-queue.ts";
import { dayLock } from "./day-lock.ts";

/**
 * Confirms every assumed day of a bad habit: the days that count, from its first day to today, with no entry or only a
 * note. One statement.
 *
 * @param range.from first day, `YYYY-MM-DD`
 * @param range.to last day; days after today stay unchanged
 * @param today `YYYY-MM-DD`, the caller's
 * @returns the confirmed days, in order; none if all were confirmed already
 * @throws ApiError `habit_not_found`; `validation_failed` for a good habit
 */
export async function confirmDays(call: UserCall, range: Range, today: string): Promise<Entry[]> {
  const [habit, ...rows] = await inTurnOfUser(call, async () =>
    writeConfirmed(call.db.$client, call.user.id, range, today),
  );
  if (!habit) throw new ApiError("habit_not_found");
  if (habit.type !== "bad") {
    throw new ApiError("validation_failed", { fields: { id: [{ code: "confirmed_bad_only" }] } });
  }
  return rows.map(({ type: _, ...row }) => row);
}

function writeConfirmed(sql: Sql, userId: number, { id, from, to }: Range, today: string) {
  return sql<Row[]>`
    with habit as materialized (
      select h.user_id, h.id, h.type, h.unit, h.weekdays, least(h.created_on, (
        select p.day from progress p
        where p.user_id = h.user_id and p.habit_id = h.id and (p.value is not null or p.skipped)
        order by p.day limit 1
      )) as first_day
      from habits h, ${dayLock(sql, userId)} turn
      where h.user_id = ${userId} and h.id = ${id} and h.deleted_at is null
    ),
    confirmed as (
      insert into progress as e (user_id, habit_id, day, unit, confirmed)
      select h.user_id, h.id, d.day, h.unit, true
      from habit h
      cross join lateral (
        select g::date as day from generate_series(
          greatest(${from}::date, h.first_day)::timestamp, least(${to}::date, ${today}::date)::timestamp, '1 day'
        ) g
      ) d
      where h.type = 'bad' and extract(isodow from d.day)::smallint = any(h.weekdays)
      on conflict (user_id, habit_id, day) do update set confirmed = true
      where e.value is null and not e.skipped and not e.confirmed
      returning habit_id, day, value, unit, skipped, note, confirmed
    )
    select id::float8 as habit_id, type, null::text as day, null::smallint as value, unit, false as skipped, null as note,
      false as confirmed
    from habit
    union all
    select habit_id::float8, null, day::text, value, unit, skipped, note, confirmed from confirmed
    order by day nulls first`;
}

interface Range {
  id: number;
  from: string;
  to: string;
}

/** The first row is the habit, of which only the type counts; the others are its days. */
type Row = Entry & { type: HabitType | null };
