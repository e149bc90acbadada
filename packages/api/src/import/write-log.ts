import { randomUUID } from "node:crypto";
import type { Database, Sql } from "@daymark/db/connection/client";
import { followDays, insertItems } from "../progress/log-items.ts";
import { amountOf } from "../progress/logged-day.ts";
import type { EntryState } from "../progress/reduce.ts";
import type { ImportHabit } from "./readers/content.ts";

/** Days whose amounts are read at once. */
const daysAtOnceMax = 200;

/**
 * Adds the logs of imported habits. The items get new ids, because a habit of the same file may lie in the trash with
 * the old ones. In a file that somebody has edited, a log may not add up to its day; the day then counts.
 *
 * @param now milliseconds since the epoch
 * @returns how many items the imported habits have then
 */
export async function writeLog(
  db: Database,
  userId: number,
  written: ReadonlyMap<number, ImportHabit>,
  now: number,
): Promise<number> {
  for (const [habit_id, { log, keeps_log, days }] of written) {
    if (!log) continue;
    let index = 0;
    for (const page of log.pages()) {
      // A log without its day, which the file may lack or which was refused, would have no day to add up to.
      const rows = page.flatMap((item) => {
        if (!days.has(item.day)) return [];
        index += 1;
        return [{ ...item, habit_id, id: randomUUID(), created_at: new Date(now + index).toISOString() }];
      });
      await insertItems(db.$client, userId, rows);
    }
    if (keeps_log) await settle(db.$client, userId, { habit_id, days: [...log.days], now });
  }
  const logged = [...written].filter(([, { log }]) => log).map(([id]) => id);
  return logged.length > 0 ? countItems(db.$client, userId, logged) : 0;
}

async function countItems(sql: Sql, userId: number, habitIds: readonly number[]): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from day_log where user_id = ${userId} and habit_id = any(${habitIds as number[]}::bigint[])`;
  return row.count;
}

async function settle(
  sql: Sql,
  userId: number,
  { habit_id, days, now }: { habit_id: number; days: readonly string[]; now: number },
): Promise<void> {
  for (let start = 0; start < days.length; start += daysAtOnceMax) {
    const some = days.slice(start, start + daysAtOnceMax);
    const rows = await sql<(Pick<EntryState, "value" | "unit"> & { day: string })[]>`
      select day::text as day, value, unit from progress
      where user_id = ${userId} and habit_id = ${habit_id} and day = any(${some}::text[]::date[])`;
    const byDay = new Map(rows.map((row) => [row.day, row]));
    const followed = some.map((day) => {
      const amount = amountOf(byDay.get(day));
      return { habit_id, day, before: amount, after: amount, at: null };
    });
    await followDays(sql, userId, followed, now);
  }
}
