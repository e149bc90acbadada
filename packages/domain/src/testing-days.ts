/** For tests only: days of a habit written as text, one character a day. */
import { type Analysis, computeAnalysis } from "./analysis/analysis.ts";
import { explainStreak } from "./rules/explain.ts";
import type { DayEntry, HabitRules } from "./rules/result.ts";
import type { Streak } from "./rules/streak.ts";

/** A habit of 10 minutes a day. */
export function habitOf(firstDay: number, changes: Partial<HabitRules> = {}): HabitRules {
  return {
    type: "good",
    unit: "minutes",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    schedule: null,
    pastSchedules: [],
    end: null,
    targets: [{ from: 0, target: 10 }],
    firstDay,
    ...changes,
  };
}

export function entryOf(day: number, changes: Partial<DayEntry>): DayEntry {
  return { day, value: null, unit: "minutes", skipped: false, confirmed: false, ...changes };
}

const letters: Record<string, Partial<DayEntry>> = {
  "+": { value: 10 },
  p: { value: 4 },
  "-": { value: 11 },
  s: { skipped: true },
  c: { confirmed: true },
};

/**
 * Days from the first on: `+` 10, `p` 4, `-` 11, `s` skipped, `c` confirmed, `.` nothing. The character after `|` is
 * today. Blanks only make the text readable.
 */
export function daysOf(first: number, text: string): { entries: DayEntry[]; today: number } {
  const days = text.replaceAll(" ", "");
  const entries = [...days.replace("|", "")].flatMap((letter, index) => {
    const changes = letters[letter];
    return changes ? [entryOf(first + index, changes)] : [];
  });
  return { entries, today: first + days.indexOf("|") };
}

/** The explanation of a streak, computed in one go. */
export function explainedStreak(...input: Parameters<typeof explainStreak>): Omit<Streak, "habit_id"> {
  return resultOf(explainStreak(...input));
}

/** The analysis of a habit, computed in one go. */
export function analysisOf(...input: Parameters<typeof computeAnalysis>): Omit<Analysis, "habit_id"> {
  return resultOf(computeAnalysis(...input));
}

function resultOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
