import { hash } from "node:crypto";
import { networkOf } from "@daymark/auth/client/address";
import type { Database } from "@daymark/db/connection/client";
import { calendarLinks } from "@daymark/db/schema/connection/calendar-link";
import { users } from "@daymark/db/schema/user";
import { toDayNumber, todayIn } from "@daymark/domain/base/day";
import { calendarSpan, calendarTokenPattern } from "@daymark/domain/calendar/calendar-link";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { listHabits } from "../habit/list.ts";
import { readHistoriesOfDays } from "../habit/statistics/history.ts";
import type { Context, Using } from "../procedure/context.ts";
import { readInTurn } from "../procedure/long-reads.ts";
import { limit, limitLink } from "../procedure/rate-limit.ts";
import { writeCalendar } from "./write.ts";

/** The shortest interval between two writes of the last read. */
const lastReadMilliseconds = 60_000;

/**
 * Counts a request for a calendar, and records that it was read.
 *
 * @throws ApiError as {@link findCalendar}; too_many_requests
 */
export async function admitReader(
  ctx: Pick<Context, "db" | "now" | "client"> & Using<"limits">,
  token: string,
): Promise<void> {
  await limit(ctx, "calendar_read", networkOf(ctx.client.address));
  const link = await findCalendar(ctx.db, token);
  await limitLink(ctx, "calendar_address", link.id);
  await recordRead(ctx, link);
}

/**
 * The calendar at an address, as iCalendar text. Today is the owner's, by their stored time zone and start of the day.
 *
 * It waits for no turn of the long reads, because the next calendars wait for it: the caller runs one at a time.
 *
 * @throws ApiError as {@link findCalendar}
 */
export async function readCalendar(
  ctx: Pick<Context, "now" | "client"> & Using<"outbox" | "replica">,
  token: string,
): Promise<string> {
  const link = await findCalendar(ctx.services.replica, token);
  const today = todayIn(ctx.now(), link.timezone ?? "UTC", link.day_start_hour);
  const sql = ctx.services.replica.$client;
  const reader = {
    services: { longWorkDb: ctx.services.replica },
    client: ctx.client,
    user: { id: link.user_id },
    hasOwnTurn: true,
  } as const;
  const active = await listHabits(sql, link.user_id, today, { archived: false }, (read) => readInTurn(reader, read));
  const habits = active.filter(({ group_name }) => link.group_name === null || group_name === link.group_name);
  const span = calendarSpan(habits.length);
  const { publicUrl } = ctx.services.outbox;
  const { shows, group_name: groupName } = link;
  const todayNumber = toDayNumber(today);
  const range = { from: todayNumber - span, to: todayNumber + span };
  const histories = readHistoriesOfDays(reader, habits, range, todayNumber);
  return writeCalendar({ habits, histories, shows, groupName, today: todayNumber, span, publicUrl });
}

/**
 * The calendar link at an address, with what its owner's day depends on.
 *
 * @throws ApiError calendar_not_found also for the calendar of an account that may not log in
 */
async function findCalendar(db: Database, token: string) {
  if (!calendarTokenPattern.test(token)) throw new ApiError("calendar_not_found");
  const [link] = await db
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
  return link;
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
