import type { Sql } from "@daymark/db/connection/client";
import { daySchema } from "@daymark/domain/base/day-input";
import type { Unit } from "@daymark/domain/base/unit";
import type { LogHours, LogItem } from "@daymark/domain/day-log/day-log";
import { hoursOfLog, type LogQuarter } from "@daymark/domain/day-log/hours";
import * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { readCursor, rowsOfPage, toPage } from "../base/pagination.ts";
import { type Reader, readInTurn } from "../procedure/long-reads.ts";
import { type LogRow, toLogItem } from "../progress/log-items.ts";

/** First and last day, `YYYY-MM-DD`, both included. */
interface Range {
  id: number;
  from: string;
  to: string;
}

/** The day, the entry's time and its creation time in microseconds (0 for no time), and the id. */
const place = z.tuple([daySchema, z.int(), z.int(), z.uuid()]);

type Row = Omit<LogRow, "habit_id" | "created_at"> & { at_us: number; created_us: number };

/**
 * One page of a log, by day and time, items without a time first. However long the range is, the statement reads the days
 * of the page only.
 *
 * @throws ApiError habit_not_found, invalid_cursor
 */
export async function listLog(
  sql: Sql,
  userId: number,
  { id, from, to }: Range,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ results: LogItem[]; next: string | null }> {
  const after = readCursor(place, page.cursor);
  await assertHabit(sql, userId, id);
  const count = rowsOfPage(page.limit);
  const atUs = sql`coalesce(extract(epoch from at) * 1000000, 0)::float8`;
  const createdUs = sql`(extract(epoch from created_at) * 1000000)::float8`;
  const first = after && after[0] > from ? after[0] : from;
  // The index delivers the entries by day, up to the end of the day in which the page ends. Only these are sorted by time.
  const rows = await sql<Row[]>`
    select id, l.day::text as day, at, value, unit, at_us, created_us
    from (
      select id, day, at, value, unit, ${atUs} as at_us, ${createdUs} as created_us
      from day_log
      where user_id = ${userId} and habit_id = ${id} and day between ${first} and ${to}
        ${after ? sql`and (day, ${atUs}, ${createdUs}, id) > (${after[0]}, ${after[1]}, ${after[2]}, ${after[3]})` : sql``}
      order by day fetch first ${count} rows with ties
    ) l
    order by l.day, at_us, created_us, id limit ${count}`;
  const { results, next } = toPage(rows, page.limit, (row) => [row.day, row.at_us, row.created_us, row.id]);
  return { results: results.map((row) => toLogItem({ ...row, habit_id: id })), next };
}

/**
 * At which hours of the clock of a zone a habit was done.
 *
 * @throws ApiError habit_not_found; QueueFull if too many reads of the user wait; what `confirmCaller` throws
 */
export function readHours(reader: Reader, { id, from, to }: Range, timezone: string): Promise<LogHours> {
  return readInTurn(reader, async (sql) => {
    const unit = await assertHabit(sql, reader.user.id, id);
    // All zones differ by whole quarters of an hour, so a quarter lies within one hour everywhere.
    const rows = await sql<(Omit<LogQuarter, "startMs"> & { start_ms: number | null })[]>`
      select (floor(extract(epoch from at) / 900) * 900000)::float8 as start_ms, unit, count(*)::int as count,
        sum(value)::float8 as value
      from day_log where user_id = ${reader.user.id} and habit_id = ${id} and day between ${from} and ${to}
      group by 1, 2`;
    const quarters = rows.flatMap(({ start_ms: startMs, ...row }) => (startMs === null ? [] : [{ ...row, startMs }]));
    const untimed = rows.filter(({ start_ms }) => start_ms === null);
    return {
      unit,
      hours: hoursOfLog(quarters, timezone, unit),
      without_time: untimed.reduce((sum, { count }) => sum + count, 0),
    };
  });
}

/** @returns the unit of the habit */
async function assertHabit(sql: Sql, userId: number, id: number): Promise<Unit> {
  const [habit] = await sql<{ unit: Unit }[]>`
    select unit from habits where user_id = ${userId} and id = ${id} and deleted_at is null`;
  if (!habit) throw new ApiError("habit_not_found");
  return habit.unit;
}
