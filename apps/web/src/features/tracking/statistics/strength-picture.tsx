import type { Analysis } from "@daymark/domain/analysis/analysis";
import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { type DataTable, figure, words } from "./plot/data-table.ts";
import { LinePlot } from "./plot/line-plot.tsx";
import { Picture } from "./plot/picture.tsx";
import { weekLabels } from "./year/week-labels.ts";

/** The strength of the habit, week by week. */
export function StrengthPicture({ habit, weeks }: { habit: Habit; weeks: Analysis["strength_weeks"] }) {
  const { t } = useLingui();
  const format = useFormat();
  const exact = (value: number) => format.percent(value, 1);
  const weekName = (week: string) => format.day(week, { day: "numeric", month: "short", year: "numeric" });
  const dataTable: DataTable = {
    caption: t`Strength over time`,
    columns: [{ name: t`Week of` }, { name: t`Strength`, isNumber: true }],
    rows: weeks.map(({ week, strength }) => [words(weekName(week), week), figure(strength, exact)]),
  };
  const last = weeks.at(-1);
  const now = format.percent(last?.strength ?? 0);
  const summary = t`Now ${now}. It grows with each day you keep and fades slowly with each day you miss. Today counts once it is over.`;
  return (
    <Picture title={t`Strength over time`} owner={habit.title} dataTable={dataTable} summary={summary}>
      <LinePlot
        label={t`Strength by week. Now ${now}.`}
        stepsLabel={t`Week by week`}
        series={[{ key: "strength", values: weeks.map(({ strength }) => strength), style: 0, hasArea: true }]}
        pointLabels={weekLabels(
          weeks.map(({ week }) => week),
          format,
        )}
        ticks={[0, 0.5, 1].map((value) => ({ value, label: format.percent(value) }))}
        words={(index) => {
          const week = weeks[index];
          return week ? t`Week of ${{ day: weekName(week.week) }}: ${{ strength: exact(week.strength) }}` : "";
        }}
      />
    </Picture>
  );
}
