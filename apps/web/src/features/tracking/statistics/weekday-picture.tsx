import type { Analysis } from "@daymark/domain/analysis/analysis";
import { hasFreeDays } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { useWeekdays } from "../clock/use-weekdays.ts";
import { weekdayName } from "../clock/week.ts";
import { rulesOf } from "../habit/rules.ts";
import { BarPlot } from "./plot/bar-plot.tsx";
import { capitalize } from "./plot/capitalize.ts";
import { words } from "./plot/data-table.ts";
import { Picture } from "./plot/picture.tsx";
import { niceTicks } from "./plot/plot.ts";
import { useDaySetDataTable } from "./plot/use-day-set-data-table.ts";

interface WeekdayPictureProps {
  habit: Habit;
  weekdays: Analysis["weekdays"];
  best: readonly number[];
}

/**
 * Successes by weekday. With a weekly goal no day fails, so it counts the days done; with an amount of a period, on
 * which days its goal was reached.
 */
export function WeekdayPicture({ habit, weekdays, best }: WeekdayPictureProps) {
  const { t } = useLingui();
  const format = useFormat();
  const writeDataTable = useDaySetDataTable(habit);
  const isFree = hasFreeDays(rulesOf(habit));
  const isOfPeriods = habit.type === "good" && habit.schedule?.target_per !== undefined;
  const inOrder = useWeekdays().flatMap((weekday) => weekdays.filter((day) => day.weekday === weekday));
  const max = isFree ? (niceTicks(Math.max(0, ...weekdays.map((day) => day.successful_days))).at(-1) ?? 1) : 1;
  const bars = inOrder.map((day) => {
    const name = capitalize(weekdayName(day.weekday, format, "long"));
    const value = isFree ? day.successful_days : day.success_rate;
    const days = t`${{ done: format.number(day.successful_days) }} of ${plural(day.counted_days, { one: "# day", other: "# days" })}`;
    return {
      key: String(day.weekday),
      label: weekdayName(day.weekday, format, "short"),
      value,
      figure: value === null ? "–" : isFree ? format.number(value) : format.percent(value),
      words:
        value === null
          ? t`${name}: nothing counted`
          : isFree
            ? isOfPeriods
              ? t`${name}: goal reached ${plural(value, { one: "# time", other: "# times" })}`
              : t`${name}: ${plural(value, { one: "# day", other: "# days" })} done`
            : t`${name}: ${{ rate: format.percent(value) }}, ${days}`,
      isBest: best.includes(day.weekday),
    };
  });
  const dataTable = writeDataTable(
    t`Weekdays`,
    t`Weekday`,
    inOrder.map((day) => ({
      head: words(capitalize(weekdayName(day.weekday, format, "long"))),
      days: day,
    })),
  );
  const names = bars.filter(({ isBest }) => isBest).map(({ words: read }) => read);
  const summary = names.length > 0 ? t`Best: ${{ days: names.join("; ") }}.` : t`No weekday stands out yet.`;
  return (
    <Picture title={t`Weekdays`} owner={habit.title} dataTable={dataTable} summary={summary}>
      <BarPlot
        label={`${!isFree ? t`Success rate by weekday` : isOfPeriods ? t`How often the goal was reached by weekday` : t`Days done by weekday`}. ${summary}`}
        stepsLabel={t`Weekday by weekday`}
        bars={bars}
        max={max}
      />
    </Picture>
  );
}
