import type { Analytics } from "@daymark/domain/analysis/analytics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Checkbox } from "@daymark/ui/checkbox";
import { Segmented } from "@daymark/ui/segmented";
import { Skeleton } from "@daymark/ui/skeleton";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { useWeekdays } from "../clock/use-weekdays.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { weeksOf } from "./analytics-range.ts";
import { type DataTable, figure, words } from "./plot/data-table.ts";
import { LinePlot, LineSample, type LineStyle } from "./plot/line-plot.tsx";
import { LoadFailed } from "./plot/load-failed.tsx";
import { Picture } from "./plot/picture.tsx";
import { weekLabels } from "./year/week-labels.ts";

/** More lines would be hard to tell apart. */
const comparedMax = 5;
const comparedFirst = 3;

export interface AnalyticsPictureProps {
  /** In the order of the dashboard. */
  habits: readonly Habit[];
  range: { from: string; to: string };
  /** The habit to start with. */
  firstId: number;
}

type Measure = "success_rate" | "strength";

/** Up to five habits side by side, week by week. */
export function ComparisonPicture({ habits, range, firstId }: AnalyticsPictureProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(() => firstChoice(habits, firstId));
  const [weekStart = 1] = useWeekdays();
  const analytics = trpc.habit.analytics.useQuery(
    { ...range, week_start: weekStart },
    { placeholderData: keepPreviousData },
  );
  const compared = habits.filter(({ id }) => chosen.includes(id));
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <div className="flex flex-col gap-6">
      <fieldset>
        <legend className="mb-2 text-sm font-[560]">{t`Habits, up to ${{ count: comparedMax }}`}</legend>
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {habits.map(({ id, title }) => (
            <Checkbox
              key={id}
              label={<span className="break-words">{title}</span>}
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= comparedMax}
              onChange={() => toggle(id)}
            />
          ))}
        </div>
      </fieldset>
      {analytics.data ? (
        <Compared habits={compared} analytics={analytics.data} weeks={weeksOf(analytics.data, weekStart)} />
      ) : analytics.error ? (
        <LoadFailed error={analytics.error} onRetry={() => analytics.refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-56" />
        </div>
      )}
    </div>
  );
}

function firstChoice(habits: readonly Habit[], firstId: number): number[] {
  const others = habits.map(({ id }) => id).filter((id) => id !== firstId);
  return [firstId, ...others].slice(0, comparedFirst);
}

interface ComparedProps {
  habits: readonly Habit[];
  analytics: Analytics;
  weeks: readonly string[];
}

function Compared({ habits, analytics, weeks }: ComparedProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [measure, setMeasure] = useState<Measure>("success_rate");
  const exact = (value: number) => format.percent(value, 1);
  const weekName = (week: string) => format.day(week, { day: "numeric", month: "short", year: "numeric" });
  const lines = habits.map((habit, index) => {
    const result = analytics.results.find(({ habit_id }) => habit_id === habit.id);
    const byWeek = new Map(result?.weeks.map((week) => [week.week, week[measure]]));
    return { habit, result, style: index as LineStyle, values: weeks.map((week) => byWeek.get(week) ?? null) };
  });
  const dataTable: DataTable = {
    caption: measure === "success_rate" ? t`Success rate by week` : t`Strength by week`,
    columns: [{ name: t`Week of` }, ...lines.map(({ habit }) => ({ name: habit.title, isNumber: true }))],
    rows: weeks.map((week, index) => [
      words(weekName(week), week),
      ...lines.map(({ values }) => figure(values[index] ?? null, exact)),
    ]),
  };
  const read = (index: number) => {
    const parts = lines.map(({ habit, values }) => {
      const value = values[index];
      return `${habit.title} ${value === null || value === undefined ? "–" : format.percent(value)}`;
    });
    return t`Week of ${{ day: weekName(weeks[index] ?? "") }}: ${{ habits: parts.join(", ") }}`;
  };
  if (habits.length === 0) return <p className="text-ink-muted">{t`Choose a habit to begin.`}</p>;
  return (
    <Picture title={dataTable.caption} owner={t`Comparison`} dataTable={dataTable}>
      <Segmented<Measure>
        label={t`What is measured`}
        className="self-start"
        options={[
          { value: "success_rate", label: t`Success rate` },
          { value: "strength", label: t`Strength` },
        ]}
        value={measure}
        onValueChange={setMeasure}
      />
      <ul className="flex flex-col gap-1.5 text-sm">
        {lines.map(({ habit, result, style }) => (
          <li key={habit.id} className="flex items-center gap-2.5">
            <LineSample style={style} hue={habit.hue} />
            <span className="min-w-0 break-words">
              <HabitTitle habit={habit} />
              {result?.success_rate == null ? null : (
                <span className="text-ink-muted">
                  {" · "}
                  {t`${{ rate: format.percent(result.success_rate) }}: ${{ done: format.number(result.successful_days) }} of ${plural(result.counted_days, { one: "# day", other: "# days" })}`}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <LinePlot
        label={`${dataTable.caption}: ${lines.map(({ habit }) => habit.title).join(", ")}`}
        stepsLabel={t`Week by week`}
        series={lines.map(({ habit, style, values }) => ({ key: String(habit.id), hue: habit.hue, style, values }))}
        pointLabels={weekLabels(weeks, format)}
        ticks={[0, 0.5, 1].map((value) => ({ value, label: format.percent(value) }))}
        words={read}
        height={230}
      />
    </Picture>
  );
}
