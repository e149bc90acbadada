import type { Sql } from "@daymark/db/connection/client";
import { pastSchedulesMax, pastSchedulesOfUserCharactersMax, targetsOfUserMax } from "@daymark/domain/base/bounds";
import { logItemsOfDayMax } from "@daymark/domain/day-log/follow-day";
import { notesMax } from "@daymark/domain/tracking/note";
import { endTotalMax, windowDaysMax } from "@daymark/domain/tracking/schedule-bounds";
import { vacationsMax } from "@daymark/domain/tracking/vacation";

/** This character takes the most memory in a note, and the most time as JSON. */
const emoji = "🧘";

/**
 * Fills an account to its limits: each day of a century for fifty habits, with a note, a goal that changed often, and
 * vacations of almost the whole century. The values follow the calendar, so that nearly all habits correlate.
 *
 * @returns the habit that has a log with as many entries as a year may have
 */
export async function fillToLimits(sql: Sql, username: string): Promise<{ loggedHabitId: number }> {
  const [user] = await sql<[{ id: number }]>`
    update users set plan = 'paid', is_staff = true, email_verified = true where username = ${username} returning id::int`;
  const { id } = user;
  await sql`delete from habits where user_id = ${id}`;
  await sql`
    insert into habits (user_id, title, type, unit, hue, position, created_on)
    select ${id}, 'Habit ' || n, case when n < 25 then 'good' else 'bad' end, 'minutes', 0, n % 25, '2001-01-01'
    from generate_series(0, 49) n`;
  // The past schedules of all habits together are as long as a user's may be. Each list of habits contains them.
  await sql`
    update habits set past_schedules = (
      select jsonb_agg(jsonb_build_object('until', date '2020-01-01' + n * 20, 'weekdays', '[1, 2, 3, 4, 5]'::jsonb,
        'schedule', jsonb_build_object('month_weekdays', (
          select jsonb_agg(jsonb_build_object('nth', nth, 'weekday', weekday))
          from unnest('{1,2,3,4,-1}'::int[]) nth, generate_series(1, 7) weekday
        ))))
      from generate_series(1, ${Math.floor(pastSchedulesOfUserCharactersMax / 50 / 1_100)}) n
    ) where user_id = ${id}`;
  // Some habits have schedules with windows of days, whose rules look back further than others, and totals, which count
  // all days.
  await sql`
    update habits set schedule =
      jsonb_build_object('times_in_days', jsonb_build_object('times', ${windowDaysMax - 1}::int, 'days', ${windowDaysMax}::int))
    where user_id = ${id} and position < 5`;
  // One habit always had such a schedule.
  await sql`
    update habits set past_schedules = (
      select jsonb_agg(jsonb_build_object('until', date '2020-01-01' + n * 20, 'weekdays', '[1, 2, 3, 4, 5, 6, 7]'::jsonb,
        'schedule', jsonb_build_object('times_in_days', jsonb_build_object('times', 2 + n % 2, 'days', 31))))
      from generate_series(1, ${pastSchedulesMax}) n
    ) where user_id = ${id} and type = 'good' and position = 0`;
  await sql`
    update habits set ends = jsonb_build_object('total', ${endTotalMax}::int)
    where user_id = ${id} and type = 'good' and position between 5 and 9`;
  await sql`
    insert into habit_targets (user_id, habit_id, from_day, target)
    select user_id, id, date '2001-01-01' + n * 25, 1 + n % 90 from habits, generate_series(1, ${targetsOfUserMax / 50}) n where user_id = ${id}`;
  await sql`
    insert into progress (user_id, habit_id, day, value, unit, note)
    select user_id, id, day,
      case when (7 * (day::date - date '2001-01-01') + 3 * id) % 11 <> 0
        then 1 + (7 * (day::date - date '2001-01-01') + id) % 60 end,
      'minutes',
      case when extract(day from day) = 1 then repeat(md5(day::text), 15) else 'A word on this day' end
    from habits, generate_series(date '2001-01-01', date '2100-12-31', '1 day') as day where user_id = ${id}`;
  // One habit has a log with as many entries as a year may have.
  const [logged] = await sql<[{ id: number }]>`
    update habits set keeps_log = true where user_id = ${id} and type = 'good' and position = 24 returning id::int`;
  await sql`
    insert into day_log (user_id, id, habit_id, day, at, value, unit, created_at)
    select ${id}, gen_random_uuid(), ${logged.id}, day::date, day + n * interval '10 minutes', 1, 'minutes', now()
    from generate_series(date '2026-01-01', date '2026-12-31', '1 day') as day, generate_series(1, ${logItemsOfDayMax}) n`;
  await sql`
    insert into notes (user_id, text) select ${id}, repeat(${emoji}, 1998) from generate_series(1, ${notesMax})`;
  await sql`
    insert into vacations (user_id, from_day, to_day)
    select ${id}, date '2001-01-01' + n, date '2100-12-31' - n from generate_series(1, ${vacationsMax}) n`;
  await sql`
    insert into security_events (user_id, kind, address) select ${id}, 'logged_in', '203.0.113.7' from generate_series(1, 20000)`;
  await sql`
    insert into sessions (id, user_id, expires_at, fresh_until)
    select md5(n::text), ${id}, now() + interval '30 days', now() from generate_series(1, 2000) n`;
  await sql`analyze`;
  return { loggedHabitId: logged.id };
}
