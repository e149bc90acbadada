/**
 * For tests only: finds the schedule that judges a day, and the period in which it does, by docs/schedules.md ("A
 * change of the schedule"). It shares no code with the tested rules.
 */
import {
  dayAfter,
  type NaivePeriodName,
  naivePeriodDays,
  naivePeriodName,
  naiveTimes,
  naiveWindowGoal,
} from "./testing-oracle-calendar.ts";
import { NaiveDays, type NaiveEntry, type NaiveHabit } from "./testing-oracle-habit.ts";
import { type NaivePeriod, naivePeriod } from "./testing-oracle-period.ts";
import { NaiveWindows } from "./testing-oracle-window.ts";

/** Days that one schedule judges: one day, or days of a period together. */
export interface NaivePart {
  /** The days of the period that this schedule judges. For a day that is judged alone, only this day. */
  own: string[];
  unit: string;
  /** The habit's days under the schedule that judges them. */
  known: NaiveDays;
  /** Null for a day that is judged alone. */
  period: NaivePeriod | null;
  /** The windows of a schedule of n days in any m. */
  windows: NaiveWindows | null;
}

export class NaiveHistory {
  readonly habit: NaiveHabit;
  readonly first: string;
  readonly #entries: NaiveEntry[];
  readonly #today: string;
  /** One for each schedule, the current one last. */
  readonly #known: NaiveDays[];
  readonly #windows = new Map<number, NaiveWindows>();

  constructor(habit: NaiveHabit, entries: NaiveEntry[], today: string) {
    this.habit = habit;
    this.#entries = entries;
    this.#today = today;
    this.#known = [...habit.past, habit].map(
      ({ weekdays, schedule }) => new NaiveDays({ ...habit, weekdays, schedule }, entries),
    );
    this.first = (this.#known[0] as NaiveDays).first;
  }

  /** "Each held up to its last day." Of a limit, "the period of the change belongs to the next schedule as a whole". */
  #ownerOf(day: string): number {
    const { past, type } = this.habit;
    let owner = past.findIndex(({ until }) => day <= until);
    if (owner === -1) owner = past.length;
    for (;;) {
      const period = this.#periodName(owner);
      const changed = past[owner]?.until;
      if (type === "good" || !period || !changed || this.#periodName(owner + 1) !== period) return owner;
      if (!naivePeriodDays(period, day).includes(dayAfter(changed))) return owner;
      owner += 1;
    }
  }

  #periodName(owner: number): NaivePeriodName | null {
    return naivePeriodName(this.#known[owner]?.habit.schedule ?? null);
  }

  partOf(day: string): NaivePart {
    const owner = this.#ownerOf(day);
    const known = this.#known[owner] as NaiveDays;
    const name = this.#periodName(owner);
    if (!name) return { own: [day], unit: "days", known, period: null, windows: this.#windowsOf(owner) };
    const period = naivePeriodDays(name, day);
    const own = period.filter((other) => this.#ownerOf(other) === owner);
    const before = period.filter((other) => this.#ownerOf(other) < owner);
    const isChanged = period.some((other) => this.#ownerOf(other) > owner);
    const reached = this.#reachedWithin(known, period);
    const later = new Set(own.filter((other) => reached !== null && other > reached));
    const isCut = isChanged || later.size > 0;
    const end = [own.at(-1) as string, ...(reached === null ? [] : [reached])].sort()[0] as string;
    const judged = isCut
      ? this.#asItStood(known, { before, period, end })
      : this.#judge(known, { before, period }, this.#today);
    // "Without an available day of its own the period is neutral."
    const isEmpty = before.length > 0 && !own.some((other) => !later.has(other) && known.isAvailable(other));
    // "If it was open then, or if the next schedule has periods of the same kind, it is neutral."
    const isLeftOpen = isCut && (judged.result === "open" || (isChanged && this.#periodName(owner + 1) === name));
    const neutral = { result: "neutral" as const, needsToday: false };
    const result = isEmpty || isLeftOpen ? { ...judged, ...neutral } : judged;
    if (later.size === 0) return { own, unit: `${name}s`, known, period: result, windows: null };
    // "Nothing on the later days of the period counts, and each of them is `rest`." The period requires no more than
    // was done.
    const rest = [...later].map((other) => [other, "rest"] as const);
    const required = Math.min(result.required, result.done);
    const counts = judged.result === "missed" ? {} : { left: 0, required };
    const ended = { ...result, ...counts, days: new Map([...result.days, ...rest]) };
    return { own, unit: `${name}s`, known: known.without(later), period: ended, windows: null };
  }

  /** The day of a period on which the habit reached its total. */
  #reachedWithin(known: NaiveDays, period: string[]): string | null {
    const { end } = this.habit;
    return end && "total" in end && known.last !== null && period.includes(known.last) ? known.last : null;
  }

  /** "The windows stay as they stood when that day had ended"; days that were done before the schedule began count. */
  #windowsOf(owner: number): NaiveWindows | null {
    const known = this.#known[owner] as NaiveDays;
    const goal = naiveWindowGoal(known.habit.schedule);
    if (!goal) return null;
    const found = this.#windows.get(owner);
    if (found) return found;
    const [end] = [this.habit.past[owner]?.until, known.last].filter((day) => day != null).sort();
    const entries = this.#entries.filter(({ day }) => !end || day <= end);
    const [now] = [end ? dayAfter(end) : this.#today, this.#today].sort();
    const stood = new NaiveDays(known.habit, entries, this.first);
    const windows = new NaiveWindows(
      stood,
      entries.map(({ day }) => day),
      goal,
      now as string,
    );
    this.#windows.set(owner, windows);
    return windows;
  }

  /** "Of the days before, a goal counts those that were done; the others are like days before the first one." */
  #judge(known: NaiveDays, { before, period }: { before: string[]; period: string[] }, today: string): NaivePeriod {
    const times = naiveTimes(known.habit.schedule);
    const isDone = (day: string) => {
      if (known.habit.type === "bad" || day < known.first || day > today || known.isSkipped(day)) return false;
      return times === null ? known.hasValue(day) : known.isAvailable(day) && known.isAchieved(day);
    };
    const left = new Set(before.filter((day) => !isDone(day)));
    return naivePeriod(left.size === 0 ? known : known.without(left), period, today, times);
  }

  /** "Stays as it stood when that day had ended": ignores all later days, their records and targets. */
  #asItStood(known: NaiveDays, part: { before: string[]; period: string[]; end: string }): NaivePeriod {
    const { end } = part;
    const targets = known.habit.targets.filter(
      ({ set_on, effective }, index) => index === 0 || effective === "always" || set_on <= end,
    );
    const entries = this.#entries.filter(({ day }) => day <= end);
    // A total that is reached on that day or later is still in the future.
    const isToCome = known.habit.end && "total" in known.habit.end && known.last !== null && known.last >= part.end;
    const stood = new NaiveDays(
      { ...known.habit, end: isToCome ? null : known.habit.end, targets },
      entries,
      this.first,
    );
    const [now] = [dayAfter(end), this.#today].sort();
    return this.#judge(stood, part, now as string);
  }
}
