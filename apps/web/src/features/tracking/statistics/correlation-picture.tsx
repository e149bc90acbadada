import type { Correlation } from "@daymark/domain/analysis/analytics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Select } from "@daymark/ui/select";
import { Skeleton } from "@daymark/ui/skeleton";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { hueStyle } from "../habit/hues.ts";
import type { AnalyticsPictureProps } from "./comparison-picture.tsx";
import { CorrelationWords } from "./correlation-words.tsx";
import { conditionalRates } from "./insight/correlation.ts";
import { BarPlot } from "./plot/bar-plot.tsx";
import { type DataTable, figure, words } from "./plot/data-table.ts";
import { LoadFailed } from "./plot/load-failed.tsx";
import { Picture } from "./plot/picture.tsx";

/** Two habits on the same days: whether they correlate, and how reliable that is. */
export function CorrelationPicture({ habits, range, firstId }: AnalyticsPictureProps) {
  const { t } = useLingui();
  const [ids, setIds] = useState(() => ({
    first: firstId,
    second: habits.find(({ id }) => id !== firstId)?.id ?? null,
  }));
  const first = habits.find(({ id }) => id === ids.first);
  const second = habits.find(({ id }) => id === ids.second);
  const correlation = trpc.habit.correlation.useQuery(
    { id: ids.first, other_id: ids.second ?? 0, ...range },
    { enabled: ids.second !== null, placeholderData: keepPreviousData },
  );
  // While another pair loads, the previous one stays with its own names.
  const shown = correlation.data && shownPair(habits, correlation.data);
  if (!first || !second)
    return <p className="text-ink-muted">{t`You need two habits to see whether they go together.`}</p>;
  const options = (without: number) => [
    {
      options: habits
        .filter(({ id }) => id !== without)
        .map((habit) => ({ value: String(habit.id), label: habit.title })),
    },
  ];
  return (
    <div className="flex flex-col gap-6">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label={t`On days with`}
          groups={options(second.id)}
          value={String(first.id)}
          onValueChange={(value) => setIds({ ...ids, first: Number(value) })}
        />
        <Select
          label={t`how often`}
          groups={options(first.id)}
          value={String(second.id)}
          onValueChange={(value) => setIds({ ...ids, second: Number(value) })}
        />
      </div>
      {shown ? (
        <Together {...shown} />
      ) : correlation.error ? (
        <LoadFailed error={correlation.error} onRetry={() => correlation.refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-56" />
        </div>
      )}
    </div>
  );
}

function shownPair(habits: readonly Habit[], correlation: Correlation) {
  const first = habits.find(({ id }) => id === correlation.habit_id);
  const second = habits.find(({ id }) => id === correlation.other_id);
  return first && second ? { first, second, correlation } : undefined;
}

function Together({ first, second, correlation }: { first: Habit; second: Habit; correlation: Correlation }) {
  const { t } = useLingui();
  const format = useFormat();
  const { withFirst, withoutFirst } = conditionalRates(correlation);
  const whole = (value: number) => format.number(value);
  const [a, b] = [first.title, second.title];
  const sides = [
    { key: "with", label: t`with it`, side: withFirst, name: t`On days with ${a}` },
    { key: "without", label: t`without it`, side: withoutFirst, name: t`On days without ${a}` },
  ];
  const dataTable: DataTable = {
    caption: t`${a} and ${b}`,
    columns: [
      { name: t`Days` },
      { name: t`With ${b}`, isNumber: true },
      { name: t`Without ${b}`, isNumber: true },
      { name: t`Together`, isNumber: true },
      { name: t`Rate`, isNumber: true },
    ],
    rows: sides.map(({ name, side }) => [
      words(name),
      figure(side.done, whole),
      figure(side.days - side.done, whole),
      figure(side.days, whole),
      figure(side.rate, format.percent),
    ]),
  };
  const bars = sides.map(({ key, label, side, name }) => ({
    key,
    label,
    value: side.rate,
    figure: side.rate === null ? "–" : format.percent(side.rate),
    words:
      side.rate === null
        ? t`${name}: there were none`
        : t`${name}: ${b} ${{ rate: format.percent(side.rate) }}, ${{ done: whole(side.done) }} of ${plural(side.days, { one: "# day", other: "# days" })}`,
    tone: key === "with" ? ("plain" as const) : ("quiet" as const),
  }));
  return (
    <div style={hueStyle(second.hue)} className="flex flex-col gap-6">
      <CorrelationWords first={first} second={second} correlation={correlation} />
      {correlation.days > 0 ? (
        <Picture title={t`${b}, with and without ${a}`} owner={t`Together`} dataTable={dataTable}>
          <BarPlot
            label={bars.map(({ words: read }) => read).join(". ")}
            stepsLabel={t`Side by side`}
            bars={bars}
            max={1}
            resting={0}
          />
        </Picture>
      ) : null}
    </div>
  );
}
