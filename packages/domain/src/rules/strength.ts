import { roundFigure } from "../base/unit.ts";
import { weekDays } from "../base/week.ts";
import { amountOf, type DayEntry, type DayResult, type HabitRules, walkResults, walkWeeks } from "./result.ts";
import { isCounted } from "./streak-counts.ts";

/** The half-life of the score of a daily habit in days. */
const halfLifeDays = 13;

/** A weekly goal is measured over two weeks, so that the choice of weekdays does not matter. */
const windowDays = 2 * weekDays;

/**
 * The strength of a habit, 0 to 1, as Loop Habit Tracker defines its score (github.com/iSoron/uhabits, `Score.kt` and
 * `ScoreList.kt`): exponential smoothing of each day's share of the goal. For a habit that is done f times a day, the
 * previous score is multiplied by 0.5^(sqrt(f) / 13) each day. A good habit begins at 0, a bad one at 1.
 *
 * The share of a day is value / goal, at most 1. With a limit it is 1 up to the limit and falls to 0 at twice the
 * limit. With a goal of n days a week it is the number of days done in the last 14 days, divided by 2n. A skip and a
 * day off do not change the strength. Loop has no days off: we treat them as skipped, and a weekly goal that needs all
 * available days counts as a daily one.
 *
 * Today is left out until it has ended, so that the strength falls only for a missed day, not every morning.
 */
export class StrengthMeter {
  readonly #habit: HabitRules;
  /** Null if every scheduled day requires the habit. */
  readonly #timesPerWeek: number | null;
  readonly #keep: number;
  readonly #window: boolean[] = [];
  #done = 0;
  #strength: number;
  #days = 0;

  constructor(habit: HabitRules) {
    const { timesPerWeek, weekdays } = habit;
    this.#habit = habit;
    this.#timesPerWeek = timesPerWeek !== null && timesPerWeek < weekdays.length ? timesPerWeek : null;
    const frequency = this.#timesPerWeek === null ? 1 : this.#timesPerWeek / weekDays;
    this.#keep = 0.5 ** (Math.sqrt(frequency) / halfLifeDays);
    this.#strength = habit.type === "bad" ? 1 : 0;
  }

  /**
   * Adds the next day. The caller adds each day from the first one to yesterday, in order.
   *
   * @param isAvailable false for a day off and for a skipped day
   */
  add(result: DayResult, entry: DayEntry | undefined, target: number, isAvailable: boolean): void {
    this.#days += 1;
    if (this.#timesPerWeek !== null) this.#pass(result === "achieved");
    if (!isAvailable) return;
    this.#strength = this.#strength * this.#keep + this.#share(entry, target) * (1 - this.#keep);
  }

  /** Four decimals; null before any day has ended. */
  get strength(): number | null {
    return this.#days === 0 ? null : roundFigure(this.#strength);
  }

  #pass(isDone: boolean): void {
    this.#window.push(isDone);
    if (isDone) this.#done += 1;
    if (this.#window.length > windowDays && this.#window.shift()) this.#done -= 1;
  }

  #share(entry: DayEntry | undefined, target: number): number {
    if (this.#timesPerWeek !== null) return Math.min(1, this.#done / (2 * this.#timesPerWeek));
    const ratio = amountOf(this.#habit, entry) / target;
    return this.#habit.type === "good" ? Math.min(1, ratio) : Math.min(1, Math.max(0, 2 - ratio));
  }
}

/**
 * Visits the strength of a habit at the end of each day from its first to yesterday.
 *
 * @param entries ascending by day, at most one a day
 * @param today day number of the user's today
 */
export function walkStrength(
  habit: HabitRules,
  entries: readonly DayEntry[],
  today: number,
  visit: (day: number, strength: number) => void,
): void {
  const meter = new StrengthMeter(habit);
  const take = (result: DayResult, day: number, entry: DayEntry | undefined, target: number, isAvailable: boolean) => {
    if (day < habit.firstDay || day >= today) return;
    meter.add(result, entry, target, isAvailable);
    visit(day, meter.strength ?? 0);
  };
  const days = { from: habit.firstDay, to: today - 1, today };
  if (habit.timesPerWeek === null) {
    walkResults(habit, entries, days, (result, day, entry, target) =>
      take(result, day, entry, target, isCounted(result)),
    );
  } else {
    walkWeeks(habit, entries, days, (week) => {
      for (const { result, day, entry, target, isAvailable } of week.days) {
        take(result, day, entry, target, isAvailable);
      }
    });
  }
}
