import type { Database } from "@daymark/db/connection/client";
import { fromDayNumber } from "@daymark/domain/base/day";
import { plannedLastDay } from "@daymark/domain/schedule/end";
import type { HabitType } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import type { HabitEnd } from "@daymark/domain/tracking/schedule";
import { ApiError } from "../base/error.ts";
import { type UserCall, withUserLock } from "../procedure/user-queue.ts";

/**
 * Confirms every assumed day of a bad habit: the days that count, from its first day to today, with no entry or only a
 * note.
 *
 * @param range.from first day, `YYYY-MM-DD`
 * @param range.to last day; days after today stay unchanged
 * @param today `YYYY-MM-DD`, the caller's
 * @returns the confirmed days, in order; none if all were confirmed already
 * @throws ApiError `habit_not_found`; `validation_failed` for a good habit
 */
export function confirmDays(call: UserCall, range: Range, today: string): Promise<Entry[]> {
  return withUserLock(call, "days", (db) => writeConfirmed(db, call.user.id, range, today));
}

interface Range {
  id: number;
  from: string;
  to: string;
}

/** @param db within the transaction that holds the lock of the user's days */
async function writeConfirmed(db: Database, userId: number, { id, from, to }: Range, today: string): Promise<Entry[]> {
  const sql = db.$client;
  const [habit] = await sql<{ type: HabitType; ends: HabitEnd | null; first_day: string }[]>`
    select h.type, h.ends, least(h.created_on, (
      select p.day from progress p
      where p.user_id = ${userId} and p.habit_id = ${id} and p.day < h.created_on and (p.value is not null or p.skipped)
      order by p.day limit 1
    ))::text as first_day
    from habits h where h.user_id = ${userId} and h.id = ${id} and h.deleted_at is null`;
  if (!habit) throw new ApiError("habit_not_found");
  if (habit.type !== "bad") {
    throw new ApiError("validation_failed", { fields: { id: [{ code: "confirmed_bad_only" }] } });
  }
  // A bad habit has no total.
  const lastDay = plannedLastDay(habit.ends);
  const last = lastDay === null ? today : fromDayNumber(lastDay);
  const rows = await sql<Entry[]>`
    insert into progress as e (user_id, habit_id, day, unit, confirmed)
    select h.user_id, h.id, g.day::date, h.unit, true
    from habits h, generate_series(
      greatest(${from}::date, ${habit.first_day}::date)::timestamp, least(${to}::date, ${today}::date, ${last}::date)::timestamp, '1 day'
    ) as g(day)
    where h.user_id = ${userId} and h.id = ${id}
      -- The weekdays that held on the day.
      and to_jsonb(extract(isodow from g.day)::int) <@ coalesce((
        select past.schedule -> 'weekdays' from jsonb_array_elements(h.past_schedules) as past(schedule)
        where g.day <= (past.schedule ->> 'until')::date
        order by past.schedule ->> 'until' limit 1
      ), to_jsonb(h.weekdays))
    order by g.day
    on conflict (user_id, habit_id, day) do update set confirmed = true
    where e.value is null and not e.skipped and not e.confirmed
    returning habit_id::float8 as habit_id, day::text as day, value, unit, skipped, note, confirmed`;
  return rows.toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
