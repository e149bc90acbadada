import type { Sql } from "@daymark/db/connection/client";
import { fromDayNumber } from "@daymark/domain/base/day";
import { type Trends, trendDays } from "@daymark/domain/operator/operator-view";
import { rangeBefore, type SiteRange, type SiteTrend } from "@daymark/domain/operator/site-statistics";
import { readSiteStatistics } from "../site-statistics/read.ts";

/**
 * The last whole days beside as many days before, from the rolled-up rows. Requests are not among these: their index
 * by time has few rows in two months.
 *
 * @param today day number, by UTC
 */
export async function readTrends(sql: Sql, today: number): Promise<Trends> {
  const range = { from: today - trendDays, to: today - 1 };
  const { from, to, users, habits } = await readSiteStatistics(sql, range, today);
  return {
    ...{ from, to, sign_ups: users.sign_ups, entries: habits.entries },
    active: { ...users.active.average, days: users.active.days },
    requests: await countRequests(sql, range, rangeBefore(range, today)),
  };
}

async function countRequests(sql: Sql, range: SiteRange, before: SiteRange): Promise<SiteTrend> {
  const rows = await sql<{ day: string; amount: string }[]>`
    select (created_at at time zone 'UTC')::date::text as day, count(*) as amount from feature_requests
    where created_at >= ${fromDayNumber(before.from)}::timestamp at time zone 'UTC'
      and created_at < ${fromDayNumber(range.to + 1)}::timestamp at time zone 'UTC'
    group by 1`;
  const amounts = new Map(rows.map(({ day, amount }) => [day, Number(amount)]));
  const daysOf = ({ from, to }: SiteRange) =>
    Array.from({ length: to - from + 1 }, (_, index) => {
      const day = fromDayNumber(from + index);
      return { day, amount: amounts.get(day) ?? 0 };
    });
  const sum = (days: readonly { amount: number }[]) => days.reduce((total, { amount }) => total + amount, 0);
  const days = daysOf(range);
  return { amount: sum(days), before: sum(daysOf(before)), days };
}
