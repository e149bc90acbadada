import type { Sql } from "@daymark/db/connection/client";
import { todayIn } from "@daymark/domain/base/day";
import type { LogAmount } from "@daymark/domain/day-log/amount-of-log";
import type { EntryState } from "./reduce.ts";

/** Whose clock decides on which day an instant is. */
export interface DayClock {
  timezone: string;
  dayStartHour: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** The clock of a caller, as `callersToday` uses it. */
export function clockOf(ctx: {
  timezone?: string | null | undefined;
  now: () => number;
  user: { timezone: string | null; day_start_hour: number };
}): DayClock {
  const { timezone, day_start_hour: dayStartHour } = ctx.user;
  return { timezone: ctx.timezone ?? timezone ?? "UTC", dayStartHour, now: ctx.now };
}

/** Whether an instant is on a day of the user: a day of 23 or 25 hours too, from the hour at which the user's days begin. */
export function isOnDay(at: string, day: string, { timezone, dayStartHour }: DayClock): boolean {
  return todayIn(Date.parse(at), timezone, dayStartHour) === day;
}

/**
 * The time of an amount that a user records on a day: the given one if it is on the day, by default now if the day is
 * today.
 *
 * @returns null if the time is not known
 */
export function timeOnDay(given: string | undefined, day: string, clock: DayClock): string | null {
  const at = given ?? new Date(clock.now()).toISOString();
  return isOnDay(at, day, clock) ? at : null;
}

/** The amount of a day; null without one. */
export function amountOf(state: Pick<EntryState, "value" | "unit"> | undefined): LogAmount | null {
  return state?.value ? { value: state.value, unit: state.unit } : null;
}

/** The row of a day, which stays locked until the transaction ends; undefined if nothing is recorded on it. */
export async function lockEntry(
  sql: Sql,
  userId: number,
  { habit_id, day }: { habit_id: number; day: string },
): Promise<EntryState | undefined> {
  const [entry] = await sql<EntryState[]>`
    select value, unit, skipped, note, confirmed from progress
    where user_id = ${userId} and habit_id = ${habit_id} and day = ${day} for update`;
  return entry;
}
