import { usualDays } from "../base/period.ts";
import { roundFigure } from "../base/unit.ts";
import { weekDays } from "../base/week.ts";
import type { Schedule } from "../tracking/schedule.ts";
import { AmountSum } from "./amount.ts";
import { type DayEntry, type DayResult, type HabitRules, walkPeriods, walkResults } from "./result.ts";
import { periodOf, timesOf } from "./schedule.ts";
import { isCounted } from "./streak-counts.ts";

/** The half-life of the score of a daily habit in days. */
const halfLifeDays = 13;

/** A number of days in a period is measured over two periods, so that the choice of days does not matter. */
const windowPeriods = 2;

/** The shares of a habit's days: how the goal is measured, and how fast an earlier share loses its weight. */
interface Measure {
  /** How often the goal is met, per day: Loop's frequency. */
  frequency: number;
  /** Days until the next one that requires something: 1, or the distance of due days. */
  distance: number;
  /** The days before the present one that its share considers, itself included. */
  windowDays: number;
  /** How many of those days must be done; null if their amounts count. */
  times: number | null;
}

function measureOf(habit: HabitRules): Measure {
  const { schedule, weekdays } = habit;
  const goal = timesOf(habit);
  const whole = { frequency: 1, distance: 1, windowDays: 1, times: null };
  if (schedule?.target_per) {
    const days = usualDays[schedule.target_per];
    return { ...whole, frequency: 1 / days, windowDays: days };
  }
  if (goal) {
    const days = usualDays[goal.period];
    const frequency = goal.times / days;
    // A goal that needs every available day counts as a daily one.
    if (frequency >= weekdays.length / weekDays) return whole;
    return { ...whole, frequency, windowDays: windowPeriods * days, times: windowPeriods * goal.times };
  }
  const frequency = schedule ? dueFrequency(schedule, weekdays) : 1;
  return { ...whole, frequency, distance: 1 / frequency };
}

/** How often a schedule of due days is due, per day. A month counts as 30 days, as Loop has it. */
function dueFrequency({ every_days, every_weeks, every_months, ...days }: Schedule, weekdays: readonly number[]) {
  if (every_days !== undefined) return 1 / every_days;
  const isEveryDay = weekdays.length === weekDays;
  if (every_weeks !== undefined) return (isEveryDay ? 1 : weekdays.length) / (every_weeks * weekDays);
  if (every_months !== undefined) return 1 / (every_months * usualDays.month);
  return Math.min(1, (days.month_days ?? days.month_weekdays ?? []).length / usualDays.month);
}

/**
 * The strength of a habit, 0 to 1, as Loop Habit Tracker defines its score (github.com/iSoron/uhabits, `Score.kt` and
 * `ScoreList.kt`): exponential smoothing of each day's share of the goal. For a habit that is done f times a day, the
 * previous score is multiplied by 0.5^(sqrt(f) / 13) each day. A good habit begins at 0, a bad one at 1.
 *
 * The share of a day is value / goal, at most 1. With a limit it is 1 up to the limit and falls to 0 at twice the
 * limit. With n days in a period it is the number of days done in the last two periods, divided by 2n. With an amount of
 * a period, the value is the sum of the last 7, 30 or 91 days. A skip and a day off do not change the strength. Loop has
 * no days off: we treat them as skipped. Due days that are some days apart weigh as much as all the days between them.
 *
 * Today is left out until it has ended, so that the strength falls only for a missed day, not every morning.
 */
export class StrengthMeter {
  readonly #habit: HabitRules;
  readonly #measure: Measure;
  readonly #keep: number;
  /** The days in the window, how many of them are done, and their amounts. */
  readonly #window: { isDone: boolean; entry: DayEntry | undefined }[] = [];
  readonly #amounts = new AmountSum();
  #done = 0;
  #strength: number;
  #days = 0;

  constructor(habit: HabitRules) {
    this.#habit = habit;
    this.#measure = measureOf(habit);
    const { frequency, distance } = this.#measure;
    this.#keep = 0.5 ** ((Math.sqrt(frequency) * distance) / halfLifeDays);
    this.#strength = habit.type === "bad" ? 1 : 0;
  }

  /**
   * Adds the next day. The caller adds each day from the first one to yesterday, in order.
   *
   * @param isAvailable false for a day off and for a skipped day
   */
  add(result: DayResult, entry: DayEntry | undefined, target: number, isAvailable: boolean): void {
    this.#days += 1;
    this.#pass(result === "achieved", entry);
    if (!isAvailable) return;
    this.#strength = this.#strength * this.#keep + this.#share(target) * (1 - this.#keep);
  }

  /** Four decimals; null before any day has ended. */
  get strength(): number | null {
    return this.#days === 0 ? null : roundFigure(this.#strength);
  }

  #pass(isDone: boolean, entry: DayEntry | undefined): void {
    this.#window.push({ isDone, entry });
    this.#done += Number(isDone);
    this.#amounts.add(entry);
    if (this.#window.length <= this.#measure.windowDays) return;
    const passed = this.#window.shift();
    this.#done -= Number(passed?.isDone ?? false);
    this.#amounts.remove(passed?.entry);
  }

  #share(target: number): number {
    const { times } = this.#measure;
    const ratio = times === null ? this.#amounts.total(this.#habit.unit) / target : this.#done / times;
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
  if (periodOf(habit) === null) {
    walkResults(habit, entries, days, (result, day, entry, target) =>
      take(result, day, entry, target, isCounted(result)),
    );
  } else {
    walkPeriods(habit, entries, days, (period) => {
      for (const { result, day, entry, target, isAvailable } of period.days) {
        take(result, day, entry, target, isAvailable);
      }
    });
  }
}
