import type { Analysis } from "@daymark/domain/analysis/analysis";
import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Flame from "lucide-react/icons/flame";
import TriangleExclamationPoint from "lucide-react/icons/triangle-exclamation-point";
import Trophy from "lucide-react/icons/trophy";
import type { ReactNode } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { usePaceWords } from "./pace-words.ts";
import { streakLengths } from "./streak-words.ts";

interface StoryProps {
  habit: Habit;
  statistics: Statistics;
  analysis: Analysis;
}

/** A summary in text: the streak, the risk today, and the remaining goal. */
export function Story({ habit, statistics, analysis }: StoryProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const paceWords = usePaceWords(habit);
  const { current_streak, longest_streak, streak_unit, at_risk } = statistics;
  const day = (text: string) => format.day(text, { day: "numeric", month: "long", year: "numeric" });
  const length = (count: number) => i18n._(streakLengths[streak_unit](count));
  const current = analysis.streaks.find((run) => run.is_current);
  const last = analysis.streaks.at(-1);
  const lines: { key: string; icon: ReactNode; words: string }[] = [];
  if (current) {
    lines.push({
      key: "streak",
      icon: <Flame />,
      words: t`${{ length: length(current.length) }} in a row, since ${{ day: day(current.from) }}.`,
    });
    if (longest_streak > current_streak) {
      lines.push({
        key: "longest",
        icon: <Trophy />,
        words: t`${{ length: length(longest_streak - current_streak + 1) }} to a new record.`,
      });
    } else if (analysis.streaks.length > 1) {
      lines.push({ key: "longest", icon: <Trophy />, words: t`This is the longest streak so far.` });
    }
  } else if (last) {
    lines.push({
      key: "streak",
      icon: <Flame />,
      words: t`No current streak. The last one lasted ${{ length: length(last.length) }} and ended on ${{ day: day(last.to) }}.`,
    });
  }
  if (at_risk) {
    lines.push({
      key: "risk",
      icon: <TriangleExclamationPoint />,
      words: t`Today decides: without it the streak of ${{ length: length(current_streak) }} ends.`,
    });
  }
  for (const pace of analysis.pace) {
    const words = paceWords(pace);
    if (words) lines.push({ key: pace.period, icon: <CalendarClock />, words });
  }
  if (lines.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {lines.map(({ key, icon, words }) => (
        <li key={key} className="flex items-start gap-2.5 leading-snug">
          <span aria-hidden="true" className="mt-0.5 text-habit-text [&_svg]:size-4.5">
            {icon}
          </span>
          {words}
        </li>
      ))}
    </ul>
  );
}
