import type { DayResult } from "@daymark/domain/rules/result";
import { hasFreeDays } from "@daymark/domain/schedule/history";
import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { rulesOf } from "../../habit/rules.ts";
import { isAssumedDay, type YearDay } from "./year.ts";

interface YearMark {
  key: string;
  result: DayResult;
  isAssumed?: boolean;
  words: string;
}

/** The meaning of the marks of a year. */
export function useYearMarks(): YearMark[] {
  const { t } = useLingui();
  return [
    { key: "achieved", result: "achieved", words: t`Goal achieved` },
    { key: "covered", result: "covered", words: t`Covered by other days` },
    { key: "not_achieved", result: "not_achieved", words: t`Goal not achieved` },
    { key: "awaiting", result: "awaiting", words: t`Goal awaiting, today` },
    { key: "not_exceeded", result: "not_exceeded", words: t`Limit not exceeded` },
    { key: "assumed", result: "not_exceeded", isAssumed: true, words: t`Assumed: nothing was recorded` },
    { key: "exceeded", result: "exceeded", words: t`Limit exceeded` },
    { key: "skipped", result: "skipped", words: t`Skipped` },
    { key: "rest", result: "rest", words: t`Day off, or not needed` },
  ];
}

/** The same as a list. */
export function YearMarks({ marks }: { marks: readonly YearMark[] }) {
  return marks.map(({ key, result, isAssumed, words }) => (
    <li key={key} className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="year-mark" data-result={result} data-assumed={isAssumed}>
        {yearGlyphs[result]}
      </span>
      {words}
    </li>
  ));
}

/** The meaning of those marks that occur in a habit's year. */
export function YearLegend({ habit, days }: { habit: Habit; days: readonly YearDay[] }) {
  const { t } = useLingui();
  const marks = useYearMarks();
  const always = habit.type === "good" ? ["achieved", "not_achieved"] : ["not_exceeded", "exceeded"];
  const shown = new Set<string>([...always, ...days.map(({ result }) => result)]);
  if (days.some(isAssumedDay)) shown.add("assumed");
  return (
    <ul className="year-legend flex flex-wrap gap-x-4 gap-y-1.5 text-xs text-ink-muted">
      <YearMarks
        marks={marks
          .filter(({ key }) => shown.has(key))
          .map((mark) => (mark.key === "rest" && !hasFreeDays(rulesOf(habit)) ? { ...mark, words: t`Day off` } : mark))}
      />
    </ul>
  );
}

/** At this size a glyph is a dot or a stroke, enough to distinguish the results without color. */
export const yearGlyphs: Record<DayResult, string> = {
  none: "",
  upcoming: "",
  skipped: "›",
  rest: "·",
  achieved: "",
  covered: "~",
  awaiting: "",
  not_achieved: "",
  not_exceeded: "",
  exceeded: "×",
};
