import type { Analysis } from "@daymark/domain/analysis/analysis";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Segmented } from "@daymark/ui/segmented";
import { plural } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { isLongMinutes, longMinutes } from "../habit/form/long-minutes.ts";
import { amountText } from "../habit/form/unit-words.ts";
import { isToggle } from "../habit/rules.ts";
import { BarPlot } from "./plot/bar-plot.tsx";
import { capitalize } from "./plot/capitalize.ts";
import { words } from "./plot/data-table.ts";
import { Picture } from "./plot/picture.tsx";
import { niceTicks } from "./plot/plot.ts";
import { useDaySetDataTable } from "./plot/use-day-set-data-table.ts";
import { countsPeriods, successShare } from "./why/streak-words.ts";

/** With more months, only years are labelled. */
const namedMonthsMax = 18;

/** Months compared: the share of successful days, or the total amount. */
export function MonthPicture({ habit, months }: { habit: Habit; months: Analysis["months"] }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const writeDataTable = useDaySetDataTable(habit);
  const [chosen, setMeasure] = useState<"rate" | "total">("rate");
  const canTotal = !isToggle(habit) && months.some(({ total }) => total > 0);
  const measure = canTotal ? chosen : "rate";
  const measured = (month: Analysis["months"][number]) => (measure === "rate" ? month.success_rate : month.total);
  const values = months.map(measured).filter((value) => value !== null);
  const max = measure === "rate" ? 1 : (niceTicks(Math.max(0, ...values)).at(-1) ?? 1);
  const compact = (value: number) =>
    isLongMinutes(habit.unit, value)
      ? i18n._(longMinutes(Math.round(value / 60) * 60))
      : format.number(value, { notation: "compact", maximumFractionDigits: value < 10 ? 1 : 0 });
  const isShort = months.length <= namedMonthsMax;
  const best = Math.max(...values);
  const bars = months.map((month) => {
    const value = measured(month);
    const name = capitalize(format.month(month.month));
    const days = countsPeriods(habit)
      ? i18n._(successShare(habit, month.successful_days, format.number(month.counted_days)))
      : t`${{ done: format.number(month.successful_days) }} of ${plural(month.counted_days, { one: "# day", other: "# days" })}`;
    const amount = amountText(i18n, habit, month.total);
    const read =
      measure === "total"
        ? t`${name}: ${amount}`
        : month.success_rate === null
          ? t`${name}: nothing counted`
          : t`${name}: ${{ rate: format.percent(month.success_rate) }}, ${days}`;
    return {
      key: month.month,
      label: isShort
        ? format.day(`${month.month}-01`, { month: "short" })
        : month.month.endsWith("-01")
          ? month.month.slice(0, 4)
          : "",
      value,
      figure: value === null ? "–" : measure === "rate" ? format.percent(value) : compact(value),
      words: read,
      isBest:
        value !== null &&
        value === best &&
        value > 0 &&
        values.filter((other) => other === best).length === 1 &&
        values.length > 2,
    };
  });
  const dataTable = writeDataTable(
    t`Months`,
    t`Month`,
    months.map((month) => ({ head: words(capitalize(format.month(month.month)), month.month), days: month })),
  );
  const bestBar = bars.find(({ isBest }) => isBest);
  const summary = bestBar ? (
    t`Best: ${{ month: bestBar.words }}.`
  ) : (
    <Plural value={months.length} one="# month so far" other="# months so far" />
  );
  return (
    <Picture title={t`Months`} owner={habit.title} dataTable={dataTable} summary={summary}>
      {canTotal ? (
        <Segmented
          label={t`What is measured`}
          className="self-start"
          options={[
            { value: "rate", label: t`Success rate` },
            { value: "total", label: t`Total` },
          ]}
          value={measure}
          onValueChange={setMeasure}
        />
      ) : null}
      <BarPlot
        label={[
          measure === "rate" ? t`Success rate by month` : t`Total by month`,
          bestBar ? t`Best: ${{ month: bestBar.words }}.` : "",
        ]
          .filter(Boolean)
          .join(". ")}
        stepsLabel={t`Month by month`}
        bars={bars}
        max={max}
      />
    </Picture>
  );
}
