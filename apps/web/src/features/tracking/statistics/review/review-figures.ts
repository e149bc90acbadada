import type { Review } from "@daymark/domain/review/review";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { Format } from "../../../../lib/language/format.ts";
import { weekdayName } from "../../clock/week.ts";
import { capitalize } from "../plot/capitalize.ts";
import { streakLengths } from "../why/streak-words.ts";

/** A figure of a year, as a page, a picture and a sheet of paper show it. */
export interface ReviewFigure {
  key: string;
  name: string;
  value: string;
  /** From how many days, or of how many. */
  note: string;
  /** The habit that it is about; shown only where names are. */
  habit?: Habit | undefined;
}

interface Input {
  review: Review;
  /** The habits of the review that the page knows, by id. */
  habits: ReadonlyMap<number, Habit>;
  i18n: I18n;
  format: Format;
}

/** The figures that the year has, the most important first. Each finding says from how many days it is. */
export function reviewFigures(input: Input): ReviewFigure[] {
  return [activeDays(input), ...totals(input), ...streaks(input), ...findings(input), ...vacation(input)];
}

function activeDays({ review, i18n }: Input): ReviewFigure {
  const all = review.days.length;
  return {
    key: "active",
    name: i18n._(msg`Active days`),
    value: i18n._(streakLengths.days(review.active_days)),
    note: i18n._(msg`with a record, of ${plural(all, { one: "# day", other: "# days" })}`),
  };
}

function totals({ review, i18n, format }: Input): ReviewFigure[] {
  const figures: ReviewFigure[] = [];
  const { done_days, due_days, kept_days, limit_days, assumed_days } = review;
  if (due_days > 0) {
    figures.push({
      key: "done",
      name: i18n._(msg`Days done`),
      value: i18n._(streakLengths.days(done_days)),
      note: i18n._(msg`of ${{ counted: format.number(due_days) }} that counted, all good habits together`),
    });
  }
  if (limit_days > 0) {
    const counted = format.number(limit_days);
    figures.push({
      key: "kept",
      name: i18n._(msg`Days within limits`),
      value: i18n._(streakLengths.days(kept_days)),
      note: i18n._(
        assumed_days > 0
          ? msg`of ${{ counted }}; on ${plural(assumed_days, { one: "# day", other: "# days" })} nothing was recorded`
          : msg`of ${{ counted }}, all bad habits together`,
      ),
    });
  }
  return figures;
}

function streaks({ review, habits, i18n, format }: Input): ReviewFigure[] {
  const { longest_streak: streak, longest_limit_streak: limit } = review;
  const figures: ReviewFigure[] = [];
  if (streak) {
    figures.push({
      key: "streak",
      name: i18n._(msg`Longest streak`),
      value: i18n._(streakLengths[streak.streak_unit](streak.length)),
      note: format.range(streak.from, streak.to),
      habit: habits.get(streak.habit_id),
    });
  }
  if (limit) {
    const span = format.range(limit.from, limit.to);
    const assumed = limit.assumed_days;
    figures.push({
      key: "limit",
      name: i18n._(msg`Longest within a limit`),
      value: i18n._(streakLengths[limit.streak_unit](limit.length)),
      note:
        assumed > 0
          ? i18n._(msg`${span}; on ${plural(assumed, { one: "# day", other: "# days" })} nothing was recorded`)
          : span,
      habit: habits.get(limit.habit_id),
    });
  }
  return figures;
}

function findings({ review, habits, i18n, format }: Input): ReviewFigure[] {
  const { best_month: month, best_weekday: weekday, growth } = review;
  const figures: ReviewFigure[] = [];
  if (month) {
    const share = format.percent(month.share);
    figures.push({
      key: "month",
      name: i18n._(msg`Best month`),
      value: capitalize(format.day(`${month.month}-01`, { month: "long" })),
      note: i18n._(
        msg`${{ share }} done, based on ${plural(month.days, { one: "# day", other: "# days" })}; ${plural(month.months, { one: "# month compared", other: "# months compared" })}`,
      ),
    });
  }
  if (weekday) {
    const [share, other] = [format.percent(weekday.share), format.percent(weekday.other_share)];
    figures.push({
      key: "weekday",
      name: i18n._(msg`Best weekday`),
      value: capitalize(weekdayName(weekday.weekday, format, "long")),
      note: i18n._(
        msg`${{ share }} done on ${plural(weekday.weekday_days, { one: "# such day", other: "# such days" })}, ${{ other }} on ${plural(weekday.other_days, { one: "# other day", other: "# other days" })}`,
      ),
    });
  }
  const grown = growth && habits.get(growth.habit_id);
  if (growth && grown) {
    const [was, is] = [format.percent(growth.previous_share), format.percent(growth.share)];
    const [before, year] = [String(review.year - 1), String(review.year)];
    figures.push({
      key: "growth",
      name: i18n._(msg`Biggest increase`),
      value: `${was} → ${is}`,
      note: i18n._(
        msg`${{ before }}: based on ${plural(growth.previous_days, { one: "# day", other: "# days" })}, ${{ year }}: based on ${plural(growth.days, { one: "# day", other: "# days" })}`,
      ),
      habit: grown,
    });
  }
  return figures;
}

function vacation({ review, i18n }: Input): ReviewFigure[] {
  if (review.vacation_days === 0) return [];
  return [
    {
      key: "vacation",
      name: i18n._(msg`On vacation`),
      value: i18n._(streakLengths.days(review.vacation_days)),
      note: i18n._(msg`skipped, so they break no streak`),
    },
  ];
}
