import { usualDays } from "../base/period.ts";
import { roundFigure } from "../base/unit.ts";
import { weekDays } from "../base/week.ts";
import { segmentsOf } from "../schedule/history.ts";
import { type Scheduled, timesOf, windowOf } from "../schedule/schedule.ts";
import type { Schedule } from "../tracking/schedule.ts";
import { AmountSum } from "./amount.ts";
import type { DayEntry, HabitRules } from "./result.ts";
import { type PeriodDay, walkHabit } from "./walk.ts";

/** The half-life of the score of a daily habit in days. */
const halfLifeDays = 13;

/** A number of days in a period is measured over two periods, so that the choice of days does not matter. */
const windowPeriods = 2;

/** How a schedule measures the shares of its days, and how fast an earlier share loses its weight. */
interface Measure {
  /** The days before the present one that its share considers, itself included. */
  windowDays: number;
  /** How many of those days must be done; null if their amounts count. */
  times: number | null;
  /** The factor by which each day reduces the strength of before. */
  keep: number;
}

interface Frequency extends Omit<Measure, "keep"> {
  /** How often the goal is met, per day, as in Loop. */
  frequency: number;
  /** Days until the next one that requires something: 1, or the distance of due days. */
  distance: number;
}

function measureOf(scheduled: Scheduled): Measure {
  const { frequency, distance, ...window } = frequencyOf(scheduled);
  return { ...window, keep: 0.5 ** ((Math.sqrt(frequency) * distance) / halfLifeDays) };
}

function frequencyOf({ weekdays, schedule }: Scheduled): Frequency {
  const goal = timesOf({ schedule });
  const window = windowOf({ schedule });
  const whole = { frequency: 1, distance: 1, windowDays: 1, times: null };
  if (schedule?.target_per) {
    const days = usualDays[schedule.target_per];
    return { ...whole, frequency: 1 / days, windowDays: days };
  }
  if (goal || window) {
    const times = goal?.times ?? window?.times ?? 1;
    const days = goal ? usualDays[goal.period] : (window?.days ?? 1);
    const frequency = times / days;
    // A goal that needs every available day counts as a daily one.
    if (frequency >= weekdays.length / weekDays) return whole;
    return { ...whole, frequency, windowDays: windowPeriods * days, times: windowPeriods * times };
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
 * limit. With n days in a period, or in any m days, it is the number of days done in the last two periods, or in the last
 * 2m days, divided by 2n. With an amount of
 * a period, the value is the sum of the last 7, 30 or 91 days. A skip and a day off do not change the strength. Loop has
 * no days off: we treat them as skipped. Due days that are some days apart weigh as much as all the days between them.
 *
 * Today is left out until it has ended, so that the strength falls only for a missed day, not every morning.
 */
export class StrengthMeter {
  readonly #habit: HabitRules;
  /** The measure of the schedule in use with the last day of it, and those that follow. */
  #measure: MeasureUntil;
  readonly #laterMeasures: MeasureUntil[];
  #window: Window;
  /** The newest days, as many as a later schedule may need. */
  readonly #past: PastDay[] = [];
  readonly #pastMax: number;
  #strength: number;
  #days = 0;

  constructor(habit: HabitRules) {
    this.#habit = habit;
    const [first, ...later] = segmentsOf(habit).map((each) => ({ ...measureOf(each), until: each.to }));
    this.#measure = first as MeasureUntil;
    this.#laterMeasures = later;
    this.#pastMax = Math.max(0, ...later.map(({ windowDays }) => windowDays));
    this.#window = new Window(this.#measure.windowDays);
    this.#strength = habit.type === "bad" ? 1 : 0;
  }

  /**
   * Adds the next day. The caller adds each day from the first one to yesterday, in order.
   *
   * @param day day number
   * @param judged.isAvailable false for a day off and for a skipped day
   */
  add(day: number, { result, entry, target, isAvailable }: Omit<PeriodDay, "day">): void {
    this.#measureBy(day);
    this.#days += 1;
    const passed = { isDone: result === "achieved", entry };
    this.#window.add(passed);
    if (this.#pastMax > 0) {
      this.#past.push(passed);
      if (this.#past.length > this.#pastMax) this.#past.shift();
    }
    if (!isAvailable) return;
    const { keep } = this.#measure;
    this.#strength = this.#strength * keep + this.#share(target) * (1 - keep);
  }

  /** Switches to the schedule that held on a day. Its window begins with the days before. */
  #measureBy(day: number): void {
    while (day > this.#measure.until) {
      const next = this.#laterMeasures.shift();
      if (!next) return;
      this.#measure = next;
      this.#window = new Window(next.windowDays);
      for (const passed of this.#past.slice(-next.windowDays)) this.#window.add(passed);
    }
  }

  /** Four decimals; null before any day has ended. */
  get strength(): number | null {
    return this.#days === 0 ? null : roundFigure(this.#strength);
  }

  #share(target: number): number {
    const { times } = this.#measure;
    const ratio = times === null ? this.#window.amounts.total(this.#habit.unit) / target : this.#window.done / times;
    return this.#habit.type === "good" ? Math.min(1, ratio) : Math.min(1, Math.max(0, 2 - ratio));
  }
}

interface MeasureUntil extends Measure {
  until: number;
}

interface PastDay {
  isDone: boolean;
  entry: DayEntry | undefined;
}

/** The newest days, how many of them are done, and their amounts. */
class Window {
  readonly amounts = new AmountSum();
  done = 0;
  readonly #days: PastDay[] = [];
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
  }

  add(day: PastDay): void {
    this.#days.push(day);
    this.done += Number(day.isDone);
    this.amounts.add(day.entry);
    if (this.#days.length <= this.#length) return;
    const passed = this.#days.shift();
    this.done -= Number(passed?.isDone ?? false);
    this.amounts.remove(passed?.entry);
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
  const take = ({ day, ...judged }: PeriodDay) => {
    if (day < habit.firstDay || day >= today) return;
    meter.add(day, judged);
    visit(day, meter.strength ?? 0);
  };
  const days = { from: habit.firstDay, to: today - 1, today };
  walkHabit(habit, entries, days, {
    day: (result, day, entry, target, isAvailable) => take({ day, result, entry, target, isAvailable }),
    period: (period) => period.days.forEach(take),
  });
}
