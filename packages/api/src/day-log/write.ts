import { randomUUID } from "node:crypto";
import type { Sql } from "@daymark/db/connection/client";
import { todayIn } from "@daymark/domain/base/day";
import { type Unit, unitKind } from "@daymark/domain/base/unit";
import type { FieldError } from "@daymark/domain/base/validation";
import { amountOfLog, type LogAmount } from "@daymark/domain/day-log/amount-of-log";
import type { LogCreateInput, LogItem, LogUpdateInput } from "@daymark/domain/day-log/day-log";
import { logItemsOfDayMax } from "@daymark/domain/day-log/follow-day";
import type { Entry } from "@daymark/domain/tracking/progress";
import { ApiError } from "../base/error.ts";
import { type UserCall, withUserLock } from "../procedure/user-queue.ts";
import { changeDays } from "../progress/change.ts";
import { deleteItems, followDays, insertItems, readItems, toLogItem, updateItem } from "../progress/log-items.ts";
import { amountOf, type DayClock, isOnDay, lockEntry } from "../progress/logged-day.ts";

/** An item with the day as it is after the change. */
export type ChangedItem = LogItem & { entry: Entry };

/**
 * Adds an item to a day, which grows by it. A call with an id that the log has already changes nothing.
 *
 * @throws ApiError `habit_not_found`; `conflict` if the habit keeps no log, or if the id is that of another item;
 *   `validation_failed` for a unit of another kind, a time that is not on the day, or a day that is full
 */
export function addItem(call: UserCall, input: LogCreateInput, clock: DayClock): Promise<ChangedItem> {
  return onLog(call, input.id, clock, async ({ sql, unit: habitUnit }) => {
    const given = timeOf(input, clock);
    const item = { ...given, id: input.item_id?.toLowerCase() ?? randomUUID(), value: input.value };
    const unit = unitOf(input.unit, habitUnit) ?? habitUnit;
    const known = await findItem(sql, call.user.id, item.id);
    if (known) {
      const isSame = known.habit_id === input.id && known.day === item.day && known.value === item.value;
      if (!isSame) throw new ApiError("conflict", { values: { reason: "log_item_differs" } });
      return { item: known, day: known.day };
    }
    await settleDay(sql, call.user.id, { habit_id: input.id, day: item.day }, clock);
    const items = await itemsOf(sql, call.user.id, input.id, item.day);
    if (items.length >= logItemsOfDayMax)
      throw refused("value", { code: "log_full", values: { max: logItemsOfDayMax } });
    const row = { ...item, habit_id: input.id, unit };
    await insertItems(sql, call.user.id, [{ ...row, created_at: new Date(clock.now()).toISOString() }]);
    return { item: toLogItem(row), day: item.day };
  });
}

/**
 * Changes an item, and its day by the difference.
 *
 * @throws ApiError `log_item_not_found`, and what {@link addItem} throws
 */
export function updateLogItem(call: UserCall, input: LogUpdateInput, clock: DayClock): Promise<ChangedItem> {
  return onLog(call, input.id, clock, async ({ sql, unit: habitUnit }) => {
    const item = await getItem(sql, call.user.id, input.id, input.item_id);
    if (input.at && !isOnDay(input.at, item.day, clock)) throw refused("at", { code: "at_not_on_day" });
    const changed = {
      ...item,
      value: input.value ?? item.value,
      unit: unitOf(input.unit, habitUnit) ?? item.unit,
      at: input.at === undefined ? item.at : input.at,
    };
    await updateItem(sql, call.user.id, changed);
    return { item: toLogItem(changed), day: item.day };
  });
}

/**
 * Deletes an item, and takes its amount from the day.
 *
 * @returns the day after it
 * @throws ApiError `log_item_not_found`, `habit_not_found`, `conflict` if the habit keeps no log
 */
export async function deleteLogItem(
  call: UserCall,
  { id, item_id }: { id: number; item_id: string },
  clock: DayClock,
): Promise<Entry> {
  const { entry } = await onLog(call, id, clock, async ({ sql }) => {
    const item = await getItem(sql, call.user.id, id, item_id);
    await deleteItems(sql, call.user.id, [item.id]);
    return { item, day: item.day };
  });
  return entry;
}

/** Runs the change of an item of a habit that keeps a log, then gives the day the amount of its items. */
function onLog(
  call: UserCall,
  habit_id: number,
  clock: DayClock,
  change: (log: { sql: Sql; unit: Unit }) => Promise<{ item: LogItem; day: string }>,
): Promise<ChangedItem> {
  return withUserLock(call, "days", async (db) => {
    const sql = db.$client;
    const [habit] = await sql<{ unit: Unit; keeps_log: boolean }[]>`
      select unit, keeps_log from habits where user_id = ${call.user.id} and id = ${habit_id} and deleted_at is null`;
    if (!habit) throw new ApiError("habit_not_found");
    if (!habit.keeps_log) throw new ApiError("conflict", { values: { reason: "log_off" } });
    const { item, day } = await change({ sql, unit: habit.unit });
    const amount = amountOfLog(await itemsOf(sql, call.user.id, habit_id, day), habit.unit);
    if (amount === undefined) throw refused("value", { code: "amount_out_of_range" });
    const entry = await recordAmount({ ...call, db }, { habit_id, day }, amount, clock.now());
    return { ...item, entry };
  });
}

/** Records what the items come to. */
async function recordAmount(
  call: UserCall,
  at: { habit_id: number; day: string },
  amount: LogAmount | null,
  now: number,
): Promise<Entry> {
  const { $client: sql } = call.db;
  const before = await lockEntry(sql, call.user.id, at);
  const note = before?.note ?? null;
  const change = { ...at, ...(amount ?? { clear: true as const, note }), isFromLog: true };
  const [entry] = await changeDays(call, [change], now);
  if (!entry) throw new Error("a changed day gave no entry back");
  return entry;
}

/** What a day has beyond its items, such as an amount from before the log, becomes an item. */
async function settleDay(
  sql: Sql,
  userId: number,
  at: { habit_id: number; day: string },
  { now }: DayClock,
): Promise<void> {
  const amount = amountOf(await lockEntry(sql, userId, at));
  await followDays(sql, userId, [{ ...at, before: amount, after: amount, at: null }], now());
}

async function itemsOf(sql: Sql, userId: number, habit_id: number, day: string) {
  return (await readItems(sql, userId, [{ habit_id, day }])).get(`${habit_id} ${day}`) ?? [];
}

/** The day of a new item, and its time. */
function timeOf({ at, date }: LogCreateInput, clock: DayClock): { day: string; at: string | null } {
  if (at === undefined && date !== undefined) return { day: date, at: null };
  const time = at ?? new Date(clock.now()).toISOString();
  const day = todayIn(Date.parse(time), clock.timezone, clock.dayStartHour);
  if (date !== undefined && date !== day) throw refused("at", { code: "at_not_on_day" });
  return { day, at: time };
}

function unitOf(given: Unit | undefined, habitUnit: Unit): Unit | undefined {
  if (given !== undefined && unitKind(given) !== unitKind(habitUnit))
    throw refused("unit", { code: "unit_kind_differs" });
  return given;
}

async function getItem(sql: Sql, userId: number, habitId: number, id: string): Promise<LogItem> {
  const item = await findItem(sql, userId, id);
  if (item?.habit_id !== habitId) throw new ApiError("log_item_not_found");
  return item;
}

async function findItem(sql: Sql, userId: number, id: string): Promise<LogItem | undefined> {
  const [row] = await sql<(Omit<LogItem, "habit_id"> & { habit_id: string })[]>`
    select id, habit_id, day::text as day, at, value, unit from day_log
    where user_id = ${userId} and id = ${id} for update`;
  return row && toLogItem({ ...row, habit_id: Number(row.habit_id) });
}

function refused(field: string, error: FieldError): ApiError {
  return new ApiError("validation_failed", { fields: { [field]: [error] } });
}
