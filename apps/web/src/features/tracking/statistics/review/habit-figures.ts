import type { Review } from "@daymark/domain/review/review";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { Format } from "../../../../lib/language/format.ts";
import { amountText } from "../../habit/form/unit-words.ts";
import { isToggle } from "../../habit/rules.ts";
import { successShare } from "../why/streak-words.ts";

/** A habit of a review with its own data. */
export interface ReviewHabit {
  habit: Habit;
  figures: Review["habits"][number];
}

/** The habits of a review that the page knows too; one that was deleted meanwhile is missing. */
export function reviewHabits(review: Review, habits: readonly Habit[]): ReviewHabit[] {
  const known = new Map(habits.map((habit) => [habit.id, habit]));
  return review.habits.flatMap((figures) => {
    const habit = known.get(figures.habit_id);
    return habit ? [{ habit, figures }] : [];
  });
}

/** "212 days of 300", "3 months of 10", or of a bad habit "212 of 300 days within the limit"; a dash if nothing counted. */
export function daysText(i18n: I18n, format: Format, { habit, figures }: ReviewHabit): string {
  const { successful_days, counted_days: counted } = figures;
  if (counted === 0) return "–";
  if (habit.type === "bad") {
    const done = format.number(successful_days);
    return i18n._(
      msg`${{ done }} of ${plural(counted, { one: "# day within the limit", other: "# days within the limit" })}`,
    );
  }
  return i18n._(successShare(habit, successful_days, format.number(counted)));
}

/** The sum of the year with its unit; null if there is none, or if a sum says nothing. */
export function totalText(i18n: I18n, { habit, figures }: ReviewHabit): string | null {
  if (figures.total === 0 || isToggle(habit) || habit.unit === "percentages") return null;
  return amountText(i18n, habit, Math.round(figures.total * 100) / 100);
}
