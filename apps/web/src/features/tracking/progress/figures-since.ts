import { toDayNumber } from "@daymark/domain/base/day";
import { type Figures, figureNames, figuresAfter } from "@daymark/domain/rules/figures-after";
import { type DayEntry, firstDayOf, hasValue } from "@daymark/domain/rules/result";
import { firstWholeDay, rangeOfResults } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { dayEntryOf, rulesOf } from "../habit/rules.ts";
import type { LoadedDays } from "./progress-cache.ts";

interface Since {
  habit: Habit;
  /** The days that the page knows, today among them. */
  days: LoadedDays;
  /** The entries of the days that have changed since the server computed the figures, as they were then. */
  before: ReadonlyMap<string, Entry | undefined>;
  today: string;
}

/**
 * The figures of a habit after its owner changed days. A figure that the page cannot know is left out: see
 * {@link figuresAfter}.
 *
 * @param figures those of the server, before the changes
 */
export function figuresSince(figures: Figures, { habit, days, before, today }: Since): Partial<Figures> {
  // A day may move the last day of a total, which only the server knows.
  if (habit.end?.total) return {};
  const [now, first, to] = [today, habit.first_day, days.to].map(toDayNumber) as [number, number, number];
  const rules = rulesOf(habit);
  const begin = toDayNumber(days.from);
  // Nothing is unknown if the habit began later.
  const from = first >= begin ? begin : firstWholeDay(rules, begin);
  const isKnown = (day: number) => from <= day && day <= to;
  const changed = Array.from(before.keys(), toDayNumber);
  const lastNeeded = rangeOfResults([rules], { from: now, to: now }, now).to;
  if (![now, lastNeeded, ...changed].every(isKnown)) return {};

  const after = inOrder(days.entries.map(dayEntryOf).filter(({ day }) => isKnown(day)));
  const old = [...before.values()].flatMap((entry) => (entry ? dayEntryOf(entry) : []));
  const earlier = inOrder([...after.filter(({ day }) => !changed.includes(day)), ...old]);
  const known = (entries: readonly DayEntry[], firstDay: number) => ({ habit: rulesOf(habit, firstDay), entries });
  const was = known(earlier, firstDayOf(first, earlier));
  const [answer, ...others] = firstDaysAfter(habit, earlier, after).map((firstDay) =>
    figuresAfter(figures, { before: was, after: known(after, firstDay) }, { from, today: now }),
  );
  if (!answer) return {};
  const agreed = figureNames.filter((name) => others.every((other) => other[name] === answer[name]));
  return Object.fromEntries(agreed.flatMap((name) => (name in answer ? [[name, answer[name]]] : [])));
}

/**
 * The days with which the habit may begin now. If its first day was emptied, it begins with the day of its creation or
 * the first day that remains. The page knows the instant of the creation, but not in which zone its day was counted.
 */
function firstDaysAfter(habit: Habit, before: readonly DayEntry[], after: readonly DayEntry[]): number[] {
  const first = toDayNumber(habit.first_day);
  const isBeginning = ({ day, ...entry }: DayEntry) => day === first && (entry.skipped || hasValue(entry));
  if (!before.some(isBeginning) || after.some(isBeginning)) return [firstDayOf(first, after)];
  const created = toDayNumber(habit.created_at.slice(0, 10));
  const possible = [created - 1, created, created + 1].filter((day) => day >= first);
  return [...new Set(possible.map((day) => firstDayOf(day, after)))];
}

function inOrder(entries: readonly DayEntry[]): DayEntry[] {
  return entries.toSorted((a, b) => a.day - b.day);
}
