import type { Analysis } from "@daymark/domain/analysis/analysis";
import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Plural, useLingui } from "@lingui/react/macro";
import Flame from "lucide-react/icons/flame";
import type { ReactNode } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { weekdayName } from "../clock/week.ts";
import { isLongMinutes } from "../habit/form/long-minutes.ts";
import { amountText, unitSymbol } from "../habit/form/unit-words.ts";
import { capitalize } from "./plot/capitalize.ts";
import { streakUnitNames, successShare } from "./why/streak-words.ts";

interface FiguresProps {
  habit: Habit;
  statistics: Statistics;
  /** Undefined while it loads. */
  analysis: Analysis | undefined;
}

/** The current figures of a habit. */
export function Figures({ habit, statistics, analysis }: FiguresProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const { total, current_streak, longest_streak, streak_unit, success_rate, successful_days, counted_days } =
    statistics;
  const { average, strength, assumed_days, recorded_days } = statistics;
  /** The figure of an amount, and whether it has its unit itself. */
  const amountOf = (value: number): [text: string, hasUnit: boolean] =>
    isLongMinutes(habit.unit, value)
      ? [amountText(i18n, habit, value), true]
      : [format.number(value, { maximumFractionDigits: 2 }), false];
  const [totalText, totalHasUnit] = amountOf(total);
  const [averageText, averageHasUnit] = average === null ? ["–", false] : amountOf(average);
  const counted = format.number(counted_days);
  const dateText = (day: string) => format.day(day, { day: "numeric", month: "short", year: "numeric" });
  const percent = (value: number | null) => (value === null ? "–" : format.percent(value, 1));
  const { days, amount, recorded } = statistics.remaining ?? {};
  const best = (analysis?.best_weekdays ?? []).map((weekday) => weekdayName(weekday, format, "long"));
  return (
    <dl className="grid grid-cols-2 gap-3 @lg:grid-cols-4">
      <Figure
        name={t`Current streak`}
        value={
          <>
            {current_streak > 0 ? <Flame aria-hidden="true" className="size-5 text-habit-text" /> : null}
            {format.number(current_streak)}
          </>
        }
        note={
          assumed_days > 0 ? (
            <>
              {i18n._(streakUnitNames[streak_unit](current_streak))}
              {", "}
              {streak_unit === "days" ? (
                <Plural value={assumed_days} one="# of them assumed" other="# of them assumed" />
              ) : (
                <Plural value={assumed_days} one="# day assumed" other="# days assumed" />
              )}
            </>
          ) : (
            i18n._(streakUnitNames[streak_unit](current_streak))
          )
        }
        isFirst
      />
      <Figure
        name={t`Longest streak`}
        value={format.number(longest_streak)}
        note={i18n._(streakUnitNames[streak_unit](longest_streak))}
      />
      <Figure
        name={t`Success rate`}
        value={percent(success_rate)}
        note={i18n._(successShare(habit, successful_days, counted))}
      />
      <Figure
        name={t`Strength`}
        value={strength === null ? "–" : format.percent(strength)}
        note={strength === null ? t`from tomorrow` : t`as of yesterday`}
      />
      <Figure name={t`Total`} value={totalText} note={totalHasUnit ? null : unitSymbol(i18n, habit, total)} />
      <Figure
        name={t`Average`}
        value={averageText}
        note={
          average === null
            ? t`nothing recorded`
            : averageHasUnit
              ? t`per recorded day`
              : t`${{ symbol: unitSymbol(i18n, habit, average) }} per recorded day`
        }
      />
      <Figure
        name={t`Recorded days`}
        value={format.number(recorded_days)}
        note={t`since ${{ day: dateText(habit.first_day) }}`}
      />
      {days != null || amount != null ? (
        <Figure
          name={t({ message: "Left", context: "until the end of a habit" })}
          value={days != null ? format.number(days) : amountText(i18n, habit, amount ?? 0)}
          note={
            habit.ended_on ? (
              t`Finished on ${{ day: dateText(habit.ended_on) }}`
            ) : days != null ? (
              <Plural value={days} one="day" other="days" />
            ) : (
              t`${{ done: amountText(i18n, habit, recorded ?? 0) }} done`
            )
          }
        />
      ) : null}
      <Figure
        name={t`Best weekday`}
        value={
          <span className="min-w-0 text-lg break-words hyphens-auto">
            {best.length > 0 ? capitalize(best.join(", ")) : "–"}
          </span>
        }
        note={best.length > 0 ? null : t`none stands out yet`}
      />
    </dl>
  );
}

interface FigureProps {
  name: string;
  value: ReactNode;
  note: ReactNode;
  isFirst?: boolean;
}

function Figure({ name, value, note, isFirst = false }: FigureProps) {
  return (
    <div className={`flex min-w-0 flex-col gap-1 rounded-card p-3 sm:p-4 ${isFirst ? "bg-habit-soft" : "bg-sunken"}`}>
      <dt className="text-sm leading-tight text-ink-muted">{name}</dt>
      <dd className="flex min-h-8 items-center gap-1.5 text-2xl leading-tight font-[640] tracking-tight">{value}</dd>
      {note ? <dd className="text-sm leading-tight text-ink-muted">{note}</dd> : null}
    </div>
  );
}
