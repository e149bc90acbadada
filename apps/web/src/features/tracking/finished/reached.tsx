import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { amountText } from "../habit/form/unit-words.ts";
import { streakUnitNames, successShare } from "../statistics/why/streak-words.ts";

interface ReachedProps {
  habit: Habit;
  /** Undefined while they load. */
  figures: Statistics | undefined;
}

/** What came of a habit until its end. */
export function Reached({ habit, figures }: ReachedProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const day = format.day(habit.ended_on ?? habit.first_day, { day: "numeric", month: "long", year: "numeric" });
  const recorded = figures?.remaining?.recorded ?? null;
  return (
    <p className="text-sm leading-snug text-ink-muted">
      {t`Finished on ${day}`}
      {recorded === null ? null : ` · ${amountText(i18n, habit, recorded)}`}
      {figures && figures.counted_days > 0 ? (
        <>
          {" · "}
          {i18n._(successShare(habit, figures.successful_days, format.number(figures.counted_days)))}
          <br />
          {t`Longest streak`}
          {": "}
          {format.number(figures.longest_streak)} {i18n._(streakUnitNames[figures.streak_unit](figures.longest_streak))}
        </>
      ) : null}
    </p>
  );
}
