/** For tests only: the windows of docs/schedules.md, "n days in any m", moved day by day, without code of the tested rules. */
import { parseDate } from "@internationalized/date";
import { dayAfter, type NaiveWindowGoal } from "./testing-oracle-calendar.ts";
import type { NaiveDays } from "./testing-oracle-habit.ts";

interface NaiveWindow {
  /** The days of the window, ascending. They change as it moves. */
  days: string[];
  /** The n-th done day of the window. */
  nth: string;
}

export class NaiveWindows {
  readonly #known: NaiveDays;
  readonly #done: string[];
  readonly #full: NaiveWindow[] = [];
  readonly #possible: string[][] = [];

  /** @param recorded the days with an entry, ascending */
  constructor(known: NaiveDays, recorded: string[], goal: NaiveWindowGoal, today: string) {
    this.#known = known;
    this.#done = recorded.filter((day) => day <= today && !known.isSkipped(day) && known.isAchieved(day));
    // "n in n days means every day."
    const { times, days: of } = goal.times === goal.days ? { times: 1, days: 1 } : goal;
    for (const begin of this.#done) {
      const length = goal.months ? naiveMonths(begin, goal.months) : naiveLength(begin, of);
      const days = this.#take(begin, length, 2 * (goal.months ? Math.min(31 * goal.months, 366) : of));
      const done = days.filter((day) => this.#done.includes(day));
      // "One can still become full": counts all days from today on, and those beyond the limit of 2m days.
      const free = days.filter((day) => day >= today && !this.#done.includes(day)).length;
      const lost = length - days.length;
      const required = Math.min(times, length);
      if (done.length >= required) this.#full.push({ days, nth: done[required - 1] as string });
      else if (done.length + free + lost >= required) this.#possible.push(days);
    }
    this.#move();
  }

  /** Takes this many days from one on within this many calendar days; "skipped days are no days of a window". */
  #take(begin: string, length: number, calendarDays: number): string[] {
    const days: string[] = [];
    for (let offset = 0; offset < calendarDays && days.length < length; offset += 1) {
      const day = dayAfter(begin, offset);
      if (!this.#known.isSkipped(day)) days.push(day);
    }
    return days;
  }

  /**
   * "From the newest to the oldest": moves back by a day, and stops when the window ends before the next one begins.
   */
  #move(): void {
    for (let index = this.#full.length - 2; index >= 0; index -= 1) {
      const [window, next] = [this.#full[index], this.#full[index + 1]] as [NaiveWindow, NaiveWindow];
      while (last(window) >= (next.days[0] as string) && last(window) > window.nth) {
        let before = dayAfter(window.days[0] as string, -1);
        while (this.#known.isSkipped(before)) before = dayAfter(before, -1);
        window.days = [before, ...window.days.slice(0, -1)];
      }
    }
  }

  isCovered(day: string): boolean {
    return this.#full.some(({ days }) => days.includes(day));
  }

  isPossible(day: string): boolean {
    return this.#possible.some((days) => days.includes(day));
  }
}

function last({ days }: NaiveWindow): string {
  return days.at(-1) as string;
}

/** "30 and 31 days mean a month": from a date to the day before the same date of the next month. */
function naiveLength(begin: string, days: number): number {
  if (days !== 30 && days !== 31) return days;
  const next = dayAfter(begin);
  // From the last day of a month to the day before the last one of the next.
  const month = next.endsWith("-01") ? next.slice(0, 7) : begin.slice(0, 7);
  let length = 0;
  for (let day = `${month}-01`; day.startsWith(month); day = dayAfter(day)) length += 1;
  return length;
}

/** "Due on the same date": the days up to the one before it. */
function naiveMonths(begin: string, months: number): number {
  const due = parseDate(begin).add({ months }).toString();
  let length = 0;
  for (let day = begin; day < due; day = dayAfter(day)) length += 1;
  return length;
}
