import { textLength, withoutControls } from "@daymark/domain/text/text";

/** A row of Habits.csv, by the names of its columns. */
export interface LoopHabitRow {
  row: string;
  cell: (...names: string[]) => string;
}

export type LoopKind = "yes_no" | "at_least" | "at_most";

/** How often in how many days, whole numbers from 1. */
export function frequencyOf({ cell }: LoopHabitRow): { times: number; days: number } {
  const whole = (text: string) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1);
  return {
    times: whole(cell("FrequencyNumerator", "NumRepetitions")),
    days: whole(cell("FrequencyDenominator", "Interval")),
  };
}

/** Text that fits, without what no text of ours can have. */
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
