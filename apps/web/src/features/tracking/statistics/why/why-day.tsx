import type { ExplainedDay } from "@daymark/domain/rules/streak";
import type { Habit } from "@daymark/domain/tracking/habit";
import { DayMark } from "@daymark/ui/day-mark";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import CalendarSearch from "lucide-react/icons/calendar-search";
import { useFormat } from "../../../../lib/language/format.ts";
import { isLongMinutes } from "../../habit/form/long-minutes.ts";
import { amountText } from "../../habit/form/unit-words.ts";
import { ruleMarks, wordsOfRule } from "./rule-words.ts";

interface WhyDayProps {
  habit: Habit;
  told: ExplainedDay;
  onDay: (day: string) => void;
}

/** A day with its rule, and a button that opens its entry. */
export function WhyDay({ habit, told, onDay }: WhyDayProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const { day, rule, value, target } = told;
  const date = format.day(day, { weekday: "short", day: "numeric", month: "short" });
  const amount = value === null ? null : amountText(i18n, habit, value);
  // "90 minutes of 2 h 30 min" needs both units, "15 minutes of 20" one.
  const isLong = [value ?? 0, target].some((each) => isLongMinutes(habit.unit, each));
  const goal = isLong ? amountText(i18n, habit, target) : format.number(target);
  const words = wordsOfRule(habit, told);
  return (
    <li className="flex items-center gap-3 py-1.5 pl-1" data-rule={rule}>
      <DayMark result={ruleMarks[rule]} isAssumed={rule === "assumed"} />
      <span className="min-w-0 flex-1 text-sm leading-snug">
        <span className="block font-[560] first-letter:uppercase">{date}</span>
        <span className="block text-ink-muted">
          {i18n._(words.rule)}
          {amount === null
            ? null
            : ` · ${habit.type === "good" ? t`${amount} of ${goal}` : t`${amount}, limit ${goal}`}`}
          {words.effect && ` · ${i18n._(words.effect)}`}
        </span>
      </span>
      <IconButton size="small" label={t`Open in the calendar: ${date}`} onClick={() => onDay(day)}>
        <CalendarSearch aria-hidden="true" />
      </IconButton>
    </li>
  );
}
