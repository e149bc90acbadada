import { hash } from "node:crypto";
import type { Sql } from "@daymark/db/connection/client";
import { calendarLinks } from "@daymark/db/schema/connection/calendar-link";
import { users } from "@daymark/db/schema/user";
import { fromDayNumber, toDayNumber, todayIn } from "@daymark/domain/base/day";
import { calendarSpan, calendarTokenPattern } from "@daymark/domain/calendar/calendar-link";
import { rulesOfHabit } from "@daymark/domain/rules/of-habit";
import type { DayEntry } from "@daymark/domain/rules/result";
import { rangeOfResults } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { listHabits } from "../habit/list.ts";
import type { Context } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { writeCalendar } from "./write.ts";

/** The shortest interval between two writes of the last read. */
const lastReadMilliseconds = 60_000;

type CalendarContext = Pick<Context, "db" | "now"> & {
  services: Pick<Context["services"], "limits" | "outbox" | "replica">;
};

/**
 * The calendar at an address, as iCalendar text. Today is the owner's, by their stored time zone and start of the day.
 *
 * @throws ApiError calendar_not_found also for the calendar of an account that may not log in; too_many_requests
 */
export async function readCalendar(ctx: CalendarContext, token: string): Promise<string> {
  if (!calendarTokenPattern.test(token)) throw new ApiError("calendar_not_found");
  const [link] = await ctx.db
    .select({
      id: calendarLinks.id,
      user_id: calendarLinks.user_id,
      group_name: calendarLinks.group_name,
      shows: calendarLinks.shows,
      last_read_at: calendarLinks.last_read_at,
      timezone: users.timezone,
      day_start_hour: users.day_start_hour,
    })
    .from(calendarLinks)
    .innerJoin(users, eq(users.id, calendarLinks.user_id))
    .where(and(eq(calendarLinks.token_hash, hash("sha256", token)), eq(users.is_active, true)));
  if (!link) throw new ApiError("calendar_not_found");
  await limit(ctx, "calendar_address", link.id);
  await recordRead(ctx, link);
  const today = todayIn(ctx.now(), link.timezone ?? "UTC", link.day_start_hour);
  const sql = ctx.services.replica.$client;
  const active = await listHabits(sql, link.user_id, today, { archived: false });
  const habits = active.filter(({ group_name }) => link.group_name === null || group_name === link.group_name);
  const span = calendarSpan(habits.length);
  const entries = await readEntries(sql, link.user_id, habits, { today, span });
  const { publicUrl } = ctx.services.outbox;
  const { shows, group_name: groupName } = link;
  return writeCalendar({ habits, entries, shows, groupName, today: toDayNumber(today), span, publicUrl });
}

/** The entries of some habits around today: of the days that a calendar shows, and of the periods that they touch. */
async function readEntries(
  sql: Sql,
  userId: number,
  habits: readonly Habit[],
  { today, span }: { today: string; span: number },
): Promise<Map<number, DayEntry[]>> {
  const shown = { from: toDayNumber(today) - span, to: toDayNumber(today) + span };
  const { from, to } = rangeOfResults(habits.map(rulesOfHabit), shown, toDayNumber(today));
  const rows = await sql<(Omit<DayEntry, "day"> & { habit_id: number; day: string })[]>`
    select habit_id::float8 as habit_id, day::text as day, value, unit, skipped, confirmed from progress
    where user_id = ${userId} and habit_id = any(${habits.map(({ id }) => id)}::bigint[])
      and day between ${fromDayNumber(from)} and ${fromDayNumber(to)}
    order by habit_id, day`;
  const entries = new Map<number, DayEntry[]>();
  for (const { habit_id, day, ...entry } of rows) {
    const own = entries.get(habit_id) ?? [];
    own.push({ ...entry, day: toDayNumber(day) });
    entries.set(habit_id, own);
  }
  return entries;
}

async function recordRead(
  { db, now }: Pick<Context, "db" | "now">,
  { id, last_read_at }: { id: number; last_read_at: Date | null },
): Promise<void> {
  const before = new Date(now() - lastReadMilliseconds);
  if (last_read_at && last_read_at >= before) return;
  // The condition is checked again in the statement, because other calls write too.
  const isOld = or(isNull(calendarLinks.last_read_at), lt(calendarLinks.last_read_at, before));
  await db
    .update(calendarLinks)
    .set({ last_read_at: new Date(now()) })
    .where(and(eq(calendarLinks.id, id), isOld));
}
