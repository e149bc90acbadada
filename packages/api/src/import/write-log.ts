import { randomUUID } from "node:crypto";
import type { Database } from "@daymark/db/connection/client";
import { followDay, logItemsOfDayMax, logItemsOfUserMax } from "@daymark/domain/day-log/follow-day";
import { createPace } from "../base/pace.ts";
import { countRoom, insertItems, type LogRow } from "../progress/log-items.ts";
import { amountOf } from "../progress/logged-day.ts";
import type { ImportDay, ImportHabit, ImportLog, ImportLogItem } from "./readers/content.ts";
import type { Report } from "./readers/report.ts";

/** Items of one statement. The days before them are brought in line with their items between two statements. */
const itemsAtOnce = 1_000;
/** Days that are looked at in one turn of the event loop if none of them has items. */
const daysAtOnce = 1_000;

/** What the logs of all habits have in common. */
interface Writing {
  report: Report;
  /** Milliseconds since the epoch. */
  now: number;
  signal?: AbortSignal | undefined;
}

/**
 * Adds the logs of imported habits. The items get new ids, because a habit of the same file may lie in the trash with
 * the old ones. A log that is longer than the room that is left is reported and left out.
 *
 * The import holds the lock "habits", and changes of logs hold "days". It may not take "days" too, because it has locked
 * vacations, which a call with "days" may want to delete. So items that another node adds meanwhile are not counted, and
 * the user's logs may get that many more than the bound. In the same process, calls of one user run one after another.
 *
 * @returns how many items the imported habits have then
 * @throws the reason of the signal
 */
export async function writeLog(
  db: Database,
  userId: number,
  written: ReadonlyMap<number, ImportHabit>,
  writing: Writing,
): Promise<number> {
  const logs = [...written].flatMap(([id, habit]) => (habit.log?.length ? [{ id, habit, log: habit.log }] : []));
  if (logs.length === 0) return 0;
  let room = await countRoom(db.$client, userId);
  let all = 0;
  for (const { id, habit, log } of logs) {
    if (log.length > room) {
      const values = { count: log.length, max: logItemsOfUserMax };
      writing.report.remark({ row: habit.row, habit: habit.title }, "log_left_out", values);
      continue;
    }
    const count = await writeLogOfHabit(db, userId, { id, habit, log, room }, writing);
    room -= count;
    all += count;
  }
  return all;
}

async function writeLogOfHabit(
  db: Database,
  userId: number,
  { id, habit, log, room }: { id: number; habit: ImportHabit; log: ImportLog; room: number },
  { now, signal }: Writing,
): Promise<number> {
  const pace = createPace(daysAtOnce);
  // What days have beyond their items becomes a separate item only while the log is not full.
  let spare = room - log.length;
  let rows: LogRow[] = [];
  let [days, count] = [0, 0];
  const insert = async () => {
    signal?.throwIfAborted();
    await insertItems(db.$client, userId, rows);
    count += rows.length;
    rows = [];
  };
  for (const page of habit.days.pages()) {
    // A long stretch of days without items inserts nothing.
    signal?.throwIfAborted();
    for (const day of page) {
      const items = log.itemsOf(day.day);
      const itemsMax = spare > 0 ? logItemsOfDayMax : 1;
      const ofDay = rowsOf(items, day, { habit_id: id, keepsLog: habit.keeps_log, now, itemsMax });
      spare += items.length - ofDay.length;
      rows.push(...ofDay);
      if (rows.length >= itemsAtOnce) await insert();
    }
    days += page.length;
    if (pace.isDue(days)) await pace.giveWay(days);
  }
  await insert();
  return count;
}

/**
 * The items of a day, as `followDay` of the domain has them. In an edited file they may not add up to the day. Then the
 * day counts. While a habit keeps no log, its items follow nothing.
 */
function rowsOf(
  given: readonly ImportLogItem[],
  day: ImportDay,
  { habit_id, keepsLog, now, itemsMax }: { habit_id: number; keepsLog: boolean; now: number; itemsMax: number },
): LogRow[] {
  if (given.length === 0) return [];
  const items = given.map((item) => ({ ...item, id: randomUUID() })).toSorted((a, b) => timeOf(a) - timeOf(b));
  // Items with the same time or none are ordered by their creation.
  const toRows = (list: readonly Omit<LogRow, "habit_id" | "day" | "created_at">[]) =>
    list.map((item, index) => ({
      ...item,
      ...{ habit_id, day: day.day, created_at: new Date(now + index).toISOString() },
    }));
  if (!keepsLog) return toRows(items);
  const amount = amountOf(day);
  const change = followDay(items, { before: amount, after: amount }, null, itemsMax);
  const removed = new Set(change.removed);
  const updated = new Map(change.updated.map((item) => [item.id, item]));
  return toRows([
    ...items.filter(({ id }) => !removed.has(id)).map((item) => ({ ...item, ...updated.get(item.id) })),
    ...change.added.map((item) => ({ ...item, id: randomUUID() })),
  ]);
}

/** Milliseconds since the epoch. Items without a time come first. */
function timeOf({ at }: ImportLogItem): number {
  return at === null ? -1 : Date.parse(at);
}
