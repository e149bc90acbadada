import { roundRatio } from "../base/unit.ts";
import type { DayEntry, HabitRules } from "./result.ts";
import type { Statistics } from "./statistics.ts";
import { countStreaks, type StreakCounts } from "./streak-counts.ts";

/** The statistics that {@link figuresAfter} can compute. */
export const figureNames = [
  "current_streak",
  "longest_streak",
  "assumed_days",
  "at_risk",
  "successful_days",
  "counted_days",
  "success_rate",
] as const;
export type Figures = Pick<Statistics, (typeof figureNames)[number]>;

/** A habit with the entries of the known days. */
export interface KnownDays {
  habit: HabitRules;
  /** Ascending by day, at most one a day. */
  entries: readonly DayEntry[];
}

/**
 * The figures of a habit after its owner changed days, for a reader who knows the figures before the change, but only
 * the newest days of the habit.
 *
 * A figure that the older days decide is left out: after a repaired failure, the streak may join one that is not known.
 * All are left out if the figures do not fit the days, because they are older or newer.
 *
 * @param figures those of all days before the change
 * @param known the days from `from` on, before and after the change; no other day has changed
 * @param days day numbers; `from` is one of `firstWholeDay`. All days from it to the end of the present period are known
 */
export function figuresAfter(
  figures: Figures,
  known: { before: KnownDays; after: KnownDays },
  days: { from: number; today: number },
): Partial<Figures> {
  const before = countStreaks(known.before.habit, known.before.entries, days);
  const after = countStreaks(known.after.habit, known.after.entries, days);
  const isWhole = known.before.habit.firstDay >= days.from && known.after.habit.firstDay >= days.from;
  if (!fits(figures, before, isWhole)) return {};
  /** What the unknown days add to a streak that began in them. */
  const earlier = (all: number, ofKnown: number) => (isWhole ? 0 : before.isBroken ? undefined : all - ofKnown);
  const lead = earlier(figures.current_streak, before.current);
  const assumed = earlier(figures.assumed_days, before.assumed);
  const current = after.isBroken ? after.current : plus(lead, after.current);
  const successful = figures.successful_days + after.successes - before.successes;
  const counted = figures.counted_days + after.counted - before.counted;
  return decided({
    current_streak: current,
    longest_streak: isWhole ? after.longest : longestAfter(figures.longest_streak, lead, before, after),
    assumed_days: after.isBroken ? after.assumed : plus(assumed, after.assumed),
    at_risk: after.endsToday && current === undefined ? undefined : after.endsToday && current !== 0,
    successful_days: successful,
    counted_days: counted,
    success_rate: counted === 0 ? null : roundRatio(successful, counted),
  });
}

/** True if the figures can be those of the days. */
function fits(figures: Figures, days: StreakCounts, isWhole: boolean): boolean {
  const agrees = (all: number, ofKnown: number, isAll: boolean) => (isAll ? all === ofKnown : all >= ofKnown);
  const isStreakKnown = isWhole || days.isBroken;
  return (
    agrees(figures.current_streak, days.current, isStreakKnown) &&
    agrees(figures.assumed_days, days.assumed, isStreakKnown) &&
    agrees(figures.longest_streak, days.longest, isWhole) &&
    agrees(figures.successful_days, days.successes, isWhole) &&
    agrees(figures.counted_days, days.counted, isWhole) &&
    figures.at_risk === (figures.current_streak > 0 && days.endsToday)
  );
}

/**
 * @param lead the length of the unknown part of the streak that reaches into the known days; undefined if unknown
 * @returns undefined if the answer depends on an unknown streak
 */
function longestAfter(
  longest: number,
  lead: number | undefined,
  before: StreakCounts,
  after: StreakCounts,
): number | undefined {
  if (lead === undefined && before.lead !== after.lead) return undefined;
  // If the first known streak is the same as before, the unknown days with it are as long as before.
  const among = (counts: StreakCounts) =>
    lead === undefined ? counts.longest : Math.max(counts.longest, lead + counts.lead);
  // The longest streak is an unknown one, or the longest known one is at least as long as that.
  const isKnown = longest > among(before) || among(after) >= longest;
  return isKnown ? Math.max(longest, among(after)) : undefined;
}

function plus(a: number | undefined, b: number): number | undefined {
  return a === undefined ? undefined : a + b;
}

function decided(figures: { [Name in keyof Figures]: Figures[Name] | undefined }): Partial<Figures> {
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined)) as Partial<Figures>;
}
