import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { createFormat } from "../../../lib/language/format.ts";
import { wordProgress } from "../habit/form/period-words.ts";
import { amountText, type Measured } from "../habit/form/unit-words.ts";
import { periodAround, periodProgressOf } from "../habit/period-progress.ts";
import { resultAmong, rulesOf } from "../habit/rules.ts";
import { type DayState, entryOf, hasAmount } from "./day-state.ts";
import { wordsOfResult } from "./result-words.ts";

/** A day as text: "today", "yesterday", else "Nov 19". */
export function dayName(i18n: I18n, day: string, today: string): string {
  if (day === today) return i18n._(msg`today`);
  if (day === fromDayNumber(toDayNumber(today) - 1)) return i18n._(msg`yesterday`);
  return createFormat(i18n.locale === "uk" ? "uk" : "en").day(day, { day: "numeric", month: "short" });
}

/** The recorded state of a day, without its note: "5 kilometers", "skipped", "nothing recorded". */
export function stateName(i18n: I18n, habit: Measured, state: DayState): string {
  if (state.skipped) return i18n._(msg`skipped`);
  if (state.value !== null) return amountText(i18n, habit, state.value, state.unit);
  return state.confirmed ? i18n._(msg`confirmed: none`) : i18n._(msg`nothing recorded`);
}

/** A day and its state: "Run, today: 5 kilometers". */
export function dayWords(i18n: I18n, habit: Habit, day: string, state: DayState, today: string): string {
  const title = habit.title;
  const date = dayName(i18n, day, today);
  const what = stateName(i18n, habit, state);
  return i18n._(msg`${title}, ${date}: ${what}`);
}

interface Recorded {
  habit: Habit;
  day: string;
  before: DayState;
  after: DayState;
  today: string;
  /** The known states of other days: a weekly goal depends on its week. */
  read: (habit: Habit, day: string) => DayState;
  /** Whether all days of a range are known. */
  isKnown: (habit: Habit, from: string, to: string) => boolean;
}

/**
 * The screen reader announcement for a day that was just recorded: "Run, today: 5 kilometers, goal achieved.", and for
 * a weekly goal also this week's progress: "…, goal achieved, 2 of 3 this week."
 */
export function recordedWords(i18n: I18n, recorded: Recorded): string {
  const { habit, day, before, after, today } = recorded;
  const title = habit.title;
  const date = dayName(i18n, day, today);
  const isSameAmount =
    after.value === before.value && after.skipped === before.skipped && after.confirmed === before.confirmed;
  if (isSameAmount && after.note !== before.note) {
    return after.note === null
      ? i18n._(msg`${title}, ${date}: note removed.`)
      : i18n._(msg`${title}, ${date}: note saved.`);
  }
  const what = !hasAmount(after) ? i18n._(msg`cleared`) : stateName(i18n, habit, after);
  const result = after.skipped ? "" : resultName(i18n, recorded);
  return result ? i18n._(msg`${title}, ${date}: ${what}, ${result}.`) : i18n._(msg`${title}, ${date}: ${what}.`);
}

/** The announcement for several days recorded at once: "Run, 5 days: 5 kilometers". */
export function manyWords(i18n: I18n, days: readonly { habit: Habit; state: DayState }[]): string {
  const titles = new Set(days.map(({ habit }) => habit.title));
  const [title = ""] = titles;
  const names = new Set(
    days.map(({ habit, state }) => (hasAmount(state) ? stateName(i18n, habit, state) : i18n._(msg`cleared`))),
  );
  const [name] = names;
  const what = names.size === 1 && name ? name : i18n._(msg`recorded`);
  const count = i18n._(msg`${plural(days.length, { one: "# day", other: "# days" })}`);
  if (titles.size === 1) return i18n._(msg`${title}, ${count}: ${what}`);
  const habits = i18n._(msg`${plural(titles.size, { one: "# habit", other: "# habits" })}`);
  return i18n._(msg`${habits}, ${count}: ${what}`);
}

function resultName(i18n: I18n, { habit, day, after, today, read, isKnown }: Recorded): string {
  // A day that was just recorded is no longer before the first day.
  const firstDay = day < habit.first_day && hasAmount(after) ? day : habit.first_day;
  const rules = rulesOf(habit, toDayNumber(firstDay));
  const entryOn = (other: string) => entryOf(habit.id, other, other === day ? after : read(habit, other));
  const result = i18n._(wordsOfResult(habit, { day, result: resultAmong(rules, day, entryOn, today), entry: after }));
  const period = periodAround(habit, today);
  const isShown = period && day >= period.from && day <= today && isKnown(habit, period.from, today);
  const progress = isShown ? periodProgressOf(habit, rules, entryOn, today) : undefined;
  return progress ? `${result}, ${wordProgress(i18n, habit, progress)}` : result;
}
