import type { Period } from "@daymark/domain/base/period";
import type { Insights } from "@daymark/domain/insight/insights";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../lib/language/format.ts";
import { wordProgress } from "../../habit/form/period-words.ts";
import { amountText } from "../../habit/form/unit-words.ts";
import { hueStyle } from "../../habit/hues.ts";
import { type DataTable, figure, words } from "../plot/data-table.ts";
import { Picture } from "../plot/picture.tsx";
import { Finding } from "./finding.tsx";
import { FindingList } from "./finding-list.tsx";
import type { InsightHabit } from "./insight-names.ts";

interface ForecastSectionProps {
  insights: Insights;
  habits: ReadonlyMap<number, InsightHabit>;
}

type Forecast = Insights["forecasts"][number] & { habit: Habit };

/** What the present periods may come to. */
export function ForecastSection({ insights, habits }: ForecastSectionProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const forecasts = insights.forecasts.flatMap((forecast): Forecast[] => {
    const known = habits.get(forecast.habit_id);
    return known ? [{ ...forecast, habit: known.habit }] : [];
  });
  if (forecasts.length === 0) return null;
  const sentence = (forecast: Forecast) => {
    const { habit, measure, so_far, due, period, to, low, high } = forecast;
    const title = habit.title;
    const progress = wordProgress(i18n, habit, { period, done: so_far, goal: due, of: measure });
    const amount = (value: number) => (measure === "days" ? daysText(value) : amountText(i18n, habit, value));
    const day = format.day(to, { day: "numeric", month: "short" });
    const [least, most] = [amount(low), amount(high)];
    const end =
      low === high
        ? t`If the days until ${day} are like the past months, it will likely be about ${most}.`
        : t`If the days until ${day} are like the past months, it will likely be between ${least} and ${most}.`;
    return t`“${title}”: ${progress}. ${end}`;
  };
  const daysText = (days: number) => t`${plural(days, { one: "# day", other: "# days" })}`;
  const exact = (value: number) => format.number(value);
  const dataTable: DataTable = {
    caption: t`Where this is going`,
    columns: [
      { name: t`Habit` },
      ...[t`So far`, t`Goal or limit`, t`Low`, t`High`].map((name) => ({ name, isNumber: true })),
      { name: t`Until` },
    ],
    rows: forecasts.map((forecast) => [
      words(forecast.habit.title),
      ...(["so_far", "due", "low", "high"] as const).map((name) => figure(forecast[name], exact)),
      words(format.day(forecast.to), forecast.to),
    ]),
  };
  return (
    <Picture
      title={dataTable.caption}
      owner={t`Insights`}
      dataTable={dataTable}
      summary={t`In about four out of five cases, the final total falls within this range.`}
    >
      <FindingList>
        {forecasts.map((forecast) => (
          <Finding
            key={forecast.habit_id}
            style={hueStyle(forecast.habit.hue)}
            sentence={sentence(forecast)}
            detail={`${i18n._(verdict(forecast)[forecast.period])} ${t`${plural(forecast.days, { one: "Based on # day.", other: "Based on # days." })}`}`}
          >
            <RangePicture forecast={forecast} />
          </Finding>
        ))}
      </FindingList>
    </Picture>
  );
}

/** Compares the range with the goal or limit. */
function verdict({ habit, low, high, due }: Forecast): Record<Period, MessageDescriptor> {
  if (habit.type === "bad") return high <= due ? limitLikelyKept : low > due ? limitLikelyExceeded : limitOpen;
  return low >= due ? goalLikelyMet : high < due ? goalLikelyMissed : goalOpen;
}

const goalLikelyMet = {
  week: msg`The week’s goal is within reach.`,
  month: msg`The month’s goal is within reach.`,
  quarter: msg`The quarter’s goal is within reach.`,
};
const goalLikelyMissed = {
  week: msg`The week’s goal needs more than usual.`,
  month: msg`The month’s goal needs more than usual.`,
  quarter: msg`The quarter’s goal needs more than usual.`,
};
const goalOpen = {
  week: msg`The week’s goal could go either way.`,
  month: msg`The month’s goal could go either way.`,
  quarter: msg`The quarter’s goal could go either way.`,
};
const limitLikelyKept = {
  week: msg`The week will likely stay within its limit.`,
  month: msg`The month will likely stay within its limit.`,
  quarter: msg`The quarter will likely stay within its limit.`,
};
const limitLikelyExceeded = {
  week: msg`Unless something changes, the week’s limit will likely be exceeded.`,
  month: msg`Unless something changes, the month’s limit will likely be exceeded.`,
  quarter: msg`Unless something changes, the quarter’s limit will likely be exceeded.`,
};
const limitOpen = {
  week: msg`The week’s limit could go either way.`,
  month: msg`The month’s limit could go either way.`,
  quarter: msg`The quarter’s limit could go either way.`,
};

/** What is recorded, the range of the end, and a mark at the goal. */
function RangePicture({ forecast: { so_far, low, high, due } }: { forecast: Forecast }) {
  const whole = Math.max(high, due) * 1.05;
  const at = (value: number) => (value / whole) * 100;
  return (
    <svg aria-hidden="true" className="plot block h-4 w-full" preserveAspectRatio="none" viewBox="0 0 100 16">
      <line className="plot-grid" x1="0" x2="100" y1="15.5" y2="15.5" />
      <rect
        className="plot-area plot-hatch"
        x={at(low)}
        y="2"
        width={Math.max(0.6, at(high) - at(low))}
        height="12"
        vectorEffect="non-scaling-stroke"
      />
      <rect className="plot-bar" x="0" y="5" width={at(so_far)} height="6" />
      <line className="plot-mark" x1={at(due)} x2={at(due)} y1="0" y2="16" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
