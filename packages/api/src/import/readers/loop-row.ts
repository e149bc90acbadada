import { withoutControls } from "@daymark/domain/text/characters";
import { textLength } from "@daymark/domain/text/text";

/** A row of Habits.csv, by the names of its columns. */
export interface LoopHabitRow {
  row: string;
  cell: (...names: string[]) => string;
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

/** The text cut to the maximal length, without characters that our texts cannot have. */
export function cut(text: string, lengthMax: number): { text: string; isCut: boolean } {
  const readable = withoutControls(text.replaceAll("\u0000", "")).trim();
  if (textLength(readable) <= lengthMax) return { text: readable, isCut: false };
  return {
    text: [...readable]
      .slice(0, lengthMax - 1)
      .join("")
      .trimEnd()
      .concat("…"),
    isCut: true,
  };
}
