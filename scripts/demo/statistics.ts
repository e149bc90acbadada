import { rollUp } from "../../packages/api/src/site-statistics/roll-up.ts";
import { recordActiveDay } from "../../packages/auth/src/user/active-day.ts";
import type { Database } from "../../packages/db/src/connection/client.ts";
import { fromDayNumber, toDayNumber } from "../../packages/domain/src/base/day.ts";

/**
 * Counts the demo users' activity as if the statistics job had always run. A user was active on a day on which they
 * signed up, recorded a day, voted or wrote. Does nothing if counted days exist. All demo data must exist.
 */
export async function seedStatistics(db: Database, now: number): Promise<void> {
  const { $client: sql } = db;
  if ((await sql`select from statistics_state`).length > 0) return;
  // The statistics use UTC days, in which the demo's last day may be in the future.
  const today = fromDayNumber(Math.floor(now / 86_400_000));
  const days = await sql<{ day: string; user_ids: string[] }[]>`
    select day::text, array_agg(distinct user_id) as user_ids
    from (
      select user_id, day from progress
      union select id, (date_joined at time zone 'UTC')::date from users
      union select user_id, (created_at at time zone 'UTC')::date from reactions
      union select author_id, (created_at at time zone 'UTC')::date from comments where author_id is not null
    ) as activity
    where day <= ${today} group by day order by day`;
  for (const { day, user_ids } of days) await recordActiveDay(db, user_ids.map(Number), day);
  await sql`
    insert into statistics_days (day, measure, label, amount)
    select day, 'entries', case when value is not null then 'value' when skipped then 'skipped' else 'note' end, count(*)
    from progress where day <= ${today} and not confirmed group by 1, 3`;
  const first = days[0] ? toDayNumber(days[0].day) : Math.floor(now / 86_400_000);
  await sql`insert into statistics_days (day, measure, amount) values (${fromDayNumber(first)}, 'began', 1)`;
  await rollUp({ db, now: () => now });
}
