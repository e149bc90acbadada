import type { Pace } from "@daymark/domain/rules/pace";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

/** The progress of a week or a month as a sentence; null if it has no goal. */
export function usePaceWords(habit: Habit): (pace: Pace) => string | null {
  const { t } = useLingui();
  const weekly = ({ state, done, required, needed, days_left: left }: Pace): string | null => {
    switch (state) {
      case "met":
        return t`This week’s goal is met: ${{ done }} of ${{ required }}.`;
      case "lost":
        return t`This week’s goal can no longer be met: ${{ done }} of ${{ required }} done.`;
      case "tight":
        return t`This week: ${{ done }} of ${{ required }} done. Every day that is left is needed: ${plural(left, { one: "# day", other: "# days" })}.`;
      case "neutral":
        return null;
      default:
        return t`This week: ${{ done }} of ${{ required }} done, ${{ needed }} of the ${plural(left, { one: "# day", other: "# days" })} left needed.`;
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
  return (pace) => (habit.schedule ? weekly(pace) : daily(pace));
}
