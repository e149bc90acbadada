import type { Sql } from "@daymark/db/connection/client";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { mondayOf } from "@daymark/domain/base/week";
import {
  monthOf,
  monthsIn,
  nextMonth,
  rangeBefore,
  type SiteRange,
  type SiteStatistics,
  weeksIn,
} from "@daymark/domain/operator/site-statistics";
import { walkedMeasures } from "./count-accounts.ts";
import { countedMeasures } from "./count-days.ts";
import { type DayRow, DayTable } from "./day-table.ts";

/** The measures that are returned for each day. */
const dailyMeasures = [...countedMeasures, "entries", "deletions"] as const;

/**
 * The statistics of the site, read from the rolled-up rows: a fixed number of rows for each day of the range, and no
 * rows of users.
 *
 * @param range day numbers, `from` not after `to`
 * @param today day number, by UTC
 */
export async function readSiteStatistics(sql: Sql, range: SiteRange, today: number): Promise<SiteStatistics> {
  const before = rangeBefore(range, today);
  const shown = { from: range.from, to: Math.min(range.to, today) };
  const [state] = await sql<{ rolled_up_at: string | null; walked_at: string | null; began: string | null }[]>`
    select rolled_up_at, walked_at, (select min(day)::text from statistics_days where measure = 'began') as began
    from (values (1)) as one (id) left join statistics_state using (id)`;
  const days = new DayTable({
    began: state?.began ? toDayNumber(state.began) : null,
    rows: await readDays(sql, {
      from: Math.min(before.from, mondayOf(range.from), monthOf(range.from)),
      to: Math.min(today, Math.max(mondayOf(range.to) + 6, nextMonth(monthOf(range.to)) - 1)),
    }),
    totals: await readTotals(sql, [before.from - 1, before.to, shown.to]),
    totalsOf: { before: before.to, shown: shown.to },
    shown,
    before,
  });
  return {
    from: fromDayNumber(range.from),
    to: fromDayNumber(range.to),
    before: { from: fromDayNumber(before.from), to: fromDayNumber(before.to) },
    today: fromDayNumber(today),
    rolled_up_at: toInstant(state?.rolled_up_at),
    counted_at: toInstant(state?.walked_at),
    users: {
      totals: {
        all: days.total("accounts", "all"),
        active: days.total("accounts", "active"),
        verified: days.total("accounts", "verified"),
        two_factor: days.total("accounts", "two_factor"),
        paid: days.total("accounts", "paid"),
        staff: days.total("accounts", "staff"),
        newsletter: days.total("accounts", "newsletter"),
      },
      total_days: days.totalDays("accounts"),
      sign_ups: days.sum("sign_ups"),
      sign_ups_by_way: days.sumParts("sign_ups"),
      sign_ups_by_language: days.sumParts("sign_ups_by_language"),
      deletions: days.sum("deletions"),
      active: {
        average: days.average("active"),
        days: days.days("active"),
        weeks: days.spans("active_week", weeksIn(shown), (monday) => monday + 6, today),
        months: days.spans("active_month", monthsIn(shown), (month) => nextMonth(month) - 1, today),
      },
      retention: await readRetention(sql, shown, { today, began: days.began }),
      plans: days.totalParts("accounts_by_plan"),
      languages: days.totalParts("accounts_by_language"),
      providers: days.totalParts("accounts_by_provider"),
    },
    habits: {
      totals: {
        all: days.total("habits", "all"),
        active: days.total("habits", "active"),
        archived: days.total("habits", "archived"),
      },
      total_days: days.totalDays("habits"),
      created: days.sum("habits_created"),
      created_by_type: days.sumParts("habits_created"),
      entries: days.sum("entries"),
      entries_by_kind: days.sumParts("entries"),
      types: days.totalParts("habits_by_type"),
      units: days.totalParts("habits_by_unit"),
      plans: days.totalParts("habits_by_plan"),
    },
  };
}

/**
 * The sums of all days, and the totals of each day that has them. The parts of the totals are left out: they are read
 * for two days only.
 */
async function readDays(sql: Sql, { from, to }: SiteRange): Promise<DayRow[]> {
  const rows = await sql<RawRow[]>`
    select day::text, measure, label, amount from statistics_days
    where measure = any(${[...dailyMeasures]}) and day between ${fromDayNumber(from)} and ${fromDayNumber(to)}
    union all
    select day::text, measure, label, amount from statistics_days
    where measure in ('accounts', 'habits') and label = 'all'
      and day between ${fromDayNumber(from)} and ${fromDayNumber(to)}`;
  return rows.map(toRow);
}

/** The totals at the end of each of these days: those of the last counted day, returned under the requested day. */
async function readTotals(sql: Sql, ends: readonly number[]): Promise<Map<number, DayRow[]>> {
  const rows = await sql<(RawRow & { at: string })[]>`
    select ends.at::text, days.day::text, days.measure, days.label, days.amount
    from unnest(${ends.map(fromDayNumber)}::text[]::date[]) as ends (at),
      unnest(${[...walkedMeasures]}::text[]) as walked (measure),
      lateral (
        select day from statistics_days where measure = walked.measure and day <= ends.at order by day desc limit 1
      ) as latest,
      statistics_days as days
    where days.measure = walked.measure and days.day = latest.day`;
  const totals = new Map<number, DayRow[]>(ends.map((end) => [end, []]));
  for (const { at, ...row } of rows) totals.get(toDayNumber(at))?.push(toRow(row));
  return totals;
}

/** The retention of the weeks that a range touches; null if a week was not counted, and nothing for future weeks. */
async function readRetention(
  sql: Sql,
  range: SiteRange,
  { today, began }: { today: number; began: number | null },
): Promise<SiteStatistics["users"]["retention"]> {
  const weeks = weeksIn(range);
  if (weeks.length === 0) return [];
  const rows = await sql<{ week: string; weeks_later: number; users: string; active: string }[]>`
    select week::text, weeks_later, users, active from statistics_cohorts
    where week between ${fromDayNumber(weeks[0] as number)} and ${fromDayNumber(weeks.at(-1) as number)}
    order by week, weeks_later`;
  return weeks.map((week) => {
    const cohort = rows.filter((row) => toDayNumber(row.week) === week);
    const later = new Map(cohort.map(({ weeks_later, active }) => [weeks_later, Number(active)]));
    const isCounted = (index: number) => began !== null && week + 7 * index >= mondayOf(began);
    const weekCount = Math.min((mondayOf(today) - week) / 7, Math.max(-1, ...later.keys())) + 1;
    return {
      week: fromDayNumber(week),
      users: Number(cohort.at(-1)?.users ?? 0),
      active: Array.from({ length: weekCount }, (_, index) => (isCounted(index) ? (later.get(index) ?? 0) : null)),
    };
  });
}

type RawRow = { day: string; measure: string; label: string; amount: string };

function toRow({ day, amount, ...row }: RawRow): DayRow {
  return { ...row, day: toDayNumber(day), amount: Number(amount) };
}

function toInstant(text: string | null | undefined): string | null {
  return text == null ? null : new Date(text).toISOString();
}
