import type { SiteDay } from "@daymark/domain/operator/site-statistics";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { type DataTable, figure, words } from "../../tracking/statistics/plot/data-table.ts";
import { LinePlot } from "../../tracking/statistics/plot/line-plot.tsx";
import { Picture } from "../../tracking/statistics/plot/picture.tsx";
import { niceTicks } from "../../tracking/statistics/plot/plot.ts";

/** With more days, only months are labelled. */
const namedDaysMax = 45;

interface DayPictureProps {
  title: string;
  /** The measure, as the header of a column. */
  measure: string;
  days: readonly SiteDay[];
  /** `YYYY-MM-DD`, in UTC. */
  today: string;
}

/** Day by day, one number each. */
export function DayPicture({ title, measure, days, today }: DayPictureProps) {
  const { t } = useLingui();
  const format = useFormat();
  const date = (day: string) => format.day(day, { weekday: "short", day: "numeric", month: "short", year: "numeric" });
  const amounts = days.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  const most = Math.max(0, ...amounts);
  const best = days.find(({ amount }) => amount === most);
  const dataTable: DataTable = {
    caption: title,
    columns: [{ name: t`Day` }, { name: measure, isNumber: true }],
    rows: days.map(({ day, amount }) => [words(date(day), day), figure(amount, (value) => format.number(value))]),
  };
  const read = (index: number) => {
    const { day, amount = null } = days[index] ?? { day: today };
    const counted = amount === null ? t`not counted yet` : format.number(amount);
    return day === today
      ? t`${{ day: date(day) }}, not over yet: ${{ counted }}`
      : t`${{ day: date(day) }}: ${{ counted }}`;
  };
  const summary =
    most > 0 && best
      ? t`Most: ${{ amount: format.number(most) }} on ${{ day: date(best.day) }}.`
      : t`None in this period.`;
  return (
    <Picture title={title} owner="Daymark" dataTable={dataTable} summary={summary}>
      <LinePlot
        label={`${title}. ${summary}`}
        stepsLabel={t`Day by day: ${title}`}
        series={[{ key: "amount", values: days.map(({ amount }) => amount), style: 0, hasArea: true }]}
        pointLabels={days.map(({ day }) =>
          days.length > namedDaysMax
            ? day.endsWith("-01")
              ? format.day(day, { month: "short" })
              : ""
            : format.day(day, { day: "numeric", month: "short" }),
        )}
        ticks={niceTicks(most)
          .filter(Number.isInteger)
          .map((value) => ({ value, label: format.number(value) }))}
        words={read}
      />
    </Picture>
  );
}
