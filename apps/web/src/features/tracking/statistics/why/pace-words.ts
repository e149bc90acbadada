import { roundFigure } from "@daymark/domain/base/unit";
import type { Pace } from "@daymark/domain/rules/pace";
import { periodOf } from "@daymark/domain/schedule/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../lib/language/format.ts";
import { pageClock, useToday } from "../../clock/today.ts";
import { targetAmount } from "../../habit/form/goal-words.ts";
import { partOf } from "../../habit/form/period-words.ts";

/** The progress of a week, a month or a quarter as a sentence; null if it has no goal. */
export function usePaceWords(habit: Habit): (pace: Pace) => string | null {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const today = useToday(pageClock());
  const weekly = ({ state, done, required, needed, days_left: left }: Pace): string | null => {
    switch (state) {
      case "met":
        return t`This week’s goal is met: ${{ done }} of ${{ required }}.`;
      case "lost":
        return t`This week’s goal can no longer be met: ${{ done }} of ${{ required }} done.`;
      case "tight":
        return t`This week: ${{ done }} of ${{ required }} done. You need every day that is left: ${plural(left, { one: "# day", other: "# days" })}.`;
      case "neutral":
        return null;
      default:
        return t`This week: ${{ done }} of ${{ required }} done; you need ${{ needed }} of the ${plural(left, { one: "# day", other: "# days" })} left.`;
    }
  };
  const daily = ({ period, state, done, missed, days_left: left }: Pace): string | null => {
    if (state === "neutral") return null;
    const kept =
      habit.type === "good"
        ? t`${plural(done, { one: "# day done", other: "# days done" })}`
        : t`${plural(done, { one: "# day within the limit", other: "# days within the limit" })}`;
    const rest = [
      missed > 0 && t`${plural(missed, { one: "# missed", other: "# missed" })}`,
      left > 0 && t`${plural(left, { one: "# still to go", other: "# still to go" })}`,
    ].filter(Boolean);
    const words = [kept, ...rest].join(", ");
    return period === "week" ? t`This week: ${words}.` : t`This month: ${words}.`;
  };
  const when = (period: Pace["period"]) =>
    period === "week" ? t`This week` : period === "month" ? t`This month` : t`This quarter`;
  /** A number of days in a month or a quarter. */
  const days = ({ period, state, done, required, needed, days_left: left }: Pace): string | null => {
    const progress = t`${{ done }} of ${{ required }} done`;
    if (state === "neutral") return null;
    if (state === "met") return t`${{ when: when(period) }} the goal is met: ${progress}.`;
    if (state === "lost") return t`${{ when: when(period) }} the goal can no longer be met: ${progress}.`;
    const rest = t`${plural(left, { one: "# day", other: "# days" })}`;
    return state === "tight"
      ? t`${{ when: when(period) }}: ${progress}. You need every day that is left: ${rest}.`
      : t`${{ when: when(period) }}: ${progress}, ${{ needed }} to go in ${rest}.`;
  };
  const amounts = ({ period, state, amount, amount_due: due, days_left: left }: Pace): string | null => {
    if (state === "neutral" || due === null) return null;
    const part = partOf(i18n, habit, amount, due);
    const progress = t`${{ amount: part.done }} of ${{ due: part.goal }}`;
    const rest = targetAmount(i18n, habit, roundFigure(Math.abs(due - amount)));
    if (habit.type === "bad") {
      return state === "lost"
        ? t`${{ when: when(period) }} the limit is exceeded: ${progress}.`
        : t`${{ when: when(period) }}: ${progress}, ${rest} left.`;
    }
    if (state === "met") return t`${{ when: when(period) }} the goal is met: ${progress}.`;
    if (state === "lost") return t`${{ when: when(period) }} the goal can no longer be met: ${progress}.`;
    return t`${{ when: when(period) }}: ${progress}, ${rest} to go in ${plural(left, { one: "# day", other: "# days" })}.`;
  };
  const inWindow = ({ state, from, to, done, required, needed, days_left: left }: Pace): string | null => {
    if (state === "neutral") return null;
    const until = format.day(to, { day: "numeric", month: "long" });
    if (state === "met") return t`Done often enough until ${until}.`;
    const progress = t`${{ done }} of ${{ required }} done`;
    const since = format.day(from, { day: "numeric", month: "long" });
    if (state === "tight") {
      // A window that begins today has no other day to mention.
      if (from === today) return t`Due today.`;
      // Today may be done already: then it is none of the days left.
      return left === needed && to > today
        ? t`Since ${since}: ${progress}. You need every day that is left: ${plural(left, { one: "# day", other: "# days" })}.`
        : t`Due today. Since ${since}: ${progress}.`;
    }
    return t`Since ${since}: ${progress}, ${{ needed }} to go until ${until}.`;
  };
  const periodWords = habit.schedule?.target_per ? amounts : habit.schedule?.times_per_week ? weekly : days;
  return (pace) => (pace.period === "window" ? inWindow(pace) : periodOf(habit) ? periodWords(pace) : daily(pace));
}
