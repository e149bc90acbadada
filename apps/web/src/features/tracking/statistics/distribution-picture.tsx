import type { Distribution } from "@daymark/domain/analysis/distribution";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { unitName } from "../habit/form/unit-words.ts";
import { columnOf } from "./distribution.ts";
import { distributionWords } from "./distribution-words.ts";
import { BarPlot } from "./plot/bar-plot.tsx";
import { type DataTable, figure } from "./plot/data-table.ts";
import { Picture } from "./plot/picture.tsx";
import { niceTicks } from "./plot/plot.ts";

/** How often each amount was recorded, and where the goal is among them. */
export function DistributionPicture({ habit, distribution }: { habit: Habit; distribution: Distribution }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const { bins } = distribution;
  const { number, amounts, labelOf, summary, goal } = distributionWords(i18n, format, habit, distribution);
  const most = Math.max(...bins.map(({ days }) => days));
  const at = columnOf(habit, distribution);
  const dataTable: DataTable = {
    caption: t`Distribution`,
    columns: [
      { name: t`From, ${{ unit: unitName(i18n, habit) }}`, isNumber: true },
      { name: t`To, not included`, isNumber: true },
      { name: t`Days`, isNumber: true },
    ],
    rows: bins.map(({ from, to, days }) => [
      figure(from, number),
      to === null ? { text: "∞", value: null } : figure(to, number),
      figure(days, (value) => format.number(value)),
    ]),
  };
  return (
    <Picture title={t`Distribution`} owner={habit.title} dataTable={dataTable} summary={summary}>
      <BarPlot
        label={t`How many days had each amount. ${summary}`}
        stepsLabel={t`Amount by amount`}
        bars={bins.map((bin) => ({
          key: String(bin.from),
          label: labelOf(bin),
          value: bin.days === 0 ? null : bin.days,
          figure: bin.days === 0 ? "" : format.number(bin.days),
          words: t`${{ range: amounts(bin) }}: ${plural(bin.days, { one: "# day", other: "# days" })}`,
        }))}
        max={niceTicks(most).at(-1) ?? most}
        resting={bins.findIndex(({ days }) => days === most)}
        line={
          at === null
            ? undefined
            : { at, label: habit.type === "good" ? t`Goal: ${{ target: goal }}` : t`Limit: ${{ target: goal }}` }
        }
      />
    </Picture>
  );
}
