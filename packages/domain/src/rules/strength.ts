import { roundFigure } from "../base/unit.ts";
import { weekDays } from "../base/week.ts";
import { amountOf, type DayEntry, type DayResult, type HabitRules, walkResults, walkWeeks } from "./result.ts";

/** Days after which half of what a daily habit lost or gained is made up for. */
const halfLifeDays = 13;

/** Goals of so many times a week are measured over two weeks, so that it does not matter on which days they are done. */
const windowDays = 2 * weekDays;

/**
 * How firmly a habit is kept, 0 to 1, as Loop Habit Tracker defines its score (github.com/iSoron/uhabits, `Score.kt`
 * and `ScoreList.kt`): exponential smoothing of what part of the goal each day reached, where for a habit done f times a
 * day the score of before is multiplied by 0.5^(sqrt(f) / 13) each day. A good habit begins at 0, a bad one at 1.
 *
 * The part of a day is value / goal, at most 1; with a limit 1 up to it, falling to 0 at twice the limit. With a goal
 * of n days a week it is the days done in the last 14 days of 2n. A skip and a day off leave the strength as it is.
 * Loop has no days off: ours are skipped, and a goal that needs all days which are left is a daily one.
 *
 * Today is left out until it has ended, so that the figure falls for what was missed and not for the morning.
 */
export class StrengthMeter {
  readonly #habit: HabitRules;
  /** Null where every day that counts has to do. */
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
   * Takes the next day in; each from the first day to yesterday, in order.
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
 * Visits the strength a habit had at the end of each day from its first to yesterday.
 *
 * @param entries ascending by day, at most one a day
 * @param today day number of the person's today
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

/** Of a habit without a weekly goal: neither a day off nor skipped. */
export function isCounted(result: DayResult): boolean {
  return result !== "skipped" && result !== "rest";
}
