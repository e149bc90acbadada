import type { Database, Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { mondayOf } from "@daymark/domain/base/week";
import { retentionWeeksMax } from "@daymark/domain/operator/site-statistics";
import { type Counts, countAccounts, nothingCounted, walkedMeasures } from "./count-accounts.ts";
import { countCohorts, countDays, countedMeasures, type DayAmount } from "./count-days.ts";
import { deletedSignUps } from "./sign-ups.ts";

/** Users counted by one statement, and by one run. There is one run a minute, however many users there are. */
const sliceSize = 5_000;
const usersOfRunMax = 20_000;
/** Days counted by one statement if many are missing: after a long stop, and the first time. */
const daysOfStepMax = 31;
/** How long after its end a day is still counted again: activity at its end is written up to a minute later. */
const graceMilliseconds = 3_600_000;
const dayMilliseconds = 86_400_000;

interface Options {
  sliceSize?: number;
  usersOfRunMax?: number;
}

/**
 * Updates the statistics: the open days, retention, and a part of the walk over all accounts, or all of it if there are
 * few. It is idempotent and may run on several nodes at once: it stores counts, each step in a separate transaction
 * that locks the one row of state.
 *
 * @param deps.now milliseconds since the epoch
 */
export async function rollUp(
  { db, now }: { db: Database; now: () => number },
  { sliceSize: size = sliceSize, usersOfRunMax: usersMax = usersOfRunMax }: Options = {},
): Promise<void> {
  await db.$client`insert into statistics_state default values on conflict do nothing`;
  while (await step(db, (sql, state) => rollUpDays(sql, state, now()))) {}
  let users = 0;
  while (await step(db, (sql, state) => walk(sql, state, { now: now(), size }))) {
    users += size;
    if (users >= usersMax) break;
  }
}

interface State {
  open_from: string | null;
  walked_to: number;
  walked: Counts;
  walked_at: string | null;
}

/** @returns whether there is more to do */
function step(db: Database, work: (sql: Sql, state: State) => Promise<boolean>): Promise<boolean> {
  return withinTransaction(db, async ({ $client: sql }) => {
    const [row] = await sql<(Omit<State, "walked_to"> & { walked_to: string })[]>`
      select open_from::text, walked_to, walked, walked_at from statistics_state for update`;
    if (!row) throw new Error("the statistics have no state");
    return work(sql, { ...row, walked_to: Number(row.walked_to) });
  });
}

/** Counts some of the open days, oldest first. */
async function rollUpDays(sql: Sql, { open_from }: State, now: number): Promise<boolean> {
  const today = Math.floor(now / dayMilliseconds);
  if (open_from === null) await begin(sql, today);
  const first = open_from === null ? await firstDay(sql, today) : Math.min(toDayNumber(open_from), today);
  const last = Math.min(first + daysOfStepMax - 1, today);
  const days = { from: fromDayNumber(first), to: fromDayNumber(last) };
  await replaceDays(sql, days, countedMeasures, await countDays(sql, days));
  for (let monday = mondayOf(first); monday <= last; monday += 7) {
    // A week has many rows of active days, so its retention is counted when it is over: when the next week is first
    // counted.
    if (first < last || open_from === null) await writeCohorts(sql, monday);
  }
  // Days that are not over stay open.
  const openFrom = Math.max(first, Math.min(last + 1, Math.floor((now - graceMilliseconds) / dayMilliseconds)));
  const isDone = last === today;
  await sql`
    update statistics_state set open_from = ${fromDayNumber(openFrom)}
    ${isDone ? sql`, rolled_up_at = ${new Date(now).toISOString()}` : sql``}`;
  return !isDone;
}

/** Starts counting: measures without rows to count later are counted and returned from today on. */
async function begin(sql: Sql, today: number): Promise<void> {
  await sql`
    insert into statistics_days (day, measure, amount) values (${fromDayNumber(today)}, 'began', 1)
    on conflict do nothing`;
}

/** The first day that can have data: the day of the first sign-up, whose account may be deleted by now. */
async function firstDay(sql: Sql, today: number): Promise<number> {
  const [row] = await sql<{ day: string | null }[]>`
    select least(
      (select (min(date_joined) at time zone 'UTC')::date from users),
      (select min(day) from statistics_days where measure = ${deletedSignUps})
    )::text as day`;
  return row?.day ? Math.min(toDayNumber(row.day), today) : today;
}

async function replaceDays(
  sql: Sql,
  { from, to }: { from: string; to: string },
  measures: readonly string[],
  rows: readonly DayAmount[],
): Promise<void> {
  await sql`
    delete from statistics_days where measure in ${sql(measures)} and day between ${from} and ${to}`;
  await sql`
    insert into statistics_days (day, measure, label, amount)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as counted (day date, measure text, label text, amount bigint)`;
}

/** Stores for a week how many users it had of each earlier week's sign-ups, and of its own sign-ups. */
async function writeCohorts(sql: Sql, monday: number): Promise<void> {
  const active = new Map((await countCohorts(sql, fromDayNumber(monday))).map((row) => [row.joined_week, row.active]));
  const first = monday - 7 * retentionWeeksMax;
  const signUps = await sql<{ week: string; users: string }[]>`
    select date_trunc('week', day::timestamp)::date::text as week, sum(amount) as users
    from statistics_days
    where measure = 'sign_ups' and day between ${fromDayNumber(first)} and ${fromDayNumber(monday + 6)}
    group by 1`;
  const rows = signUps.map(({ week, users }) => ({
    week,
    weeks_later: (monday - toDayNumber(week)) / 7,
    users: Number(users),
    active: active.get(week) ?? 0,
  }));
  await sql`
    insert into statistics_cohorts (week, weeks_later, users, active)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as counted (week date, weeks_later smallint, users bigint, active bigint)
    on conflict (week, weeks_later) do update set users = excluded.users, active = excluded.active`;
}

/** Counts the next slice of all accounts; after the last one, stores the sums as the day's totals. */
async function walk(sql: Sql, state: State, { now, size }: { now: number; size: number }): Promise<boolean> {
  const counts: Counts = { ...nothingCounted(), ...state.walked };
  const last = await countAccounts(sql, counts, { after: state.walked_to, size });
  if (last !== null) {
    await sql`update statistics_state set walked_to = ${last}, walked = ${JSON.stringify(counts)}::text::jsonb`;
    return true;
  }
  const day = fromDayNumber(Math.floor(now / dayMilliseconds));
  await replaceDays(sql, { from: day, to: day }, walkedMeasures, amountsOf(day, counts));
  if (state.walked_at === null) await fillEarlierTotals(sql, day);
  await sql`
    update statistics_state set walked_to = 0, walked = '{}', walked_at = ${new Date(now).toISOString()}`;
  return false;
}

/** How many of today's accounts and habits existed on days before the first walk: no more can be known of them. */
async function fillEarlierTotals(sql: Sql, today: string): Promise<void> {
  await sql`
    insert into statistics_days (day, measure, label, amount)
    select (date_joined at time zone 'UTC')::date as day, 'accounts', 'all', sum(count(*)) over (order by (date_joined at time zone 'UTC')::date)
    from users where date_joined < ${today}::timestamp at time zone 'UTC'
    group by 1
    on conflict do nothing`;
  await sql`
    insert into statistics_days (day, measure, label, amount)
    select day, 'habits', 'all', sum(sum(amount)) over (order by day)
    from statistics_days where measure = 'habits_created' and day < ${today}
    group by day
    on conflict do nothing`;
}

function amountsOf(day: string, counts: Counts): DayAmount[] {
  return Object.entries(counts).flatMap(([measure, labels]) =>
    Object.entries(labels).map(([label, amount]) => ({ day, measure, label, amount })),
  );
}
