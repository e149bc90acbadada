import type { DayState, ShownEntry } from "./day-state.ts";

/** The new state of a day, as the user sees it. */
export interface LoggedWrite {
  habitId: number;
  day: string;
  state: DayState;
}

/**
 * Entries of logs that wait to be saved. The page shows a day with them, but the write queue holds the day without them,
 * because the server adds them to the day that the queue sends.
 */
export interface WaitingLogs {
  /** The days that have such entries. */
  days(): readonly { habitId: number; day: string }[];
  /** The day with its entries that wait; the given one may contain earlier ones already. */
  add(habitId: number, day: string, entry: ShownEntry | undefined): ShownEntry | undefined;
  /**
   * The new state of a day without its entries that wait. If its amount is less than these, the newest ones are dropped.
   *
   * @param before the state without them until now
   */
  take(before: DayState, write: LoggedWrite): DayState;
}
