import type { DayResult } from "@daymark/domain/rules/result";
import { isAssumed } from "@daymark/domain/rules/streak-counts";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { amountText } from "../../habit/form/unit-words.ts";
import { shownValue } from "../../habit/rules.ts";
import type { ShownEntry } from "../../progress/day-state.ts";
import { wordsOfResult } from "../../progress/result-words.ts";

export interface DayContent {
  habit: Habit;
  day: string;
  entry: ShownEntry | undefined;
  /** Undefined while the records that it depends on load. */
  result: DayResult | undefined;
  /** True while the content of the day is not known yet. */
  isLoading: boolean;
}

/** An unrecorded day of a bad habit counts as kept; its words say that this is assumed. */
export function isAssumedContent({ entry, result }: DayContent): boolean {
  return result !== undefined && isAssumed(result, entry);
}

/** What a day holds, for its accessible name and for its tooltip. */
export function wordsOfDay(i18n: I18n, content: DayContent) {
  const { habit, day, entry, result, isLoading } = content;
  const value = isLoading ? null : shownValue(habit, entry);
  const words = {
    result: isLoading || !result ? msg`loading` : wordsOfResult(habit, { day, result, entry }),
    assumed: isAssumedContent(content) && msg`assumed`,
    confirmed: entry?.confirmed === true && msg`confirmed`,
    waiting: entry?.waiting === true && msg`waiting to be saved`,
  };
  return {
    /** The exact amount; undefined if there is none. */
    amount: value !== null && entry ? amountName(i18n, habit, entry, value) : undefined,
    /** "goal achieved"; "limit not exceeded, assumed" */
    status: [words.result, words.assumed, words.confirmed].flatMap((word) => (word ? [i18n._(word)] : [])).join(", "),
    waiting: words.waiting ? i18n._(words.waiting) : undefined,
  };
}

/** The recorded amount, and its value in the habit's unit if it was entered in another: "25 minutes, 0.42 hours". */
function amountName(i18n: I18n, habit: Habit, { value: entered, unit }: Entry, value: number): string {
  const own = amountText(i18n, habit, Math.round(value * 100) / 100);
  return entered === null || unit === habit.unit ? own : `${amountText(i18n, habit, entered, unit)}, ${own}`;
}
