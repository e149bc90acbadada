import { randomUUID } from "node:crypto";
import type { Sql } from "@daymark/db/connection/client";
import { isDay, todayIn } from "@daymark/domain/base/day";
import { type Unit, unitKind } from "@daymark/domain/base/unit";
import type { FieldError } from "@daymark/domain/base/validation";
import { amountOfLog } from "@daymark/domain/day-log/amount-of-log";
import type { LogCreateInput, LogItem, LogUpdateInput } from "@daymark/domain/day-log/day-log";
import { logItemsOfDayMax, logItemsOfUserMax } from "@daymark/domain/day-log/follow-day";
import type { Entry } from "@daymark/domain/tracking/progress";
import { ApiError } from "../base/error.ts";
import { type UserCall, withUserLock } from "../procedure/user-queue.ts";
import { changeDays } from "../progress/change.ts";
import {
  deleteItems,
  followDays,
  insertItems,
  isLogFull,
  readItems,
  toLogItem,
  updateItem,
} from "../progress/log-items.ts";
import { amountOf, type DayClock, isOnDay, lockEntry } from "../progress/logged-day.ts";

/** An item with the day as it is after the change. */
export type ChangedItem = LogItem & { entry: Entry };

/** What a change of a log has at hand: the locked database, and the habit's unit. */
interface Log {
  call: UserCall;
  sql: Sql;
  habit_id: number;
  unit: Unit;
  clock: DayClock;
}

/**
 * Adds an item to a day, which grows by it. A call with an id that the log has already changes nothing.
 *
 * @throws ApiError `habit_not_found`; `conflict` if the habit keeps no log, or if another item has the id;
 *   `validation_failed` for a unit of another kind, a time that is not on the day, a day outside the 21st century, or a
 *   day or log that is full
 */
export function addItem(call: UserCall, input: LogCreateInput, clock: DayClock): Promise<ChangedItem> {
  return onLog(call, input.id, clock, async (log) => {
    const given = timeOf(input, clock);
    const item = { ...given, id: input.item_id?.toLowerCase() ?? randomUUID(), value: input.value };
    const unit = unitOf(input.unit, log.unit) ?? log.unit;
    const known = await findItem(log, item.id);
    if (known) {
      if (!isSame(known, item, input)) {
        throw new ApiError("conflict", { values: { reason: "log_item_differs" } });
      }
      return { ...known, entry: await readEntry(log, known.day) };
    }
    await settleDay(log, item.day);
    const items = await itemsOf(log, item.day);
    if (items.length >= logItemsOfDayMax)
      throw refused("value", { code: "log_full", values: { max: logItemsOfDayMax } });
    if (items.length > 0 && (await isLogFull(log.sql, call.user.id)))
      throw refused("value", { code: "log_items_too_many", values: { max: logItemsOfUserMax } });
    const row = { ...item, habit_id: input.id, unit };
    const created_at = new Date(clock.now()).toISOString();
    await insertItems(log.sql, call.user.id, [{ ...row, created_at }]);
    return { ...toLogItem(row), entry: await recordSum(log, item.day) };
  });
}

/**
 * Changes an item, and its day by the difference. An unchanged time is accepted, although the caller may have moved to
 * a zone where it is on another day.
 *
 * @throws ApiError `log_item_not_found`, and what {@link addItem} throws
 */
export async function updateLogItem(call: UserCall, input: LogUpdateInput, clock: DayClock): Promise<ChangedItem> {
  const changed = await onLog(call, input.id, clock, async (log) => {
    const item = await findSettled(log, input.item_id);
    if (!item) return undefined;
    const isNewTime = input.at && !(item.at && Date.parse(input.at) === Date.parse(item.at));
    if (input.at && isNewTime && !isOnDay(input.at, item.day, clock)) throw refused("at", { code: "at_not_on_day" });
    const after = {
      ...item,
      value: input.value ?? item.value,
      unit: unitOf(input.unit, log.unit) ?? item.unit,
      at: input.at === undefined ? item.at : input.at,
    };
    await updateItem(log.sql, call.user.id, after);
    return { ...toLogItem(after), entry: await recordSum(log, item.day) };
  });
  return found(changed);
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
  const entry = await onLog(call, id, clock, async (log) => {
    const item = await findSettled(log, item_id);
    if (!item) return undefined;
    await deleteItems(log.sql, call.user.id, [item.id]);
    return recordSum(log, item.day);
  });
  return found(entry);
}

/** Runs the change of a log of a habit that keeps one, under the lock of the user's days. */
function onLog<Result>(
  call: UserCall,
  habit_id: number,
  clock: DayClock,
  change: (log: Log) => Promise<Result>,
): Promise<Result> {
  return withUserLock(call, "days", async (db) => {
    const sql = db.$client;
    const [habit] = await sql<{ unit: Unit; keeps_log: boolean }[]>`
      select unit, keeps_log from habits where user_id = ${call.user.id} and id = ${habit_id} and deleted_at is null`;
    if (!habit) throw new ApiError("habit_not_found");
    if (!habit.keeps_log) throw new ApiError("conflict", { values: { reason: "log_off" } });
    return change({ call: { ...call, db }, sql, habit_id, unit: habit.unit, clock });
  });
}

/** Gives a day the amount that its items come to. Its note stays. */
async function recordSum(log: Log, day: string): Promise<Entry> {
  const { call, sql, habit_id, clock } = log;
  const before = await lockEntry(sql, call.user.id, { habit_id, day });
  const amount = amountOfLog(await itemsOf(log, day), log.unit, amountOf(before)?.unit);
  if (amount === undefined) throw refused("value", { code: "amount_out_of_range" });
  const note = before?.note ?? null;
  const change = { habit_id, day, ...(amount ?? { clear: true as const, note }), isFromLog: true };
  const [entry] = await changeDays(call, [change], clock.now());
  if (!entry) throw new Error("a changed day gave no entry back");
  return entry;
}

async function readEntry({ call, sql, habit_id, unit }: Log, day: string): Promise<Entry> {
  const state = await lockEntry(sql, call.user.id, { habit_id, day });
  const empty = { value: null, unit, skipped: false, note: null, confirmed: false };
  return { habit_id, day, ...(state ?? empty) };
}

/**
 * An item whose day is settled. The day may have changed while the habit kept no log, and the item with it.
 *
 * @returns undefined if the item is missing, or if nothing of the day's amount is left for it. The caller must not throw
 *   within the transaction then, so that the day stays settled.
 */
async function findSettled(log: Log, id: string): Promise<LogItem | undefined> {
  const item = await findItem(log, id);
  if (item?.habit_id !== log.habit_id) return undefined;
  await settleDay(log, item.day);
  return findItem(log, id);
}

/** What a day has beyond its items, such as an amount from before the log, becomes an item. */
async function settleDay({ call, sql, habit_id, clock }: Log, day: string): Promise<void> {
  const amount = amountOf(await lockEntry(sql, call.user.id, { habit_id, day }));
  await followDays(sql, call.user.id, [{ habit_id, day, before: amount, after: amount, at: null }], clock.now());
}

async function itemsOf({ call, sql, habit_id }: Log, day: string) {
  return (await readItems(sql, call.user.id, [{ habit_id, day }])).get(`${habit_id} ${day}`) ?? [];
}

/** The day of a new item, and its time. */
function timeOf({ at, date }: LogCreateInput, clock: DayClock): { day: string; at: string | null } {
  if (at === undefined && date !== undefined) return { day: date, at: null };
  const time = at ?? new Date(clock.now()).toISOString();
  const day = todayIn(Date.parse(time), clock.timezone, clock.dayStartHour);
  if (!isDay(day)) throw refused("at", { code: "day_out_of_century" });
  if (date !== undefined && date !== day) throw refused("at", { code: "at_not_on_day" });
  return { day, at: time };
}

function unitOf(given: Unit | undefined, habitUnit: Unit): Unit | undefined {
  if (given !== undefined && unitKind(given) !== unitKind(habitUnit))
    throw refused("unit", { code: "unit_kind_differs" });
  return given;
}

/**
 * Whether a call asks for an item that the log has already. Only what it names is compared: its defaults, the present day
 * and the habit's unit, may have changed since it was sent first.
 */
function isSame(known: LogItem, asked: { day: string }, { id, at, date, value, unit }: LogCreateInput): boolean {
  const namesDay = at !== undefined || date !== undefined;
  const isSameDay = !namesDay || known.day === asked.day;
  const isSameUnit = unit === undefined || known.unit === unit;
  return known.habit_id === id && known.value === value && isSameDay && isSameUnit;
}

async function findItem({ call, sql }: Log, id: string): Promise<LogItem | undefined> {
  const [row] = await sql<(Omit<LogItem, "habit_id"> & { habit_id: string })[]>`
    select id, habit_id, day::text as day, at, value, unit from day_log where user_id = ${call.user.id} and id = ${id}`;
  return row && toLogItem({ ...row, habit_id: Number(row.habit_id) });
}

function found<Result>(result: Result | undefined): Result {
  if (result === undefined) throw new ApiError("log_item_not_found");
  return result;
}

function refused(field: string, error: FieldError): ApiError {
  return new ApiError("validation_failed", { fields: { [field]: [error] } });
}
