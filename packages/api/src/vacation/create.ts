import type { Database, Sql } from "@daymark/db/connection/client";
import type { PastScheduleRow } from "@daymark/db/schema/habit";
import { vacations } from "@daymark/db/schema/vacation";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { scheduledDays } from "@daymark/domain/schedule/history";
import { type Vacation, vacationsMax } from "@daymark/domain/tracking/vacation";
import { type EndColumns, fromEndColumns, totalReachedOnForUser } from "../base/end-columns.ts";
import { ApiError } from "../base/error.ts";
import { mapInTurns } from "../base/pace.ts";
import { fromPastSchedules, fromScheduleColumns, type ScheduleColumns } from "../base/schedule-columns.ts";
import { type Reader, readInTurn } from "../procedure/long-reads.ts";
import { takeUserLock, type UserCall, withUserLock } from "../procedure/user-queue.ts";

/** First and last day, `YYYY-MM-DD`, both included. */
interface Days {
  from: string;
  to: string;
}

/** The preview of a vacation: it has no id and is not stored. */
type VacationPreview = Omit<Vacation, "id" | "created_at"> & { id: null; created_at: null; dry_run: true };

/**
 * Skips every day of the range that counts for an active habit. Days off, days with a value, a skip or a confirmation,
 * and days before the habit began stay unchanged. Notes stay.
 *
 * @throws ApiError validation_failed if the user has as many vacations as allowed
 */
export function createVacation(call: UserCall, range: Days): Promise<Vacation> {
  return withUserLock(call, "vacations", async (locked) => {
    await takeUserLock(locked, call.user.id, "days");
    return insertVacation(locked, call.user.id, range);
  });
}

/** @param db within the transaction that holds the user's locks */
async function insertVacation(db: Database, userId: number, { from, to }: Days): Promise<Vacation> {
  const sql = db.$client;
  const [{ kept, scheduled }] = await sql<
    [Before]
  >`select ${countOf(sql, userId)} as kept, ${scheduledOf(sql, userId, { from, to })} as scheduled`;
  if (kept >= vacationsMax) throw tooMany();
  const [vacation] = await db.insert(vacations).values({ user_id: userId, from_day: from, to_day: to }).returning();
  if (!vacation) throw new Error("an insert gave no row back");
  const due = await dueDays(scheduled, { from, to });
  const skipped = await sql`
    insert into progress as e (user_id, habit_id, day, unit, skipped, vacation_id)
    select d.user_id, d.habit_id, d.day, d.unit, true, ${vacation.id}
    from (${openDays(sql, userId, { from, to }, due)}) d
    on conflict (user_id, habit_id, day) do update set skipped = true, vacation_id = excluded.vacation_id
    where e.value is null and not e.skipped and not e.confirmed`;
  return {
    id: vacation.id,
    ...lengthOf({ from, to }),
    skipped_days: skipped.count,
    created_at: vacation.created_at.toISOString(),
  };
}

/**
 * What {@link createVacation} would return now. It writes nothing. The reads wait for a turn of the long reads, because a
 * preview has no lock that would let a user make only one at a time.
 *
 * @throws ApiError as createVacation does; QueueFull if too many reads of the user wait
 */
export async function previewVacation(reader: Reader, range: Days): Promise<VacationPreview> {
  const userId = reader.user.id;
  const [{ kept, scheduled }] = await readInTurn(
    reader,
    (sql) => sql<[Before]>`select ${countOf(sql, userId)} as kept, ${scheduledOf(sql, userId, range)} as scheduled`,
  );
  if (kept >= vacationsMax) throw tooMany();
  const due = await dueDays(scheduled, range);
  const [{ skipped_days }] = await readInTurn(
    reader,
    (sql) => sql<[{ skipped_days: number }]>`
      select count(*)::int as skipped_days from (${openDays(sql, userId, range, due)}) d`,
  );
  return { id: null, ...lengthOf(range), skipped_days, created_at: null, dry_run: true };
}

/**
 * What is read before the days: the number of the user's vacations, and their active habits with a schedule, a past one or
 * an end.
 */
interface Before {
  kept: number;
  scheduled: (ScheduleColumns &
    EndColumns & { id: number; weekdays: number[]; past_schedules: PastScheduleRow[] | null })[];
}

function countOf(sql: Sql, userId: number) {
  return sql`(select count(*)::int from vacations where user_id = ${userId})`;
}

/** Without the past schedules that had ended before the range, which may be long. */
function scheduledOf(sql: Sql, userId: number, { from }: Days) {
  return sql`coalesce((
    select json_agg(json_build_object('id', id, 'weekdays', weekdays, 'times_per_week', times_per_week,
      'schedule', schedule, 'past_schedules', (
        select jsonb_agg(past.schedule order by past.place)
        from jsonb_array_elements(past_schedules) with ordinality as past(schedule, place)
        where past.schedule ->> 'until' >= ${from}
      ), 'ends', ends, 'reached_on', ${totalReachedOnForUser(sql, userId)}))
    from habits h
    where user_id = ${userId} and (schedule is not null or past_schedules is not null or ends is not null)
      and not archived and deleted_at is null
  ), '[]')`;
}

/** A habit that is due only on some days of a range. */
interface DueDays {
  habit_id: number;
  days: string[];
}

/** So many habits are judged in one turn of the event loop: each takes up to a millisecond for a year. */
const habitsAtOnce = 10;

/** The scheduled days of a range. */
function dueDays(scheduled: Before["scheduled"], { from, to }: Days): Promise<DueDays[]> {
  const first = toDayNumber(from);
  const range = Array.from({ length: toDayNumber(to) - first + 1 }, (_, index) => first + index);
  return mapInTurns(scheduled, habitsAtOnce, ({ id, weekdays, past_schedules, ...columns }) => {
    const history = {
      weekdays,
      schedule: fromScheduleColumns(columns),
      pastSchedules: fromPastSchedules(past_schedules),
      end: fromEndColumns(columns),
    };
    return { habit_id: id, days: range.filter(scheduledDays(history)).map(fromDayNumber) };
  });
}

function tooMany(): ApiError {
  const fields = { from: [{ code: "vacations_too_many", values: { max: vacationsMax } } as const] };
  return new ApiError("validation_failed", { fields });
}

export function lengthOf({ from, to }: Days): Pick<Vacation, "from" | "to" | "days"> {
  return { from, to, days: toDayNumber(to) - toDayNumber(from) + 1 };
}

/**
 * Sorted by habit and day, the order in which every write of many days locks them. The entries are read once for each
 * habit, within the range: a join over all habits would search each day in every habit, or scan all entries.
 *
 * @param due the habits of which only some days count
 */
function openDays(sql: Sql, userId: number, { from, to }: Days, due: readonly DueDays[]) {
  return sql`
    select h.user_id, h.id as habit_id, d.day, h.unit
    from (
      select user_id, id, unit, weekdays, due.days as due_days, least(created_on, (
        select p.day from progress p
        where p.user_id = ${userId} and p.habit_id = habits.id and p.day < created_on and (p.value is not null or p.skipped)
        order by p.day limit 1
      )) as first_day
      from habits left join jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as due(habit_id bigint, days date[]) on due.habit_id = id
      where user_id = ${userId} and not archived and deleted_at is null
    ) h
    cross join lateral (
      select g::date as day from generate_series(greatest(${from}::date, h.first_day)::timestamp, ${to}::timestamp, '1 day') g
      where case when h.due_days is null then extract(isodow from g)::smallint = any(h.weekdays) else g::date = any(h.due_days) end
      except
      select p.day from progress p
      where p.user_id = ${userId} and p.habit_id = h.id and p.day between ${from} and ${to}
        and (p.value is not null or p.skipped or p.confirmed)
    ) d
    order by h.id, d.day`;
}
