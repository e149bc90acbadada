import type { Sql } from "@daymark/db/connection/client";
import { unitKind } from "@daymark/domain/base/unit";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { DayChange, Entry } from "@daymark/domain/tracking/progress";
import { ApiError } from "../base/error.ts";
import { inTurnOfUser, type UserCall, withUserLock } from "../procedure/user-queue.ts";
import { followDays } from "./log-items.ts";
import { amountOf } from "./logged-day.ts";
import type { EntryState } from "./reduce.ts";

/** The change of one day of one habit. `at` is when its amount was done, null or absent if that is not known. */
export type Change = Omit<DayChange, "at"> & {
  habit_id: number;
  day: string;
  at?: string | null;
  /** The log has changed already, and the amount is the sum of its items. */
  isFromLog?: boolean;
};

/** A day as it is stored. */
type StoredDay = EntryState & { vacation_id: string | null };
type HabitOfDay = Pick<Habit, "unit" | "type" | "keeps_log">;

/** A day after its change. */
type ChangedDay = StoredDay & { habit_id: number; day: string };

/** Why nothing is written. If several changes have faults, the answer names the first in this order. */
const faults = ["habit_not_found", "unit_kind_differs", "confirmed_bad_only", "changed"] as const;
type Fault = (typeof faults)[number];
type DayFault = Exclude<Fault, "habit_not_found">;
const fieldOfFault = { unit_kind_differs: "unit", confirmed_bad_only: "confirmed" } as const;

/** More attempts would mean that another client writes the same day all the time. */
const attemptsMax = 5;

/**
 * Changes one day as `progressSetInput` of the domain defines. No other write comes between the comparison and the
 * change: the change is written only to the day as it was read, and starts again if that has changed. The log of the day
 * follows in the same transaction.
 *
 * @param now milliseconds since the epoch
 * @returns the resulting entry, or undefined if the habit is missing, deleted or another user's
 * @throws ApiError `conflict` if the day is not as expected; `validation_failed` for a unit of another kind, or for a
 *   confirmed day of a good habit
 */
export async function changeDay(call: UserCall, change: Change, now: number): Promise<Entry | undefined> {
  const entry = await changePlainDay(call, change);
  return entry === "logged" ? (await changeAll(call, [change], now))[0] : entry;
}

/** @returns "logged" if the habit keeps a log: a log has several rows, so its change holds the lock of the user's days */
function changePlainDay(call: UserCall, change: Change): Promise<Entry | undefined | "logged"> {
  return inTurnOfUser(call, async () => {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const { habit, before } = await readDay(call.db.$client, call.user.id, change);
      if (!habit) return undefined;
      if (habit.keeps_log) return "logged";
      const fault = faultOf(change, habit, before);
      if (fault) throw refusal(fault);
      const after = changed(change, habit, before);
      if (await replaceDay(call.db.$client, call.user.id, before, after)) return toEntry(after);
    }
    throw refusal("changed");
  });
}

async function readDay(sql: Sql, userId: number, { habit_id, day }: Change) {
  const [row] = await sql<[(HabitOfDay & { before: StoredDay | null })?]>`
    select h.unit, h.type, h.keeps_log, case when p.day is not null then json_build_object('value', p.value, 'unit', p.unit,
      'skipped', p.skipped, 'note', p.note, 'confirmed', p.confirmed, 'vacation_id', p.vacation_id::text) end as before
    from habits h left join progress p on p.user_id = ${userId} and p.habit_id = h.id and p.day = ${day}
    where h.user_id = ${userId} and h.id = ${habit_id} and h.deleted_at is null`;
  const habit = row && { unit: row.unit, type: row.type, keeps_log: row.keeps_log };
  return { habit, before: row?.before ?? undefined };
}

/** @returns false if the day is no longer as it was read */
async function replaceDay(sql: Sql, userId: number, before: StoredDay | undefined, after: ChangedDay) {
  const isThere = saysSomething(after);
  if (!before && !isThere) return true;
  if (!before) return (await insertDays(sql, userId, [after])) === 1;
  const own = sql`user_id = ${userId} and habit_id = ${after.habit_id} and day = ${after.day}
    and value is not distinct from ${before.value}::smallint and unit = ${before.unit} and skipped = ${before.skipped}
    and note is not distinct from ${before.note}::text and confirmed = ${before.confirmed}
    and vacation_id is not distinct from ${before.vacation_id}::bigint`;
  const { count } = isThere
    ? await sql`
      update progress set value = ${after.value}, unit = ${after.unit}, skipped = ${after.skipped}, note = ${after.note},
        confirmed = ${after.confirmed}, vacation_id = ${after.vacation_id} where ${own}`
    : await sql`delete from progress where ${own}`;
  return count === 1;
}

function toEntry({ vacation_id: _, ...entry }: ChangedDay): Entry {
  return entry;
}

/**
 * The same for many days, each once: all or nothing, in a few statements for any number of days, and one for each habit
 * of which days are cleared. The existing days are locked before they are checked, so that no other write comes between.
 *
 * @returns the resulting entries, in the given order
 * @throws ApiError `habit_not_found`, and what {@link changeDay} throws
 */
export function changeDays(call: UserCall, changes: readonly Change[], now: number): Promise<Entry[]> {
  return changeAll(call, changes, now, "entries");
}

/** @param field the member of the input that has the days; by default a fault names its own member */
async function changeAll(call: UserCall, changes: readonly Change[], now: number, field?: string): Promise<Entry[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withUserLock(call, "days", (db) => writeDays(db.$client, call.user.id, changes, now, field));
    } catch (error) {
      if (!(error instanceof LostDay)) throw error;
      if (attempt === attemptsMax || changes.some(({ expected }) => expected !== undefined)) {
        throw refusal("changed");
      }
    }
  }
}

/** Another write has inserted a day that did not exist a moment before; the change starts again. */
class LostDay extends Error {}

/**
 * @param sql within the transaction that holds the lock of the user's days
 * @throws LostDay; ApiError as {@link changeDays} says
 */
async function writeDays(
  sql: Sql,
  userId: number,
  changes: readonly Change[],
  now: number,
  field?: string,
): Promise<Entry[]> {
  const [habits, stored] = await Promise.all([readHabits(sql, userId, changes), lockDays(sql, userId, changes)]);
  const found = new Set<Fault>();
  const after = changes.flatMap((change) => {
    const habit = habits.get(change.habit_id);
    const before = stored.get(keyOf(change));
    const fault = habit ? faultOf(change, habit, before) : "habit_not_found";
    if (fault) found.add(fault);
    return habit ? [changed(change, habit, before)] : [];
  });
  for (const fault of faults) if (found.has(fault)) throw refusal(fault, field);
  const [there, missing] = [
    after.filter((day) => stored.has(keyOf(day))),
    after.filter((day) => !stored.has(keyOf(day))),
  ];
  const added = missing.filter(saysSomething);
  const [, , inserted] = await Promise.all([
    updateDays(sql, userId, there.filter(saysSomething)),
    deleteDays(
      sql,
      userId,
      there.filter((day) => !saysSomething(day)),
    ),
    insertDays(sql, userId, added),
  ]);
  if (inserted < added.length) throw new LostDay();
  const logged = changes.filter(({ habit_id, isFromLog }) => !isFromLog && habits.get(habit_id)?.keeps_log);
  const byKey = new Map(after.map((day) => [keyOf(day), day]));
  const followed = logged.map((change) => {
    const [before, later] = [stored.get(keyOf(change)), byKey.get(keyOf(change))];
    const { habit_id, day, at = null } = change;
    return { habit_id, day, before: amountOf(before), after: amountOf(later), at };
  });
  await followDays(sql, userId, followed, now);
  return after.map(toEntry);
}

/** @param field by default the fault's own */
function refusal(fault: Fault, field?: string): ApiError {
  if (fault === "habit_not_found") return new ApiError(fault);
  if (fault === "changed") return new ApiError("conflict", { values: { reason: "changed" } });
  return new ApiError("validation_failed", { fields: { [field ?? fieldOfFault[fault]]: [{ code: fault }] } });
}

function keyOf({ habit_id, day }: { habit_id: number; day: string }): string {
  return `${habit_id} ${day}`;
}

async function readHabits(sql: Sql, userId: number, changes: readonly Change[]): Promise<Map<number, HabitOfDay>> {
  const ids = [...new Set(changes.map(({ habit_id }) => habit_id))];
  const rows = await sql<(HabitOfDay & { id: string })[]>`
    select id, unit, type, keeps_log from habits where user_id = ${userId} and deleted_at is null and id = any(${ids}::bigint[])`;
  return new Map(rows.map(({ id, ...habit }) => [Number(id), habit]));
}

/** The existing ones of the days, by {@link keyOf}, locked in the order in which every write of many days locks them. */
async function lockDays(sql: Sql, userId: number, changes: readonly Change[]): Promise<Map<string, StoredDay>> {
  const keys = changes.map(({ habit_id, day }) => ({ habit_id, day }));
  // A subquery that locks rows is never merged with its query, so that PostgreSQL looks for each day in the primary key. A
  // join may read all days of the user instead, if PostgreSQL takes them for few.
  const rows = await sql<(StoredDay & { habit_id: string; day: string })[]>`
    select p.habit_id, p.day::text as day, p.value, p.unit, p.skipped, p.note, p.confirmed, p.vacation_id
    from (select w.habit_id, w.day from ${recordset(sql, keys)} order by w.habit_id, w.day) w
    cross join lateral (
      select * from progress where user_id = ${userId} and habit_id = w.habit_id and day = w.day for update
    ) p`;
  return new Map(rows.map(({ habit_id, day, ...state }) => [keyOf({ habit_id: Number(habit_id), day }), state]));
}

function faultOf(change: Change, habit: HabitOfDay, before: StoredDay | undefined): DayFault | undefined {
  if (change.unit !== undefined && unitKind(change.unit) !== unitKind(habit.unit)) return "unit_kind_differs";
  if (change.confirmed && habit.type !== "bad") return "confirmed_bad_only";
  if (change.expected !== undefined && !isExpected(change.expected, before)) return "changed";
  return undefined;
}

function isExpected(expected: NonNullable<Change["expected"]> | null, before: StoredDay | undefined): boolean {
  const value = before?.value ?? null;
  return (
    // After an increment down to zero the API returns 0, which means no value.
    (expected?.value || null) === value &&
    (value === null || expected?.unit === before?.unit) &&
    (expected?.skipped ?? false) === (before?.skipped ?? false) &&
    (expected?.note ?? null) === (before?.note ?? null) &&
    (expected?.confirmed ?? false) === (before?.confirmed ?? false)
  );
}

/** A value, a skip, a confirmation or a cleared day replaces the day's previous state, but not its note. */
function changed(change: Change, habit: HabitOfDay, before: StoredDay | undefined): ChangedDay {
  const { habit_id, day, value, unit, skipped, note, confirmed, clear } = change;
  const hasNote = clear || note !== undefined;
  const given = { habit_id, day, note: hasNote ? note || null : (before?.note ?? null) };
  if (clear || value !== undefined || skipped || confirmed) {
    return {
      ...given,
      value: value ?? null,
      unit: unit ?? habit.unit,
      skipped: skipped ?? false,
      confirmed: confirmed ?? false,
      vacation_id: null,
    };
  }
  const staysSkipped = (before?.skipped ?? false) && skipped !== false;
  return {
    ...given,
    value: before?.value ?? null,
    unit: before?.unit ?? habit.unit,
    skipped: staysSkipped,
    confirmed: (before?.confirmed ?? false) && confirmed !== false,
    vacation_id: staysSkipped ? (before?.vacation_id ?? null) : null,
  };
}

function saysSomething({ value, skipped, confirmed, note }: EntryState): boolean {
  return value !== null || skipped || confirmed || note !== null;
}

/** Rows as a table `w` in a statement whose text does not depend on their number. */
function recordset(sql: Sql, rows: readonly object[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as w(
    habit_id bigint, day date, value smallint, unit text, skipped boolean, confirmed boolean, note text, vacation_id bigint
  )`;
}

/** @param days which exist and are locked: the insertion, which looks for each in the primary key, adds none */
async function updateDays(sql: Sql, userId: number, days: readonly ChangedDay[]): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into progress (user_id, habit_id, day, value, unit, skipped, confirmed, note, vacation_id)
    select ${userId}, w.habit_id, w.day, w.value, w.unit, w.skipped, w.confirmed, w.note, w.vacation_id
    from ${recordset(sql, days)}
    on conflict (user_id, habit_id, day) do update set value = excluded.value, unit = excluded.unit,
      skipped = excluded.skipped, confirmed = excluded.confirmed, note = excluded.note, vacation_id = excluded.vacation_id`;
}

/** One statement for each habit, whose days are then between the first and the last one. */
async function deleteDays(sql: Sql, userId: number, days: readonly ChangedDay[]): Promise<void> {
  const byHabit = Map.groupBy(days, ({ habit_id }) => habit_id);
  await Promise.all(
    [...byHabit].map(([habitId, own]) => {
      const names = own.map(({ day }) => day).toSorted();
      return sql`
        delete from progress
        where user_id = ${userId} and habit_id = ${habitId} and day = any(${names}::text[]::date[])
          and day between ${names[0] ?? null} and ${names.at(-1) ?? null}`;
    }),
  );
}

/** @returns how many were inserted; fewer if other writes have inserted some since they were looked for */
async function insertDays(sql: Sql, userId: number, days: readonly ChangedDay[]): Promise<number> {
  if (days.length === 0) return 0;
  // The rows are counted, because on Citus the count of the command includes those that conflicted.
  const inserted = await sql`
    insert into progress (user_id, habit_id, day, value, unit, skipped, confirmed, note)
    select ${userId}, w.habit_id, w.day, w.value, w.unit, w.skipped, w.confirmed, w.note
    from ${recordset(sql, days)} order by w.habit_id, w.day
    on conflict do nothing returning habit_id`;
  return inserted.length;
}
