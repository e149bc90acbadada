import { dateOf, monthsAfter } from "../base/period.ts";
import { windowSpan } from "../schedule/history.ts";
import type { WindowGoal } from "../schedule/schedule.ts";
import { amountOf, type DayEntry, type DayResult, type HabitRules } from "./result.ts";

/** Loop takes windows of this length for months: a habit that is due once a month may be done on each 15th. */
const monthDays = [30, 31];

/** A row of days that begins on a day on which the habit was done. The places are those of days that are not skipped. */
interface Window {
  /** Place of the first day. */
  begin: number;
  /** Place of the last day. */
  end: number;
  /** Place of the day that filled the window; null if it is not full. */
  filledAt: number | null;
  /** The n days, or all of a month that has fewer. */
  required: number;
  /** Days done, at most those required. */
  done: number;
  /** Days on which it can still be done, from today on. */
  left: number;
  /** Days that the window would have if fewer were skipped. It is unknown what would have been done on them. */
  lost: number;
}

/** The window that tells how far a habit is. Day numbers. */
export interface WindowState {
  from: number;
  to: number;
  required: number;
  done: number;
  /** Days on which it can still be done, today included. */
  left: number;
}

/**
 * What a schedule of n days in any m makes of the days that were not done, as Loop Habit Tracker does it
 * (`EntryList.kt`, github.com/iSoron/uhabits): docs/schedules.md has the rule.
 *
 * A window is full if the habit was done on n of its m days. From the newest to the oldest, a full window that reaches
 * the next one moves back so that both touch, as long as its n-th done day stays in it. So a habit that is done early
 * makes up for one that was late before.
 *
 * Daymark differs from Loop in one point: skipped days are no days of a window, so that no vacation breaks a streak.
 */
export class WindowCover {
  readonly #goal: WindowGoal;
  readonly #today: number;
  readonly #first: number;
  /** The days that are not skipped, ascending. The index of a day is its place. */
  readonly #days: number[] = [];
  /** The place of each day from the first on. A skipped day has the place of the next day that is not skipped. */
  readonly #places: number[] = [];
  /** The places of the days done, ascending. */
  readonly #done: number[];
  /** How many of these are before each place. */
  readonly #doneBefore: Uint32Array;
  /** Ascending by the days that they began on. */
  readonly #full: Window[] = [];
  readonly #open: Window[] = [];
  /** 1 at the places of days that a full window, or one that can become full, contains. */
  readonly #covered: Uint8Array;
  readonly #possible: Uint8Array;

  /**
   * @param entries ascending by day, at most one a day; those of later days tell which of them are skipped
   * @param today day number
   */
  constructor(
    goal: WindowGoal,
    habit: Pick<HabitRules, "unit" | "targets">,
    entries: readonly DayEntry[],
    today: number,
  ) {
    this.#goal = goal;
    this.#today = today;
    const span = windowSpan(goal);
    // No window moves back further than that.
    this.#first = Math.min(entries[0]?.day ?? today, today) - span;
    this.#placeDays(span, new Set(entries.filter(({ skipped }) => skipped).map(({ day }) => day)));
    this.#done = daysDone(habit, entries, today).map((day) => this.#placeOf(day));
    this.#doneBefore = countBefore(this.#done, this.#days.length);
    this.#listWindows();
    this.#closeGaps();
    this.#covered = placesIn(this.#full, this.#days.length);
    this.#possible = placesIn(this.#open, this.#days.length);
  }

  /** Up to the last day of a window that begins today or, if today is skipped, on the next day that is not. */
  #placeDays(span: number, skipped: ReadonlySet<number>): void {
    let begin = this.#today;
    while (skipped.has(begin)) begin += 1;
    for (let day = this.#first; day <= begin + span; day += 1) {
      this.#places.push(this.#days.length);
      if (!skipped.has(day)) this.#days.push(day);
    }
  }

  #placeOf(day: number): number {
    const index = day - this.#first;
    return index < 0 ? index : (this.#places[Math.min(index, this.#places.length - 1)] as number);
  }

  #listWindows(): void {
    for (const [index, begin] of this.#done.entries()) {
      const window = this.#windowFrom(begin, index);
      if (window.filledAt !== null) this.#full.push(window);
      else if (window.done + window.left + window.lost >= window.required) this.#open.push(window);
    }
  }

  /** @param index how many days were done before it */
  #windowFrom(begin: number, index: number): Window {
    const length = lengthFrom(this.#dayAt(begin), this.#goal);
    const end = this.#endFrom(begin, length);
    const required = Math.min(this.#goal.times, length);
    const filledAt = this.#done[index + required - 1];
    const isFull = filledAt !== undefined && filledAt <= end;
    const done = Math.min(required, (this.#doneBefore[end + 1] as number) - index);
    const left = Math.max(0, end - this.#firstFree() + 1);
    const lost = length - (end - begin + 1);
    // A history has many windows, and a spread takes longer than all the rest.
    return { begin, end, required, done, filledAt: isFull ? filledAt : null, left, lost };
  }

  /** The place of today or, if it was done already, of the day after. */
  #firstFree(): number {
    const place = this.#placeOf(this.#today);
    return this.#done.at(-1) === place && this.#days[place] === this.#today ? place + 1 : place;
  }

  #closeGaps(): void {
    for (let index = this.#full.length - 2; index >= 0; index -= 1) {
      const [window, next] = [this.#full[index], this.#full[index + 1]] as [Window, Window];
      const overlap = window.end - next.begin + 1;
      const shift = Math.min(window.end - (window.filledAt ?? window.end), overlap);
      if (shift <= 0) continue;
      window.begin -= shift;
      window.end -= shift;
    }
  }

  /** The result of a day, past or future, after it was judged alone. */
  settle(result: DayResult, day: number): DayResult {
    if (result !== "awaiting" && result !== "not_achieved" && result !== "rest") return result;
    if (this.isCovered(day)) return "covered";
    return result === "not_achieved" && this.isOpen(day) ? "rest" : result;
  }

  /** Whether a full window contains the day. */
  isCovered(day: number): boolean {
    return this.#covered[this.#placeOf(day)] === 1;
  }

  /** The first day that a full window contains; null if none is full. It may be before the first day done. */
  firstCovered(): number | null {
    const place = this.#covered.indexOf(1);
    return place < 0 ? null : (this.#days[place] as number);
  }

  /** Whether a window that contains the day can still become full. */
  isOpen(day: number): boolean {
    return this.#possible[this.#placeOf(day)] === 1;
  }

  /**
   * The window that counts on a day: the last one that covers it or, if none does, of those that can still become full, the
   * one that needs the fewest further days, then the one that ends first. Without any, a new one would begin on the day.
   *
   * @param lastDay day number of the habit's last day, not before today: it cuts the window, and `left` with it
   * @param day not after today
   */
  state(lastDay = Infinity, day = this.#today): WindowState {
    const place = this.#placeOf(day);
    const around = (windows: readonly Window[]) => windows.filter(({ begin, end }) => begin <= place && place <= end);
    const open = around(this.#open).toSorted((a, b) => a.required - a.done - (b.required - b.done) || a.end - b.end);
    const { begin, end, required, done, left } = around(this.#full).at(-1) ?? open[0] ?? this.#newWindow(place);
    const to = this.#dayAt(end);
    if (to <= lastDay) return { from: this.#dayAt(begin), to, required, done, left };
    const leftUntilEnd = Math.max(0, this.#placeOf(lastDay + 1) - this.#firstFree());
    return { from: this.#dayAt(begin), to: lastDay, required, done, left: Math.min(left, leftUntilEnd) };
  }

  #newWindow(begin: number): Pick<Window, "begin" | "end" | "required" | "done" | "left"> {
    const length = lengthFrom(this.#dayAt(begin), this.#goal);
    const end = this.#endFrom(begin, length);
    return { begin, end, required: Math.min(this.#goal.times, length), done: 0, left: end - begin + 1 };
  }

  /** The last place of a window: after so many days, but at most {@link windowSpan} calendar days. */
  #endFrom(begin: number, length: number): number {
    return Math.min(begin + length, this.#placeOf(this.#dayAt(begin) + windowSpan(this.#goal))) - 1;
  }

  #dayAt(place: number): number {
    return this.#days[place] as number;
  }
}

/** The days up to today on which the habit was done, ascending. */
function daysDone(habit: Pick<HabitRules, "unit" | "targets">, entries: readonly DayEntry[], today: number): number[] {
  const [oldest, ...later] = habit.targets;
  if (!oldest) throw new RangeError("a habit has at least one target");
  let { target } = oldest;
  let next = 0;
  const days: number[] = [];
  for (const entry of entries) {
    if (entry.day > today) break;
    for (; (later[next]?.from ?? Infinity) <= entry.day; next += 1) target = later[next]?.target ?? target;
    if (!entry.skipped && amountOf(habit, entry) >= target) days.push(entry.day);
  }
  return days;
}

/** @returns for each place, and one after the last, how many of the ascending places are before it */
function countBefore(places: readonly number[], length: number): Uint32Array {
  const counts = new Uint32Array(length + 1);
  let count = 0;
  for (let place = 0; place < counts.length; place += 1) {
    counts[place] = count;
    if (places[count] === place) count += 1;
  }
  return counts;
}

/** The number of days of a window that begins on a day. A month lasts up to the day before the same date of the next one. */
function lengthFrom(day: number, { days, months }: WindowGoal): number {
  if (months !== undefined) return monthsAfter(day, months) - day;
  if (!monthDays.includes(days)) return days;
  const { date, monthLength } = dateOf(day);
  return date === monthLength ? dateOf(day + 1).monthLength : monthLength;
}

/** @returns 1 at each place that a window contains; the windows are in any order */
function placesIn(windows: readonly Window[], length: number): Uint8Array {
  // How many more windows contain a place than the one before it.
  const changes = new Int32Array(length + 1);
  for (const window of windows) {
    const [begin, after] = [Math.max(0, window.begin), Math.min(length, Math.max(0, window.end + 1))];
    changes[begin] = (changes[begin] as number) + 1;
    changes[after] = (changes[after] as number) - 1;
  }
  const places = new Uint8Array(length);
  let count = 0;
  for (let place = 0; place < length; place += 1) {
    count += changes[place] as number;
    if (count > 0) places[place] = 1;
  }
  return places;
}
