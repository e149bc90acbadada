import type { Insights } from "@daymark/domain/insight/insights";
import { plural, select } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../lib/language/format.ts";
import { weekdayName } from "../../clock/week.ts";
import { hueStyle } from "../../habit/hues.ts";
import { capitalize } from "../plot/capitalize.ts";
import { type DataTable, figure, words } from "../plot/data-table.ts";
import { Picture } from "../plot/picture.tsx";
import { Finding, SideBars } from "./finding.tsx";
import { FindingList } from "./finding-list.tsx";
import type { InsightHabit } from "./insight-names.ts";
import { pointsBetween } from "./relation-words.ts";

interface PatternSectionProps {
  insights: Insights;
  habits: ReadonlyMap<number, InsightHabit>;
}

interface Pattern {
  key: string;
  habitId: number;
  /** "Monday", "December to February". */
  when: string;
  label: string;
  otherLabel: string;
  /** From how many days, or years. */
  from: string;
  figures: { share: number; other_share: number; estimate: number; low: number; high: number };
}

/** Weekdays and parts of the year on which a habit differs. */
export function PatternSection({ insights, habits }: PatternSectionProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const monthName = (month: number) => format.day(`2001-${String(month).padStart(2, "0")}-01`, { month: "long" });
  const weekdays = insights.weekdays.map((found): Pattern => {
    const { habit_id, weekday, weekday_days: own, days } = found;
    return {
      key: `${habit_id} weekday ${weekday}`,
      habitId: habit_id,
      when: capitalize(weekdayName(weekday, format, "long")),
      label: t`${plural(own, { one: "on # such day", other: "on # such days" })}`,
      otherLabel: t`${plural(days - own, { one: "on # other day", other: "on # other days" })}`,
      from: t`${plural(days, { one: "Based on # day.", other: "Based on # days." })}`,
      figures: found,
    };
  });
  const seasons = insights.seasons.map((found): Pattern => {
    const { habit_id, first_month, season_days: own, days, years } = found;
    const months = { from: monthName(first_month), to: monthName(((first_month + 1) % 12) + 1) };
    return {
      key: `${habit_id} season ${first_month}`,
      habitId: habit_id,
      // The message has its own context, because Ukrainian would have to decline the months after its words for "from"
      // and "to".
      when: capitalize(t({ message: `${{ from: months.from }} to ${{ to: months.to }}`, context: "months" })),
      label: t`${plural(own, { one: "on # such day", other: "on # such days" })}`,
      otherLabel: t`${plural(days - own, { one: "on # other day", other: "on # other days" })}`,
      from: t`${plural(years, { one: "Based on # year.", other: "Compared within # years." })}`,
      figures: found,
    };
  });
  const patterns = [...weekdays, ...seasons].flatMap((pattern) => {
    const known = habits.get(pattern.habitId);
    return known ? [{ ...pattern, ...known }] : [];
  });
  if (patterns.length === 0) return null;
  const sentence = ({ when, habit, event, figures }: (typeof patterns)[number]) => {
    const title = habit.title;
    return figures.estimate > 0
      ? t`${when}: ${select(event, {
          exceeded: `“${title}” is over its limit more often than at other times.`,
          some: `“${title}” has an entry more often than at other times.`,
          other: `“${title}” is done more often than at other times.`,
        })}`
      : t`${when}: ${select(event, {
          exceeded: `“${title}” is over its limit less often than at other times.`,
          some: `“${title}” has an entry less often than at other times.`,
          other: `“${title}” is done less often than at other times.`,
        })}`;
  };
  const detail = ({ from, figures: { low, high } }: Pattern) => {
    const [least, most] = [low, high].map(Math.abs).toSorted((a, b) => a - b) as [number, number];
    const points = i18n._(pointsBetween(format, least, most));
    return t`Apart from slow changes, the difference is likely ${points}. ${from}`;
  };
  const exact = (value: number) => format.percent(value, 1);
  const dataTable: DataTable = {
    caption: t`Weekdays and seasons`,
    columns: [
      { name: t`What we found` },
      ...[t`Then`, t`At other times`, t`Estimate`, t`Low`, t`High`].map((name) => ({ name, isNumber: true })),
    ],
    rows: patterns.map((pattern) => [
      words(sentence(pattern)),
      ...(["share", "other_share", "estimate", "low", "high"] as const).map((name) =>
        figure(pattern.figures[name], exact),
      ),
    ]),
  };
  return (
    <Picture title={dataTable.caption} owner={t`Insights`} dataTable={dataTable}>
      <FindingList>
        {patterns.map((pattern) => (
          <Finding
            key={pattern.key}
            style={hueStyle(pattern.habit.hue)}
            sentence={sentence(pattern)}
            detail={detail(pattern)}
          >
            <SideBars
              bars={[
                { key: "own", label: pattern.label, part: pattern.figures.share },
                { key: "other", label: pattern.otherLabel, part: pattern.figures.other_share },
              ].map((bar) => ({ ...bar, figure: format.percent(bar.part) }))}
            />
          </Finding>
        ))}
      </FindingList>
    </Picture>
  );
}
