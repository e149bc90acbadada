import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../lib/language/format.ts";
import { SideBars } from "../insight/finding.tsx";
import { type DataTable, figure, words } from "../plot/data-table.ts";
import { Picture } from "../plot/picture.tsx";
import { streakLengths } from "../why/streak-words.ts";
import { daysText, type ReviewHabit, totalText } from "./habit-figures.ts";

/** Each habit of the year: its days, its amount and its longest streak. */
export function HabitSection({ habits, year }: { habits: readonly ReviewHabit[]; year: string }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const exact = (value: number) => format.number(value, { maximumFractionDigits: 2 });
  const dataTable: DataTable = {
    caption: t`Habit by habit`,
    columns: [
      { name: t`Habit` },
      ...[t`Successes`, t`Days that count`, t`Without a record`, t`Amount`, t`Longest streak`].map((name) => ({
        name,
        isNumber: true,
      })),
    ],
    rows: habits.map((each) => {
      const { habit, figures } = each;
      const { longest_streak: streak, total } = figures;
      const amount = totalText(i18n, each);
      return [
        words(habit.title),
        figure(figures.successful_days, exact),
        figure(figures.counted_days, exact),
        figure(habit.type === "bad" ? figures.assumed_days : null, exact),
        figure(amount === null ? null : total, () => amount ?? ""),
        figure(streak?.length ?? null, () => (streak ? i18n._(streakLengths[streak.streak_unit](streak.length)) : "")),
      ];
    }),
  };
  return (
    <Picture title={dataTable.caption} owner={year} dataTable={dataTable}>
      <SideBars
        bars={habits.map((each) => ({
          key: String(each.habit.id),
          label: each.habit.title,
          figure: [daysText(i18n, format, each), totalText(i18n, each)].filter(Boolean).join(" · "),
          part: each.figures.successful_days / Math.max(1, each.figures.counted_days),
        }))}
      />
    </Picture>
  );
}
