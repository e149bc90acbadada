import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../lib/language/format.ts";
import { hueStyle } from "../../../tracking/habit/hues.ts";
import { type DataTable, figure, words } from "../../../tracking/statistics/plot/data-table.ts";
import { LinePlot, LineSample, type LineStyle } from "../../../tracking/statistics/plot/line-plot.tsx";
import { Picture } from "../../../tracking/statistics/plot/picture.tsx";
import { niceTicks } from "../../../tracking/statistics/plot/plot.ts";

/** The values of one process, or of all; null is a gap. */
export interface HistorySeries {
  name: string;
  values: readonly (number | null)[];
}

interface HistoryPictureProps {
  title: string;
  series: readonly HistorySeries[];
  /** The beginning of each step, in milliseconds since the epoch. */
  times: readonly number[];
  write: (value: number) => string;
  level?: 2 | 3;
}

/** Each line needs a different pattern, and there are this many. */
const stylesMax = 5;
const hues = [250, 150, 40, 330, 200];

/** One measure over the last hours: a line for each process, with a table of the same values. */
export function HistoryPicture({ title, series, times, write, level = 3 }: HistoryPictureProps) {
  const { t } = useLingui();
  const format = useFormat();
  const clock = (at: number) =>
    format.instant(new Date(at).toISOString(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const points = series.flatMap(({ name, values }) =>
    values.flatMap((value, index) => (value === null ? [] : [{ name, value, at: times[index] ?? 0 }])),
  );
  const worst = points.reduce<(typeof points)[number] | null>(
    (most, point) => (most && most.value >= point.value ? most : point),
    null,
  );
  const isNamed = series.length > 1;
  const summary = worst
    ? isNamed
      ? t`Highest: ${{ value: write(worst.value) }} at ${{ time: clock(worst.at) }}, ${{ node: worst.name }}.`
      : t`Highest: ${{ value: write(worst.value) }} at ${{ time: clock(worst.at) }}.`
    : t`Nothing recorded in this period.`;
  const dataTable: DataTable = {
    caption: title,
    columns: [{ name: t`Time` }, ...series.map(({ name }) => ({ name, isNumber: true }))],
    rows: times.flatMap((at, index) =>
      series.some(({ values }) => (values[index] ?? null) !== null)
        ? [
            [
              words(clock(at), new Date(at).toISOString()),
              ...series.map(({ values }) => figure(values[index] ?? null, write)),
            ],
          ]
        : [],
    ),
  };
  const read = (index: number) => {
    const said = series.flatMap(({ name, values }) => {
      const value = values[index] ?? null;
      if (value === null) return [];
      return [isNamed ? `${name} ${write(value)}` : write(value)];
    });
    return `${clock(times[index] ?? 0)}: ${said.join(", ") || t`nothing recorded`}`;
  };
  const most = worst?.value ?? 0;
  return (
    <div style={hueStyle(hues[0] ?? 250)} className="min-w-0 rounded-card border border-line bg-surface p-4">
      <Picture title={title} owner="Daymark" dataTable={dataTable} summary={summary} level={level}>
        <LinePlot
          label={`${title}. ${summary}`}
          stepsLabel={t`Step by step: ${title}`}
          height={150}
          series={series.map(({ name, values }, index) => ({
            key: name,
            values,
            style: (index % stylesMax) as LineStyle,
            ...(isNamed && { hue: hues[index % stylesMax] ?? 250 }),
            hasArea: !isNamed,
          }))}
          pointLabels={times.map((at) => (isFullHour(at, times) ? clock(at) : ""))}
          ticks={niceTicks(most, 3).map((value) => ({ value, label: write(value) }))}
          words={read}
        />
        {isNamed ? (
          <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {series.map(({ name }, index) => (
              <li key={name} className="flex items-center gap-2 break-all">
                <LineSample style={(index % stylesMax) as LineStyle} hue={hues[index % stylesMax]} />
                {name}
              </li>
            ))}
          </ul>
        ) : null}
      </Picture>
    </div>
  );
}

/** Whether a step deserves a label: at a full hour, or of a single hour at each ten minutes. */
function isFullHour(at: number, times: readonly number[]): boolean {
  const isShort = (times.at(-1) ?? 0) - (times[0] ?? 0) <= 3_600_000;
  return at % (isShort ? 600_000 : 3_600_000) === 0;
}
