import type { Insights } from "@daymark/domain/insight/insights";
import { scheduledDaysOf } from "@daymark/domain/schedule/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural, select } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type Format, useFormat } from "../../../../lib/language/format.ts";
import { amountText } from "../../habit/form/unit-words.ts";
import { hueStyle } from "../../habit/hues.ts";
import { type DataTable, figure, words } from "../plot/data-table.ts";
import { Picture } from "../plot/picture.tsx";
import { Finding, SideBars } from "./finding.tsx";
import { FindingList } from "./finding-list.tsx";
import type { InsightHabit } from "./insight-names.ts";
import { pointsBetween } from "./relation-words.ts";

interface ChangeSectionProps {
  insights: Insights;
  habits: ReadonlyMap<number, InsightHabit>;
}

type Change = Insights["changes"][number] & InsightHabit;

const monthDays = 30;
const weekAll = 7;

/** Habits whose level is another since some day, and what followed vacations. */
export function ChangeSection({ insights, habits }: ChangeSectionProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const changes = insights.changes.flatMap((change): Change[] => {
    const known = habits.get(change.habit_id);
    return known ? [{ ...change, ...known }] : [];
  });
  const { vacations } = insights;
  if (changes.length === 0 && !vacations) return null;
  const level = ({ measure, habit }: Change, value: number) => {
    if (measure === "amount") return amountText(i18n, habit, rounded(value));
    if (!isEveryDay(habit)) return format.percent(value);
    const days = Math.round(value * monthDays);
    return t`${plural(days, { one: "# day a month", other: "# days a month" })}`;
  };
  /** Days a month are named once: "9 → 5 days a month". */
  const levelBefore = (change: Change) =>
    change.measure === "share" && isEveryDay(change.habit)
      ? format.number(Math.round(change.before * monthDays))
      : level(change, change.before);
  const sentence = (change: Change) => {
    const { habit, event, since, measure, before, after } = change;
    const title = habit.title;
    const month = monthWords(format, since);
    const [was, is] = [levelBefore(change), level(change, after)];
    // Of a bad habit days without an amount are part of the average too.
    if (measure === "amount" && habit.type === "bad") {
      return after > before
        ? t`Since around ${month}, the amount of “${title}” has been larger: ${was} → ${is} a day on average.`
        : t`Since around ${month}, the amount of “${title}” has been smaller: ${was} → ${is} a day on average.`;
    }
    if (measure === "amount") {
      return after > before
        ? t`Since around ${month}, days with “${title}” have had larger amounts: ${was} → ${is} on average.`
        : t`Since around ${month}, days with “${title}” have had smaller amounts: ${was} → ${is} on average.`;
    }
    return after > before
      ? t`Since around ${month}, ${select(event, {
          exceeded: `“${title}” has been over its limit more often: ${was} → ${is}.`,
          some: `“${title}” has had an entry more often: ${was} → ${is}.`,
          other: `“${title}” has been done more often: ${was} → ${is}.`,
        })}`
      : t`Since around ${month}, ${select(event, {
          exceeded: `“${title}” has been over its limit less often: ${was} → ${is}.`,
          some: `“${title}” has had an entry less often: ${was} → ${is}.`,
          other: `“${title}” has been done less often: ${was} → ${is}.`,
        })}`;
  };
  const detail = (change: Change) => {
    const { days_before: before, days_after: after } = change;
    const from = t`Based on ${plural(before, { one: "# day", other: "# days" })} before and ${plural(after, { one: "# day", other: "# days" })} after.`;
    return `${rangeText(change)} ${from}`;
  };
  /** The size of the difference, without its sign. */
  const rangeText = (change: Change) => {
    const [least, most] = distances(change);
    if (change.measure === "share") return pointsText([least, most]);
    const [low, high] = [least, most].map((value) => amountText(i18n, change.habit, rounded(value)));
    return t`The difference is likely ${{ low }} to ${{ high }}.`;
  };
  const pointsText = ([least, most]: [number, number]) => {
    const points = i18n._(pointsBetween(format, least, most));
    return t`The difference is likely ${points}.`;
  };
  const exact = (value: number) => format.number(value, { maximumFractionDigits: 2 });
  const dataTable: DataTable = {
    caption: t`What changed`,
    columns: [
      { name: t`What we found` },
      { name: t`Since` },
      ...[t`Before`, t`After`, t`Low`, t`High`].map((name) => ({ name, isNumber: true })),
    ],
    rows: changes.map((change) => [
      words(sentence(change)),
      words(format.day(change.since), change.since),
      ...(["before", "after", "low", "high"] as const).map((name) => figure(change[name], exact)),
    ]),
  };
  return (
    <Picture title={dataTable.caption} owner={t`Insights`} dataTable={dataTable}>
      <FindingList>
        {[
          ...changes.map((change) => (
            <Finding
              key={change.habit_id}
              style={hueStyle(change.habit.hue)}
              sentence={sentence(change)}
              detail={detail(change)}
            >
              <SideBars bars={barsOf(change)} />
            </Finding>
          )),
          ...(vacations ? [<Finding key="vacations" {...vacationWords(vacations)} />] : []),
        ]}
      </FindingList>
    </Picture>
  );

  function barsOf(change: Change) {
    const { measure, before, after } = change;
    const whole = measure === "share" ? 1 : Math.max(before, after);
    return [
      { key: "before", label: t`before`, figure: level(change, before), part: before / whole },
      { key: "after", label: t`since then`, figure: level(change, after), part: after / whole },
    ];
  }

  function vacationWords(effect: NonNullable<Insights["vacations"]>) {
    const [before, after] = [format.percent(effect.share_before), format.percent(effect.share_after)];
    const habitCount = effect.habits;
    return {
      sentence: t`In the two weeks after a vacation, your good habits were done on ${after} of days; in the four weeks before it on ${before}.`,
      detail: `${pointsText(distances(effect))} ${t`Based on ${plural(effect.vacations, { one: "# vacation", other: "# vacations" })} and ${plural(habitCount, { one: "# habit", other: "# habits" })}.`}`,
    };
  }
}

/** The ends of the range of a difference, the nearer one to zero first, without their sign. */
function distances({ low, high }: { low: number; high: number }): [number, number] {
  const [least, most] = [low, high].map(Math.abs).toSorted((a, b) => a - b);
  return [low < 0 && high > 0 ? 0 : (least ?? 0), most ?? 0];
}

/** "May 2026": a change is known to within some weeks. As part of a date, because Ukrainian then declines the month. */
function monthWords({ locale }: Format, day: string): string {
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(new Date(`${day}T00:00:00Z`));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("month")} ${part("year")}`;
}

/** Only then a share of days is a number of days a month. */
function isEveryDay({ weekdays, schedule, past_schedules }: Habit): boolean {
  if (past_schedules.length > 0) return false;
  const isScheduled = scheduledDaysOf({ weekdays, schedule });
  return weekdays.length === weekAll && Array.from({ length: monthDays }, (_, day) => day).every(isScheduled);
}

/** Two significant figures are as exact as a level is. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
