import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { Refusal } from "../../account/settings/refusal.tsx";
import { type DataTable, figure, words } from "../../tracking/statistics/plot/data-table.ts";
import { Picture } from "../../tracking/statistics/plot/picture.tsx";
import { niceTicks } from "../../tracking/statistics/plot/plot.ts";
import { BrushPlot } from "./brush-plot.tsx";
import type { LogFilter } from "./log-search.ts";
import { type HistogramView, useHistogram } from "./use-histogram.ts";

interface LogHistogramProps {
  appDir: string;
  dateFile: string;
  filter: LogFilter;
  /** The user has chosen a time; without one, the whole file. */
  onRange: (range: Pick<LogFilter, "from" | "to">) => void;
}

/** How many lines there are over time, by level. A choice of bars filters the lines. */
export function LogHistogram({ appDir, dateFile, filter, onRange }: LogHistogramProps) {
  const { t } = useLingui();
  const format = useFormat();
  const view = useHistogram({ appDir, dateFile }, filter);
  const bars = barsOf(view);
  const title = t`Lines over time`;
  const clock = (at: number, hasSeconds: boolean) =>
    format.instant(new Date(at).toISOString(), {
      ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
      ...(hasSeconds && { second: "2-digit" }),
    });
  const isFine = (view.head?.bucket_seconds ?? 60) < 60;
  const span = ({ from, to }: Bar) => `${clock(from, isFine)}–${clock(to, isFine)}`;
  const counts = ({ parts: [plain, warnings, errors] }: Bar) =>
    t`${{ lines: format.number(plain + warnings + errors) }} lines, warnings: ${{ warnings: format.number(warnings) }}, errors: ${{ errors: format.number(errors) }}`;
  const sum: Bar["parts"] = [0, 1, 2].map((part) =>
    bars.reduce((total, { parts }) => total + (parts[part] ?? 0), 0),
  ) as unknown as Bar["parts"];
  const total = counts({ from: 0, to: 0, parts: sum });
  const share = format.percent(view.counted);
  const dataTable: DataTable = {
    caption: title,
    columns: [
      { name: t`Time` },
      { name: t`Lines`, isNumber: true },
      { name: t`Warnings`, isNumber: true },
      { name: t`Errors`, isNumber: true },
    ],
    rows: bars
      .filter(({ parts }) => parts.some(Boolean))
      .map((bar) => [
        words(span(bar), new Date(bar.from).toISOString()),
        figure(bar.parts[0] + bar.parts[1] + bar.parts[2], (value) => format.number(value)),
        figure(bar.parts[1], (value) => format.number(value)),
        figure(bar.parts[2], (value) => format.number(value)),
      ]),
  };
  const most = Math.max(1, ...bars.map(({ parts: [plain, warnings, errors] }) => plain + warnings + errors));
  return (
    <div className="mt-4 rounded-card border border-line bg-surface p-4">
      <Picture
        title={title}
        level={2}
        owner={`${appDir} ${dateFile}`}
        dataTable={view.head && dataTable}
        summary={view.isCounting ? t`${total} (${share} of the file so far)` : total}
        tools={
          filter.from || filter.to ? (
            <Button kind="quiet" size="small" className="ml-2" onClick={() => onRange({})}>
              <Trans>Whole file</Trans>
            </Button>
          ) : null
        }
      >
        {view.head ? (
          <BrushPlot
            label={`${title}. ${total}`}
            stepsLabel={t`Lines over time: arrow keys move, Shift extends, Enter filters`}
            bars={bars.map((bar) => ({
              key: String(bar.from),
              label: isRound(bar.from, view.head?.bucket_seconds ?? 0) ? clock(bar.from, isFine) : "",
              parts: bar.parts,
              words: `${span(bar)}: ${counts(bar)}`,
            }))}
            partNames={[t`Everything else`, t`Warnings`, t`Errors`]}
            ticks={niceTicks(most, 2)
              .filter(Number.isInteger)
              .map((value) => ({ value, label: format.number(value, { notation: "compact" }) }))}
            onSelect={(first, last) => {
              const [one, other] = [bars[first], bars[last]];
              if (one && other) onRange(rangeOf(one, other));
            }}
          />
        ) : (
          <div className="h-42" />
        )}
      </Picture>
      {view.error ? <Refusal error={view.error} /> : null}
      {view.onMore ? (
        <Button size="small" className="mt-2" onClick={view.onMore}>
          {view.error ? <Trans>Try again</Trans> : <Trans>Count the rest ({share} so far)</Trans>}
        </Button>
      ) : null}
    </div>
  );
}

interface Bar {
  /** Milliseconds since the epoch; `to` is the first one after it. */
  from: number;
  to: number;
  /** Lines below a warning, warnings, errors. */
  parts: readonly [number, number, number];
}

/** A bar for every bucket of the time, also for one without lines. */
function barsOf({ head, buckets }: HistogramView): Bar[] {
  if (!head) return [];
  const [first, end] = [Date.parse(head.from), Date.parse(head.to)];
  const step = head.bucket_seconds * 1000;
  return Array.from({ length: Math.ceil((end - first) / step) }, (_, index) => {
    const from = first + index * step;
    const lines = buckets.get(new Date(from).toISOString());
    return {
      from,
      to: Math.min(end, from + step),
      parts: lines
        ? [lines.trace + lines.debug + lines.info, lines.warn, lines.error + lines.fatal]
        : ([0, 0, 0] as const),
    };
  });
}

/** The time of the chosen bars. A bar of a second is the finest that a filter has. */
function rangeOf(first: Bar, last: Bar): Pick<LogFilter, "from" | "to"> {
  return { from: new Date(first.from).toISOString(), to: new Date(last.to).toISOString() };
}

/** Whether a bar begins at a time that deserves a label: of every twelve steps, the round ones. */
function isRound(at: number, seconds: number): boolean {
  const offset = new Date(at).getTimezoneOffset() * 60_000;
  return (at - offset) % (seconds * 8_000) === 0;
}
