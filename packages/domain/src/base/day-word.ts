import { fromDayNumber, toDayNumber } from "./day.ts";

/** The words that stand for days in what scripts and assistants send. */
export const dayWords = ["today", "yesterday"] as const;

/**
 * The day that a word stands for; any other text as it is.
 *
 * @param today returns the caller's today, `YYYY-MM-DD`; called only for a word
 */
export function dayOfWord(text: string, today: () => string): string {
  if (text === "today") return today();
  return text === "yesterday" ? fromDayNumber(toDayNumber(today()) - 1) : text;
}
