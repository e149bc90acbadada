import type { Insights } from "@daymark/domain/insight/insights";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../lib/language/format.ts";
import { partOf } from "../../habit/form/period-words.ts";
import { hueStyle } from "../../habit/hues.ts";
import { type DataTable, figure, words } from "../plot/data-table.ts";
import { Picture } from "../plot/picture.tsx";
import { Finding } from "./finding.tsx";
import { FindingList } from "./finding-list.tsx";
import type { InsightHabit } from "./insight-names.ts";

interface TotalSectionProps {
  insights: Insights;
  habits: ReadonlyMap<number, InsightHabit>;
}

type Total = Insights["totals"][number] & { habit: Habit };

/** When the totals of habits that end with one may be reached. */
export function TotalSection({ insights, habits }: TotalSectionProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const totals = insights.totals.flatMap((total): Total[] => {
    const known = habits.get(total.habit_id);
    return known ? [{ ...total, habit: known.habit }] : [];
  });
  if (totals.length === 0) return null;
  const dayText = (day: string) => format.day(day, { day: "numeric", month: "short", year: "numeric" });
  const sentence = ({ habit, recorded, total, earliest_on, expected_on, latest_on }: Total) => {
    const part = partOf(i18n, habit, recorded, total);
    const progress = t`${{ amount: part.done }} of ${{ goal: part.goal }}`;
    const day = dayText(expected_on);
    const [earliest, latest] = [dayText(earliest_on), dayText(latest_on)];
    const end =
      earliest === latest
        ? t`At the pace of the past months, you will likely finish on ${day}.`
        : t`At the pace of the past months, you will likely finish around ${day}, between ${earliest} and ${latest}.`;
    return t`“${{ title: habit.title }}”: ${progress}. ${end}`;
  };
  const exact = (value: number) => format.number(value);
  const dataTable: DataTable = {
    caption: t`When it will be finished`,
    columns: [
      { name: t`Habit` },
      ...[t`So far`, t({ message: "Total", context: "end of a habit" })].map((name) => ({ name, isNumber: true })),
      ...[t`Earliest`, t`Likely`, t`Latest`].map((name) => ({ name })),
    ],
    rows: totals.map((total) => [
      words(total.habit.title),
      ...(["recorded", "total"] as const).map((name) => figure(total[name], exact)),
      ...(["earliest_on", "expected_on", "latest_on"] as const).map((name) =>
        words(format.day(total[name]), total[name]),
      ),
    ]),
  };
  return (
    <Picture
      title={dataTable.caption}
      owner={t`Insights`}
      dataTable={dataTable}
      summary={t`In about four out of five cases, the actual day falls within this range.`}
    >
      <FindingList>
        {totals.map((total) => (
          <Finding
            key={total.habit_id}
            style={hueStyle(total.habit.hue)}
            sentence={sentence(total)}
            detail={t`${plural(total.days, { one: "Based on # day.", other: "Based on # days." })}`}
          >
            <ProgressPicture total={total} />
          </Finding>
        ))}
      </FindingList>
    </Picture>
  );
}

/** What is recorded of the total. */
function ProgressPicture({ total: { recorded, total } }: { total: Total }) {
  const done = (Math.min(recorded, total) / total) * 100;
  return (
    <svg aria-hidden="true" className="plot block h-4 w-full" preserveAspectRatio="none" viewBox="0 0 100 16">
      <rect className="plot-area" x="0" y="5" width="100" height="6" />
      <rect className="plot-bar" x="0" y="5" width={done} height="6" />
    </svg>
  );
}
