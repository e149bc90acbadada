import type { Insights } from "@daymark/domain/insight/insights";
import { Select } from "@daymark/ui/select";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { hueStyle } from "../../habit/hues.ts";
import { BarPlot } from "../plot/bar-plot.tsx";
import { type DataTable, figure, words } from "../plot/data-table.ts";
import { Picture } from "../plot/picture.tsx";
import type { InsightHabit } from "./insight-names.ts";

interface StreakShareSectionProps {
  insights: Insights;
  habits: ReadonlyMap<number, InsightHabit>;
}

type Range = Insights["streaks"][number]["after"][number];

/** How often the next day succeeded after no, a short and a long streak. It describes, and compares nothing. */
export function StreakShareSection({ insights, habits }: StreakShareSectionProps) {
  const { t } = useLingui();
  const format = useFormat();
  const streaks = insights.streaks.flatMap(({ habit_id, after }) => {
    const known = habits.get(habit_id);
    return known ? [{ habit: known.habit, after }] : [];
  });
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = streaks.find(({ habit }) => habit.id === chosen) ?? streaks[0];
  if (!shown) return null;
  const label = ({ from, to }: Range) =>
    to === null ? t`${{ from }} or more` : from === to ? format.number(from) : `${from}–${to}`;
  const name = ({ from, to }: Range) =>
    from === 0
      ? t`after a day that failed`
      : to === null
        ? t`after ${plural(from, { one: "# day in a row or more", other: "# days in a row or more" })}`
        : t`after ${{ from }} to ${plural(to, { one: "# day in a row", other: "# days in a row" })}`;
  const range = ({ low, high }: Range) => `${format.percent(low)}–${format.percent(high)}`;
  const dataTable: DataTable = {
    caption: t`The day after a streak`,
    columns: [
      { name: t`Days in a row before` },
      ...[t`Days`, t`Succeeded`, t`Low`, t`High`].map((column) => ({ name: column, isNumber: true })),
    ],
    rows: shown.after.map((each) => [
      words(label(each)),
      figure(each.days, (value) => format.number(value)),
      figure(each.share, format.percent),
      figure(each.low, format.percent),
      figure(each.high, format.percent),
    ]),
  };
  const bars = shown.after.map((each) => ({
    key: String(each.from),
    label: label(each),
    value: each.share,
    figure: format.percent(each.share),
    words: t`${{ share: format.percent(each.share) }} ${{ after: name(each) }}, likely ${{ range: range(each) }}, based on ${plural(each.days, { one: "# day", other: "# days" })}`,
  }));
  return (
    <Picture
      title={dataTable.caption}
      owner={shown.habit.title}
      dataTable={dataTable}
      summary={t`How often the next day succeeded, by the number of days in a row before it. This is a description, not proof: a good month brings both long streaks and good days.`}
    >
      <div style={hueStyle(shown.habit.hue)} className="flex min-w-0 flex-col gap-3">
        <Select
          label={t`Habit`}
          groups={[{ options: streaks.map(({ habit }) => ({ value: String(habit.id), label: habit.title })) }]}
          value={String(shown.habit.id)}
          onValueChange={(value) => setChosen(Number(value))}
        />
        <BarPlot
          label={bars.map((bar) => bar.words).join(". ")}
          stepsLabel={t`Streak by streak`}
          bars={bars}
          max={1}
          resting={0}
        />
      </div>
    </Picture>
  );
}
