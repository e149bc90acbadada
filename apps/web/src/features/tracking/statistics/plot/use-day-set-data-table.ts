import type { Analysis } from "@daymark/domain/analysis/analysis";
import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../lib/language/format.ts";
import { unitName } from "../../habit/form/unit-words.ts";
import { type DataTable, type DataTableCell, figure } from "./data-table.ts";

/** The figures of days that share a month or a weekday. */
type DaySet = Omit<Analysis["months"][number], "month">;

/** Creates a table of such figures; the first column is the shared month or weekday. */
export function useDaySetDataTable(habit: Habit) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const whole = (value: number) => format.number(value);
  const amount = (value: number) => format.number(value, { maximumFractionDigits: 2 });
  const percent = (value: number) => format.percent(value, 1);
  const unit = unitName(i18n, habit);
  const good = habit.type === "good";
  return (caption: string, first: string, rows: readonly { head: DataTableCell; days: DaySet }[]): DataTable => ({
    caption,
    columns: [
      { name: first },
      { name: good ? t`Goal achieved` : t`Limit not exceeded`, isNumber: true },
      { name: good ? t`Goal not achieved` : t`Limit exceeded`, isNumber: true },
      { name: t`Success rate`, isNumber: true },
      { name: t`Skipped`, isNumber: true },
      { name: t`Recorded days`, isNumber: true },
      { name: t`Total, ${unit}`, isNumber: true },
      { name: t`Average, ${unit}`, isNumber: true },
    ],
    rows: rows.map(({ head, days }) => [
      head,
      figure(days.successful_days, whole),
      figure(days.counted_days - days.successful_days, whole),
      figure(days.success_rate, percent),
      figure(days.skipped_days, whole),
      figure(days.recorded_days, whole),
      figure(days.total, amount),
      figure(days.average, amount),
    ]),
  });
}
