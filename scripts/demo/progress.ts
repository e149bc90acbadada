import { seededRandom } from "../../bench/src/random.ts";
import { weekdayOf } from "../../packages/domain/src/base/day.ts";
import type { DemoHabit, DemoPerson } from "./people.ts";

export type DemoEntry = {
  day: number;
  value: number | null;
  skipped: boolean;
  note: string | null;
  confirmed: boolean;
};

/** One year in days, so that the heat map is full. */
export const demoDays = 365;

const remarkChance = 0.03;
/**
 * A bad habit's days without a value are confirmed if they are at least this many days ago. Later ones are only
 * assumed.
 */
const confirmedAgo = 9;
/** A holiday, in days before today, on which every habit is skipped. */
const holiday = { from: 120, to: 111 };

/**
 * Creates a realistic year of one habit: it improves over time, is worse at weekends, and has runs of good and bad days
 * and a holiday. The result for the same day is always the same.
 *
 * @param today day number; a good habit has no entry on it, so that the user still has something to do.
 */
export function demoProgress(person: DemoPerson, habit: DemoHabit, today: number): DemoEntry[] {
  const random = seededRandom(hashOf(`${person.username} ${habit.title}`));
  const entries: DemoEntry[] = [];
  let mood = 0;
  for (let ago = demoDays; ago >= 0; ago--) {
    const day = today - ago;
    const weekday = weekdayOf(day);
    // Good days form runs, because each day's mood partly continues the previous one.
    mood = 0.7 * mood + 0.3 * (random() - 0.5);
    const [chance, size, remark] = [random(), random(), random()];
    if (habit.weekdays && !habit.weekdays.includes(weekday)) continue;
    if (ago === 0 && habit.type === "good") continue;
    if (ago <= holiday.from && ago >= holiday.to) {
      entries.push({ day, value: null, skipped: true, note: null, confirmed: false });
      continue;
    }
    const done = 1 - ago / demoDays;
    const [begin, end] = habit.success;
    const isWell = chance < begin + (end - begin) * done + 0.6 * mood - (weekday > 5 ? 0.06 : 0);
    const value = amountOf(habit, targetAgo(habit, ago), isWell, size);
    const note = remark < remarkChance ? (person.remarks[Math.floor(size * person.remarks.length)] ?? null) : null;
    const confirmed = habit.type === "bad" && value === 0 && ago >= confirmedAgo;
    if (value > 0 || note || confirmed) {
      entries.push({ day, value: value > 0 ? value : null, skipped: false, note, confirmed });
    }
  }
  return entries;
}

/** How many days ago a changing target took effect. */
export function targetChangeAgo(habit: DemoHabit): number {
  return 150 + habit.title.length;
}

function targetAgo(habit: DemoHabit, ago: number): number {
  return ago > targetChangeAgo(habit) ? habit.target : (habit.later ?? habit.target);
}

/** @param size 0..1, the rank among days of the same outcome. */
function amountOf(habit: DemoHabit, target: number, isWell: boolean, size: number): number {
  const share = habit.type === "good" ? (isWell ? 1 + size * size * 0.6 : size * 1.2 - 0.3) : isWell ? size : 1 + size;
  const steps = Math.round((target * share) / habit.step);
  // A bad day exceeds the limit even after rounding to a step.
  const isExceeded = habit.type === "bad" && !isWell;
  const amount = Math.max(0, steps) * habit.step;
  return isExceeded ? Math.max(amount, target + habit.step) : amount;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
