import type { Distribution } from "@daymark/domain/analysis/distribution";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { clockMinutes, isLongMinutes, longMinutes } from "../habit/form/long-minutes.ts";
import { amountText, unitName, unitSymbol } from "../habit/form/unit-words.ts";
import { columnOf } from "./distribution.ts";
import { BarPlot } from "./plot/bar-plot.tsx";
import { type DataTable, figure } from "./plot/data-table.ts";
import { Picture } from "./plot/picture.tsx";
import { niceTicks } from "./plot/plot.ts";

/** How often each amount was recorded, and where the goal is among them. */
export function DistributionPicture({ habit, distribution }: { habit: Habit; distribution: Distribution }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const { bins, bin_width, minimum, median, maximum } = distribution;
  const number = (value: number) => format.number(value, { maximumFractionDigits: 2 });
  const isLong = isLongMinutes(habit.unit, maximum);
  /** On the axis, which has no room for a unit. */
  const amount = (value: number) => (isLong ? clockMinutes(value) : number(value));
  const isWhole = bins.every(({ from }) => Number.isInteger(from)) && Number.isInteger(bin_width);
  /** The largest amount that a range names. */
  const lastOf = ({ from, to }: Distribution["bins"][number]) => (to === null ? from : isWhole ? to - 1 : to);
  const range = ({ from, to }: Distribution["bins"][number]) => {
    if (to === null) return t`${{ from: amount(from) }} or more`;
    if (isWhole) return bin_width === 1 ? amount(from) : `${amount(from)}–${amount(to - 1)}`;
    return t`${{ from: amount(from) }} to ${{ to: amount(to) }}`;
  };
  /** In a sentence: "2 h 5 min", "20 min". */
  const say = (value: number) =>
    isLongMinutes(habit.unit, value)
      ? i18n._(longMinutes(value))
      : `${number(value)} ${unitSymbol(i18n, habit, value)}`;
  /** A single amount has its unit as text, a range has the symbol. */
  const amounts = (bin: Distribution["bins"][number]) => {
    if (isWhole && bin_width === 1 && bin.to !== null) return amountText(i18n, habit, bin.from);
    if (!isLong) return `${range(bin)} ${unitSymbol(i18n, habit, lastOf(bin))}`;
    if (bin.to === null) return t`${{ from: say(bin.from) }} or more`;
    return `${say(bin.from)} – ${say(lastOf(bin))}`;
  };
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
  const summary = t`Median ${{ median: say(median) }} (${{ minimum: say(minimum) }} to ${{ maximum: say(maximum) }}).`;
  const target = isLong || isLongMinutes(habit.unit, habit.target) ? say(habit.target) : number(habit.target);
  return (
    <Picture title={t`Distribution`} owner={habit.title} dataTable={dataTable} summary={summary}>
      <BarPlot
        label={t`How many days had each amount. ${summary}`}
        stepsLabel={t`Amount by amount`}
        bars={bins.map((bin) => ({
          key: String(bin.from),
          label: bin.to === null ? `${amount(bin.from)}+` : isWhole ? range(bin) : amount(bin.from),
          value: bin.days === 0 ? null : bin.days,
          figure: bin.days === 0 ? "" : format.number(bin.days),
          words: t`${{ range: amounts(bin) }}: ${plural(bin.days, { one: "# day", other: "# days" })}`,
        }))}
        max={niceTicks(most).at(-1) ?? most}
        resting={bins.findIndex(({ days }) => days === most)}
        line={at === null ? undefined : { at, label: habit.type === "good" ? t`Goal: ${target}` : t`Limit: ${target}` }}
      />
    </Picture>
  );
}
