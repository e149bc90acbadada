import type { StreakUnit } from "@daymark/domain/base/period";
import type { Run } from "@daymark/domain/rules/streak";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Plural, useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { type DataTable, figure, words } from "./plot/data-table.ts";
import { Picture } from "./plot/picture.tsx";
import { StreakPlot } from "./plot/streak-plot.tsx";
import { streakLengths, streakUnitTitles } from "./why/streak-words.ts";

interface StreakPictureProps {
  habit: Habit;
  streaks: readonly Run[];
  unit: StreakUnit;
  today: string;
}

/** All streaks, with their dates and lengths. */
export function StreakPicture({ habit, streaks, unit, today }: StreakPictureProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const day = (text: string) => format.day(text, { day: "numeric", month: "short", year: "numeric" });
  const length = (count: number) => i18n._(streakLengths[unit](count));
  // Streaks of another unit, from before a change of the schedule, are only listed.
  const comparable = streaks.filter((run) => run.streak_unit === unit);
  const longest = Math.max(0, ...comparable.map((run) => run.length));
  const isBad = habit.type === "bad";
  const whole = (value: number) => format.number(value);
  const dataTable: DataTable = {
    caption: t`Streaks`,
    columns: [
      { name: t`First day` },
      { name: t`Last day` },
      { name: i18n._(streakUnitTitles[unit]), isNumber: true },
      ...(isBad ? [{ name: t`Assumed`, isNumber: true }] : []),
    ],
    rows: streaks
      .toReversed()
      .map((run) => [
        words(day(run.from), run.from),
        words(run.is_current ? t`${{ day: day(run.to) }}, ongoing` : day(run.to), run.to),
        run.streak_unit === unit
          ? figure(run.length, whole)
          : words(i18n._(streakLengths[run.streak_unit](run.length))),
        ...(isBad ? [figure(run.assumed_days, whole)] : []),
      ]),
  };
  const summary = <Plural value={streaks.length} one="# streak so far" other="# streaks so far" />;
  const first = comparable[0]?.from ?? today;
  const from = [habit.first_day, first].toSorted()[0] ?? first;
  return (
    <Picture title={t`Streaks`} owner={habit.title} dataTable={dataTable} summary={summary}>
      <StreakPlot
        label={t`Streaks over time. The longest is ${{ length: length(longest) }}.`}
        stepsLabel={t`Streak by streak`}
        from={from}
        to={today}
        fromLabel={format.day(from, { month: "short", year: "numeric" })}
        toLabel={t`Today`}
        streaks={comparable.map((run) => ({
          from: run.from,
          to: run.to,
          length: run.length,
          figure: format.number(run.length),
          words: [
            t`${{ length: length(run.length) }}, ${{ from: day(run.from) }} – ${{ to: day(run.to) }}`,
            run.length === longest && t`the longest`,
            run.is_current && t`ongoing`,
          ]
            .filter(Boolean)
            .join(", "),
          isLongest: run.length === longest && comparable.length > 1,
          isCurrent: run.is_current,
        }))}
      />
    </Picture>
  );
}
