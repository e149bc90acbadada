import type { Database, Transaction } from "@daymark/db/connection/client";
import { toDayNumber } from "@daymark/domain/base/day";
import { nextReminderAt, reminderLateMaxSeconds } from "@daymark/domain/reminder/reminder";
import { nextTurn } from "../habit/statistics/history.ts";
import { findOpenHabits } from "./due-habits.ts";
import { findPeople, holdPeople, type Person, readBrowsers, readPeople, readTargets, todayOf } from "./due-people.ts";
import { type DueReminder, readDueReminders } from "./due-reminders.ts";
import { setNext } from "./reschedule.ts";
import { type TellDeps, tell } from "./tell.ts";

/** Reminders whose times are computed in one turn of the event loop. */
const remindersOfTurnMax = 50;
/** Users that the error of a run names. */
const namedUsersMax = 10;

interface RemindDeps extends TellDeps {
  db: Database;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Reminds all users whose time has come of their open habits, and sets the next time of their reminders. Both happen in
 * one transaction, so that a reminder is sent once after any failure and with any number of nodes. A habit that is done in the
 * moment before that transaction is still named. A user gets one
 * notification and one mail for everything that is due now. Reminders that are too late, or whose habit is done, are
 * skipped without a message. A notification target gets one message, too.
 *
 * @returns how many users were reminded
 * @throws Error after all users, with the first failure as its cause; the next run tries the failed ones again
 */
export async function remindDue(deps: RemindDeps): Promise<number> {
  let told = 0;
  const failed: number[] = [];
  let firstFailure: unknown;
  const passedOver = new Set<number>();
  const remind = async (ids: readonly number[]) => {
    const now = deps.now();
    // Before the users are locked: the days of one user's habits may take seconds, and the others wait for no lock.
    const prepared = await prepare(deps.db, ids, now);
    told += await deps.db.transaction((tx) => remindPeople(deps, tx, { ids, prepared, now, passedOver }));
  };
  for (;;) {
    const ids = await findPeople(deps.db, passedOver, deps.now());
    if (ids.length === 0) break;
    try {
      await remind(ids);
    } catch {
      // A user whose reminders fail must not hold back those of the others. A failure that no user repeats alone, such as a
      // deadlock, has no consequence.
      for (const id of ids) {
        await remind([id]).catch((error: unknown) => {
          firstFailure ??= error;
          failed.push(id);
          passedOver.add(id);
        });
      }
    }
  }
  if (failed.length > 0) {
    const some = failed.slice(0, namedUsersMax).join(", ");
    const message = `Users could not be reminded: ${failed.length} (ids ${some}). Users were reminded: ${told}.`;
    throw new Error(message, { cause: firstFailure });
  }
  return told;
}

/** What was read of some users before they are locked. */
interface Prepared {
  reminderIds: ReadonlySet<number>;
  /** The ids of the habits that still need something today. */
  openHabits: ReadonlySet<number>;
}

/** Reads without locks which reminders are due, and which of their habits are open. */
async function prepare(db: Database, ids: readonly number[], now: number): Promise<Prepared> {
  const people = await readPeople(db, ids);
  const { due, inTime, personOf } = await readDue(db, people, now);
  const habits = new Map(
    inTime.map((row) => {
      const today = toDayNumber(todayOf(personOf(row), now));
      return [row.habit.id, { user_id: row.user_id, id: row.habit.id, near_days: row.near_days, today }];
    }),
  );
  const openHabits = await findOpenHabits(db, [...habits.values()], now);
  return { reminderIds: new Set(due.map(({ id }) => id)), openHabits };
}

async function readDue(db: Database | Transaction, people: readonly Person[], now: number) {
  const byId = new Map(people.map((person) => [person.id, person]));
  const personOf = ({ user_id }: DueReminder) => byId.get(user_id) as Person;
  const due = await readDueReminders(db, people, now);
  const times = await findTimes(due, personOf, now);
  const inTime = due.filter((row) => times.get(row)?.isInTime && personOf(row).is_active && !row.is_away);
  return { due, inTime, times, personOf };
}

interface Run {
  ids: readonly number[];
  /** A reminder that was not due then waits for the next transaction. */
  prepared: Prepared;
  now: number;
  /** Users whom another transaction has locked are added here. */
  passedOver: Set<number>;
}

/** @returns how many users were reminded */
async function remindPeople(
  deps: RemindDeps,
  tx: Transaction,
  { ids, prepared: { reminderIds, openHabits }, now, passedOver }: Run,
): Promise<number> {
  const people = await holdPeople(tx, ids);
  for (const id of ids) if (!people.some((person) => person.id === id)) passedOver.add(id);
  const read = await readDue(tx, people, now);
  const isPrepared = ({ id }: DueReminder) => reminderIds.has(id);
  const [due, inTime] = [read.due.filter(isPrepared), read.inTime.filter(isPrepared)];
  const browsers = await readBrowsers(tx, people, now);
  const targets = await readTargets(tx, people);
  let told = 0;
  for (const person of people) {
    const known = targets.get(person.id) ?? [];
    const open = inTime
      .filter(({ user_id, habit }) => user_id === person.id && openHabits.has(habit.id))
      .map((row) => withKnownTargets(row, known));
    const isTold = await tell(deps, tx, { person, open, browsers: browsers.get(person.id) ?? [], now });
    if (isTold) told += 1;
  }
  await setNext(
    tx,
    due.map((row) => ({ user_id: row.user_id, id: row.id, next_at: new Date((read.times.get(row) as Times).next) })),
  );
  return told;
}

interface Times {
  /** Whether a time of the reminder came within the last hour. */
  isInTime: boolean;
  /** Milliseconds since the epoch. */
  next: number;
}

/** Other work runs after each {@link remindersOfTurnMax}, because the calendar of a time zone takes long. */
async function findTimes(
  due: readonly DueReminder[],
  personOf: (row: DueReminder) => Person,
  now: number,
): Promise<Map<DueReminder, Times>> {
  const times = new Map<DueReminder, Times>();
  for (const [index, row] of due.entries()) {
    if (index > 0 && index % remindersOfTurnMax === 0) await nextTurn();
    const person = personOf(row);
    // The node may have been down for days: what counts is whether a time came within the last hour, not since when the
    // reminder is due.
    const isInTime = nextOf(row, person, now - reminderLateMaxSeconds * 1000) <= now;
    times.set(row, { isInTime, next: nextOf(row, person, now) });
  }
  return times;
}

function nextOf(
  { minute, weekdays }: DueReminder,
  { timezone, day_start_hour: dayStartHour }: Person,
  now: number,
): number {
  return nextReminderAt({ minute, weekdays, timezone, dayStartHour }, now);
}

/** A reminder that had chosen only targets that are deleted by now must not fall silent: it goes by push. */
function withKnownTargets(due: DueReminder, known: readonly number[]): DueReminder {
  const target_ids = due.target_ids.filter((id) => known.includes(id));
  return { ...due, target_ids, by_push: due.by_push || (!due.by_mail && target_ids.length === 0) };
}
