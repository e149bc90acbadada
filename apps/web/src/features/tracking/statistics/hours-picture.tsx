import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { LogHours } from "@daymark/domain/day-log/day-log";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Segmented } from "@daymark/ui/segmented";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { amountText, unitName } from "../habit/form/unit-words.ts";
import { BarPlot } from "./plot/bar-plot.tsx";
import { type DataTable, figure, words } from "./plot/data-table.ts";
import { Picture } from "./plot/picture.tsx";
import { niceTicks } from "./plot/plot.ts";

/** A year with today. */
const daysShown = 365;

/** At which hours of the clock a habit was done in the last year; nothing without entries that have a time. */
export function HoursPicture({ habit, today }: { habit: Habit; today: string }) {
  const from = fromDayNumber(toDayNumber(today) - daysShown + 1);
  const { data } = trpc.dayLog.hours.useQuery({ id: habit.id, from, to: today });
  return data?.hours.some(({ count }) => count > 0) ? <Hours habit={habit} data={data} /> : null;
}

function Hours({ habit, data }: { habit: Habit; data: LogHours }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const [measure, setMeasure] = useState<"count" | "amount">("count");
  const { hours, without_time: untimed } = data;
  const span = (hour: number) => `${String(hour).padStart(2, "0")}:00–${String((hour + 1) % 24).padStart(2, "0")}:00`;
  const most = hours.reduce((best, hour) => (hour[measure] > best[measure] ? hour : best));
  const entries = (count: number) => t`${plural(count, { one: "# entry", other: "# entries" })}`;
  const read = ({ hour, count, amount }: LogHours["hours"][number]) =>
    t`${{ span: span(hour) }}: ${entries(count)}, ${{ amount: amountText(i18n, habit, amount) }}`;
  const summary = [
    t`Most: ${{ hour: read(most) }}.`,
    untimed > 0 ? t`Not shown, without a time: ${entries(untimed)}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
  const dataTable: DataTable = {
    caption: t`Hours`,
    columns: [
      { name: t`Hour` },
      { name: t`Entries`, isNumber: true },
      { name: t`Amount, ${{ unit: unitName(i18n, habit) }}`, isNumber: true },
    ],
    rows: hours.map(({ hour, count, amount }) => [
      words(span(hour)),
      figure(count, (value) => format.number(value)),
      figure(amount, (value) => format.number(value)),
    ]),
  };
  return (
    <Picture title={t`Hours`} owner={habit.title} dataTable={dataTable} summary={summary}>
      <Segmented
        label={t`What is measured`}
        className="self-start"
        options={[
          { value: "count", label: t`Entries` },
          { value: "amount", label: t`Amount` },
        ]}
        value={measure}
        onValueChange={setMeasure}
      />
      <BarPlot
        label={t`By hour of the day. ${summary}`}
        stepsLabel={t`Hour by hour`}
        bars={hours.map((each) => ({
          key: String(each.hour),
          label: each.hour % 3 === 0 ? String(each.hour) : "",
          value: each[measure],
          figure: each[measure] === 0 ? "" : format.number(each[measure]),
          words: read(each),
          isBest: each === most,
        }))}
        max={niceTicks(most[measure]).at(-1) ?? most[measure]}
        resting={most.hour}
      />
    </Picture>
  );
}
