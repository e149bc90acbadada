import type { Insights } from "@daymark/domain/insight/insights";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural, select } from "@lingui/core/macro";
import type { Format } from "../../../../lib/language/format.ts";
import { amountText } from "../../habit/form/unit-words.ts";
import { type CorrelationStrength, strengthOf } from "./correlation.ts";
import type { InsightHabit } from "./insight-names.ts";

type Relation = Insights["relations"][number];

interface Pair {
  first: InsightHabit;
  second: InsightHabit;
}

/** What went together, without a word about why. */
export function relationSentence(i18n: I18n, relation: Relation, { first, second }: Pair): string {
  const [a, b, event] = [first.habit.title, second.habit.title, second.event];
  const days = i18n._(daysWith(i18n, relation, first, a));
  const isMore = relation.estimate > 0;
  if (relation.measure === "rank") {
    return i18n._(
      isMore
        ? msg`${days}, the amount of “${b}” tended to be higher.`
        : msg`${days}, the amount of “${b}” tended to be lower.`,
    );
  }
  return i18n._(
    isMore
      ? msg`${days}, ${select(event, {
          exceeded: `“${b}” was over its limit more often.`,
          some: `“${b}” had an entry more often.`,
          other: `“${b}” was done more often.`,
        })}`
      : msg`${days}, ${select(event, {
          exceeded: `“${b}” was over its limit less often.`,
          some: `“${b}” had an entry less often.`,
          other: `“${b}” was done less often.`,
        })}`,
  );
}

/** "On days with …", with a capital: it begins the sentence. */
function daysWith(i18n: I18n, { lag_days, threshold }: Relation, { habit, event }: InsightHabit, a: string) {
  const isNext = lag_days === 1;
  if (threshold !== null) {
    const amount = amountText(i18n, habit, threshold);
    return isNext
      ? msg`On the day after a day with more than ${amount} of “${a}”`
      : msg`On days with more than ${amount} of “${a}”`;
  }
  if (event === "exceeded") {
    return isNext ? msg`On the day after “${a}” was over its limit` : msg`On days when “${a}” was over its limit`;
  }
  return isNext ? msg`On the day after a day with “${a}”` : msg`On days with “${a}”`;
}

const strengthWords: Record<
  CorrelationStrength,
  (figures: Record<"value" | "low" | "high", string>) => MessageDescriptor
> = {
  none: ({ value, low, high }) => msg`a very weak link (rank correlation ${value}, likely ${low} to ${high})`,
  weak: ({ value, low, high }) => msg`a weak link (rank correlation ${value}, likely ${low} to ${high})`,
  moderate: ({ value, low, high }) => msg`a moderate link (rank correlation ${value}, likely ${low} to ${high})`,
  strong: ({ value, low, high }) => msg`a strong link (rank correlation ${value}, likely ${low} to ${high})`,
};

/** How large the difference is once weekdays and slow changes are set aside, and from how many days. */
export function relationDetail(i18n: I18n, format: Format, relation: Relation): string {
  const { days, low, high, estimate, measure } = relation;
  const from = i18n._(msg`${plural(days, { one: "Based on # day.", other: "Based on # days." })}`);
  if (measure === "share") {
    const [least, most] = [low, high].map(Math.abs).toSorted((a, b) => a - b) as [number, number];
    const points = i18n._(pointsBetween(format, least, most));
    return i18n._(msg`Adjusted for weekdays and slow changes, the difference is likely ${points}. ${from}`);
  }
  const number = (value: number) =>
    format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" });
  const link = i18n._(
    strengthWords[strengthOf(estimate)]({ value: number(estimate), low: number(low), high: number(high) }),
  );
  return i18n._(msg`Adjusted for weekdays and slow changes: ${link}. ${from}`);
}

/** @param least, most shares, 0 to 1 */
export function pointsBetween(format: Format, least: number, most: number): MessageDescriptor {
  const [low, high] = [format.number(Math.round(least * 100)), Math.round(most * 100)];
  return msg`${low} to ${plural(high, { one: "# percentage point", other: "# percentage points" })}`;
}
