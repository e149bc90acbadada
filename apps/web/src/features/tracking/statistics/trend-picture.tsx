import type { Trend } from "@daymark/domain/analysis/analytics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Segmented } from "@daymark/ui/segmented";
import { Select } from "@daymark/ui/select";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { clockMinutes, isLongMinutes, longMinutes } from "../habit/form/long-minutes.ts";
import { unitName, unitSymbol } from "../habit/form/unit-words.ts";
import { hueStyle } from "../habit/hues.ts";
import { isToggle } from "../habit/rules.ts";
import type { AnalyticsPictureProps } from "./comparison-picture.tsx";
import { type DataTable, figure, words } from "./plot/data-table.ts";
import { LinePlot, LineSample, type LineStyle } from "./plot/line-plot.tsx";
import { LoadFailed } from "./plot/load-failed.tsx";
import { Picture } from "./plot/picture.tsx";
import { niceTicks } from "./plot/plot.ts";

/** A habit day by day, with its averages over a week and over a month. */
export function TrendPicture({ habits, range, firstId }: AnalyticsPictureProps) {
  const { t } = useLingui();
  const [id, setId] = useState(firstId);
  const habit = habits.find((other) => other.id === id) ?? habits[0];
  const trend = trpc.habit.trend.useQuery({ id: habit?.id ?? 0, ...range }, { placeholderData: keepPreviousData });
  // While another habit loads, the previous one stays with its own name.
  const shown = habits.find((other) => other.id === trend.data?.habit_id);
  return (
    <div className="flex flex-col gap-6">
      <Select
        label={t`Habit`}
        className="max-w-sm"
        groups={[{ options: habits.map((other) => ({ value: String(other.id), label: other.title })) }]}
        value={String(habit?.id)}
        onValueChange={(value) => setId(Number(value))}
      />
      {trend.data && shown ? (
        <div style={hueStyle(shown.hue)}>
          <Course habit={shown} days={trend.data.days} />
        </div>
      ) : trend.error ? (
        <LoadFailed error={trend.error} onRetry={() => trend.refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-56" />
        </div>
      )}
    </div>
  );
}

type Measure = "rate" | "amount";

function Course({ habit, days }: { habit: Habit; days: Trend["days"] }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const [chosen, setMeasure] = useState<Measure>("rate");
  const canAmount = !isToggle(habit) && days.some(({ amount }) => amount > 0);
  const measure = canAmount ? chosen : "rate";
  const number = (value: number) => format.number(value, { maximumFractionDigits: 2 });
  /** In the table, whose caption has the unit. */
  const write = (value: number) => (measure === "rate" ? format.percent(value, 1) : number(value));
  const isLong = (value: number) => measure === "amount" && isLongMinutes(habit.unit, value);
  /** In a sentence. */
  const say = (value: number) => {
    if (measure === "rate") return format.percent(value, 1);
    return isLong(value) ? i18n._(longMinutes(value)) : `${number(value)} ${unitSymbol(i18n, habit, value)}`;
  };
  const date = (day: string) => format.day(day, { day: "numeric", month: "short", year: "numeric" });
  const lines: { key: string; name: string; style: LineStyle; values: (number | null)[] }[] = [
    ...(measure === "amount"
      ? [{ key: "day", name: t`Each day`, style: 4 as const, values: days.map(({ amount }) => amount) }]
      : []),
    {
      key: "week",
      name: t`Average of 7 days`,
      style: 1,
      values: days.map((day) => (measure === "rate" ? day.rate_7 : day.amount_7)),
    },
    {
      key: "month",
      name: t`Average of 30 days`,
      style: 0,
      values: days.map((day) => (measure === "rate" ? day.rate_30 : day.amount_30)),
    },
  ];
  const succeeded = (value: boolean | null) =>
    value === null ? words("–", null) : value ? words(t`yes`, "1") : words(t`no`, "0");
  const dataTable: DataTable = {
    caption:
      measure === "rate" ? t`Trend of the success rate` : t`Trend of the amount, ${{ unit: unitName(i18n, habit) }}`,
    columns: [
      { name: t`Day` },
      ...(measure === "rate" ? [{ name: t`Succeeded` }] : []),
      ...lines.map(({ name }) => ({ name, isNumber: true })),
    ],
    rows: days.map(({ day, succeeded: outcome }, index) => [
      words(date(day), day),
      ...(measure === "rate" ? [succeeded(outcome)] : []),
      ...lines.map(({ values }) => figure(values[index] ?? null, write)),
    ]),
  };
  if (days.length === 0) return <p className="text-ink-muted">{t`The habit has no days in this period.`}</p>;
  const top = Math.max(0, ...lines.flatMap(({ values }) => values.filter((value) => value !== null)));
  const ticks =
    measure === "rate"
      ? [0, 0.5, 1].map((value) => ({ value, label: format.percent(value) }))
      : niceTicks(top).map((value) => ({ value, label: isLong(top) ? clockMinutes(value) : format.number(value) }));
  const read = (index: number) => {
    const parts = lines.map(({ name, values }) => {
      const value = values[index];
      return `${name} ${value === null || value === undefined ? "–" : isLong(value) ? say(value) : write(value)}`;
    });
    return t`${{ day: date(days[index]?.day ?? "") }}: ${{ averages: parts.join(", ") }}`;
  };
  return (
    <Picture title={t`Trend`} owner={habit.title} dataTable={dataTable} summary={summaryOf()}>
      {canAmount ? (
        <Segmented<Measure>
          label={t`What is measured`}
          className="self-start"
          options={[
            { value: "rate", label: t`Success rate` },
            { value: "amount", label: t`Amount` },
          ]}
          value={measure}
          onValueChange={setMeasure}
        />
      ) : null}
      <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
        {lines.map(({ key, name, style }) => (
          <li key={key} className="flex items-center gap-2.5">
            <LineSample style={style} />
            {name}
          </li>
        ))}
      </ul>
      <LinePlot
        label={`${dataTable.caption}. ${summaryOf()}`}
        stepsLabel={t`Day by day`}
        series={lines.map(({ key, style, values }) => ({ key, style, values }))}
        pointLabels={days.map(({ day }) => (day.endsWith("-01") ? format.day(day, { month: "short" }) : ""))}
        ticks={ticks}
        words={read}
        height={230}
      />
    </Picture>
  );

  function summaryOf(): string {
    const last = days.at(-1);
    const [week, month] = measure === "rate" ? [last?.rate_7, last?.rate_30] : [last?.amount_7, last?.amount_30];
    if (week == null || month == null) return t`Not enough recent days to show a trend.`;
    const values = { week: say(week), month: say(month) };
    if (week > month)
      return t`The last 7 days (${{ week: values.week }}) are above the last 30 (${{ month: values.month }}).`;
    if (week < month)
      return t`The last 7 days (${{ week: values.week }}) are below the last 30 (${{ month: values.month }}).`;
    return t`The last 7 days are like the last 30: ${{ month: values.month }}.`;
  }
}
