import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { SiteSpan } from "@daymark/domain/operator/site-statistics";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { BarPlot } from "../../tracking/statistics/plot/bar-plot.tsx";
import { capitalize } from "../../tracking/statistics/plot/capitalize.ts";
import { type DataTable, figure, words } from "../../tracking/statistics/plot/data-table.ts";
import { Picture } from "../../tracking/statistics/plot/picture.tsx";
import { niceTicks } from "../../tracking/statistics/plot/plot.ts";

interface SpanPictureProps {
  title: string;
  /** The measure, as the header of a column. */
  measure: string;
  kind: "week" | "month";
  spans: readonly SiteSpan[];
}

/** One bar per week or month. An unfinished one is hatched and labelled. */
export function SpanPicture({ title, measure, kind, spans }: SpanPictureProps) {
  const { t } = useLingui();
  const format = useFormat();
  const nameOf = (from: string) =>
    kind === "week"
      ? format.range(from, fromDayNumber(toDayNumber(from) + 6))
      : capitalize(format.month(from.slice(0, 7)));
  const most = Math.max(0, ...spans.map(({ amount }) => amount ?? 0));
  const bars = spans.map(({ from, amount, is_whole }) => {
    const name = nameOf(from);
    const counted = amount === null ? t`not counted yet` : format.number(amount);
    return {
      key: from,
      label:
        kind === "week" ? format.day(from, { day: "numeric", month: "short" }) : format.day(from, { month: "short" }),
      value: amount,
      figure: amount === null ? "–" : format.number(amount, { notation: "compact" }),
      words: is_whole || amount === null ? t`${name}: ${counted}` : t`${name}, incomplete: ${counted}`,
      tone: is_whole ? ("plain" as const) : ("quiet" as const),
    };
  });
  const dataTable: DataTable = {
    caption: title,
    columns: [{ name: kind === "week" ? t`Week` : t`Month` }, { name: measure, isNumber: true }, { name: t`Complete` }],
    rows: spans.map(({ from, amount, is_whole }) => [
      words(nameOf(from), from),
      figure(amount, (value) => format.number(value)),
      words(is_whole ? t`yes` : t`no`, is_whole ? "1" : "0"),
    ]),
  };
  return (
    <Picture
      title={title}
      owner="Daymark"
      dataTable={dataTable}
      summary={t`Each person counts once, however often they visit.`}
    >
      <BarPlot
        label={title}
        stepsLabel={kind === "week" ? t`Week by week: ${title}` : t`Month by month: ${title}`}
        bars={bars}
        max={niceTicks(most).at(-1) ?? 1}
      />
    </Picture>
  );
}
