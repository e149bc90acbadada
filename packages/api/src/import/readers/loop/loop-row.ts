import { titleLengthMax } from "@daymark/domain/base/bounds";
import type { Period } from "@daymark/domain/base/period";
import { withoutControls } from "@daymark/domain/text/characters";
import { textLength } from "@daymark/domain/text/text";
import type { Schedule } from "@daymark/domain/tracking/schedule";
import type { ImportReminder } from "../content.ts";

/** A habit as Loop describes it, by the names of the columns of its Habits.csv. */
export interface LoopHabitRow {
  row: string;
  /** The first cell of these names that has a text; empty if none has. */
  cell: (...names: string[]) => string;
  /** The days of the week on which the habit is due, 1 (Monday) to 7, where an app knows them. */
  weekdays?: number[];
  /** The schedule of a good habit, where an app has a rhythm that is exactly one of ours; then the frequency is ignored. */
  schedule?: Schedule;
  /** The forms of the word for the amounts of repetitions, after 1, 2, 5 and 1.5, where a table has them; else empty. */
  wordForms?: readonly string[];
  /** Seven days are any seven in a row, as in Loop, and not a week from Monday to Sunday. */
  isAnyWeek?: boolean;
  reminders?: ImportReminder[];
  /** Degrees 0..359, where an app has no colours. */
  hue?: number;
  /** The group or category, where an app has one. */
  group?: string;
  /** The target is one of a day, also if the frequency asks for it on some days only; Loop's target is one of the period. */
  isTargetOfDay?: boolean;
  /** `YYYY-MM-DD`: the habit begins then, or with an earlier day. */
  startsOn?: string;
}

/** Describes another app's habit by the columns of Loop. */
export function toLoopRow(
  row: string,
  texts: Partial<Record<LoopColumn, string>>,
  more: Omit<LoopHabitRow, "row" | "cell"> = {},
): LoopHabitRow {
  const columns = new Map<string, string>(Object.entries(texts));
  return { ...more, row, cell: (...names) => names.map((name) => columns.get(name)?.trim()).find(Boolean) ?? "" };
}

type LoopColumn =
  | "Name"
  | "Question"
  | "Description"
  | "Type"
  | "Unit"
  | "Target Type"
  | "Target Value"
  | "FrequencyNumerator"
  | "FrequencyDenominator"
  | "Color"
  | "Archived?";

/** A hue for each habit of an app that has no colours: neighbours differ, and every plan has these eight. */
export function spreadHue(index: number): number {
  return (index * 135) % 360;
}

/** The habit's title, in our length. */
export function titleOf({ cell }: LoopHabitRow): { text: string; isCut: boolean } {
  return cut(cell("Name"), titleLengthMax);
}

export type LoopKind = "yes_no" | "at_least" | "at_most";

/** The number of times and the number of days, whole numbers from 1. */
export function frequencyOf({ cell }: LoopHabitRow): { times: number; days: number } {
  const whole = (text: string) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1);
  return {
    times: whole(cell("FrequencyNumerator", "NumRepetitions")),
    days: whole(cell("FrequencyDenominator", "Interval")),
  };
}

/** Loop's intervals of a week and a month, in days; versions before 2025 counted a month as 31 days. */
const periodOfDays = new Map<number, Period>([
  [7, "week"],
  [30, "month"],
  [31, "month"],
]);

/** The period of which an amount is the goal or limit, as Loop's "300 minutes a week"; null if it is one of each day. */
export function periodOfTarget(given: LoopHabitRow, kind: LoopKind): Period | null {
  if (kind === "yes_no" || given.isTargetOfDay || given.weekdays) return null;
  const { times, days } = frequencyOf(given);
  return times === 1 ? (periodOfDays.get(days) ?? null) : null;
}

/**
 * The text cut to the maximal length, without characters that our texts cannot have. It reads only the beginning,
 * because thousands of habits may each have a name of a megabyte.
 */
export function cut(text: string, lengthMax: number): { text: string; isCut: boolean } {
  const beginning = beginningOf(text.trimStart(), 10 * lengthMax);
  const readable = withoutControls(beginning.replaceAll("\u0000", "")).trim();
  const isLonger = /\S/.test(text.trimStart().slice(beginning.length));
  if (textLength(readable) <= lengthMax && !isLonger) return { text: readable, isCut: false };
  return {
    text: [...readable]
      .slice(0, lengthMax - 1)
      .join("")
      .trimEnd()
      .concat("…"),
    isCut: true,
  };
}

/** At most so many code units of a text, without half of a pair of surrogates at the end. */
export function beginningOf(text: string, unitsMax: number): string {
  return text.slice(0, unitsMax).replace(/[\ud800-\udbff]$/, "");
}
