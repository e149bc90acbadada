import type { Distribution } from "@daymark/domain/analysis/distribution";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Format } from "../../../lib/language/format.ts";
import { clockMinutes, isLongMinutes, longMinutes } from "../habit/form/long-minutes.ts";
import { amountText, unitSymbol } from "../habit/form/unit-words.ts";

type Bin = Distribution["bins"][number];

/** What a distribution says about a habit's amounts. */
export function distributionWords(i18n: I18n, format: Format, habit: Habit, distribution: Distribution) {
  const { bins, bin_width, minimum, median, maximum } = distribution;
  const number = (value: number) => format.number(value, { maximumFractionDigits: 2 });
  const isLong = isLongMinutes(habit.unit, maximum);
  const isWhole = bins.every(({ from }) => Number.isInteger(from)) && Number.isInteger(bin_width);
  /** On the axis, which has no room for a unit. */
  const amount = (value: number) => (isLong ? clockMinutes(value) : number(value));
  /** In a sentence: "2 h 5 min", "20 min". */
  const say = (value: number) =>
    isLongMinutes(habit.unit, value)
      ? i18n._(longMinutes(value))
      : `${number(value)} ${unitSymbol(i18n, habit, value)}`;
  /** The largest amount that a range names. */
  const lastOf = ({ from, to }: Bin) => (to === null ? from : isWhole ? to - 1 : to);
  const range = ({ from, to }: Bin) => {
    if (to === null) return i18n._(msg`${{ from: amount(from) }} or more`);
    if (isWhole) return bin_width === 1 ? amount(from) : `${amount(from)}–${amount(to - 1)}`;
    return i18n._(msg`${{ from: amount(from) }} to ${{ to: amount(to) }}`);
  };
  /** A single amount has its unit as text, a range has the symbol. */
  const amounts = (bin: Bin) => {
    if (isWhole && bin_width === 1 && bin.to !== null) return amountText(i18n, habit, bin.from);
    // "21 or more" is many, although 21 alone takes the singular in Ukrainian.
    if (!isLong) return `${range(bin)} ${unitSymbol(i18n, habit, bin.to === null ? manyOf : lastOf(bin))}`;
    if (bin.to === null) return i18n._(msg`${{ from: say(bin.from) }} or more`);
    return `${say(bin.from)} – ${say(lastOf(bin))}`;
  };
  // After "from" and "to", Ukrainian has cases that the forms of a word do not have, so only the median names it.
  const bound = habit.unit_label ? number : say;
  return {
    number,
    amounts,
    /** At the start of a bin. */
    labelOf: (bin: Bin) => (bin.to === null ? `${amount(bin.from)}+` : isWhole ? range(bin) : amount(bin.from)),
    summary: i18n._(
      msg`Median ${{ median: say(median) }} (${{ minimum: bound(minimum) }} to ${{ maximum: bound(maximum) }}).`,
    ),
    goal: isLong || isLongMinutes(habit.unit, habit.target) ? say(habit.target) : number(habit.target),
  };
}

/** A number after which words have the form of many. */
const manyOf = 5;
