import type { Unit, UnitKind } from "@daymark/domain/base/unit";
import { formFor, nameOf } from "@daymark/domain/text/word-forms";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { isLongMinutes, longMinutes } from "./long-minutes.ts";

export const unitKindNames: Record<UnitKind, MessageDescriptor> = {
  numeric: msg`Numeric`,
  time: msg`Time`,
  distance: msg`Distance`,
  mass: msg`Mass`,
  volume: msg`Volume`,
  energy: msg`Energy`,
};

export const unitNames: Record<Unit, MessageDescriptor> = {
  repetitions: msg`Repetitions`,
  percentages: msg`Percentages`,
  seconds: msg`Seconds`,
  minutes: msg`Minutes`,
  hours: msg`Hours`,
  meters: msg`Meters`,
  kilometers: msg`Kilometers`,
  feet: msg`Feet`,
  yards: msg`Yards`,
  miles: msg`Miles`,
  grams: msg`Grams`,
  kilograms: msg`Kilograms`,
  ounces: msg`Ounces`,
  pounds: msg`Pounds`,
  stones: msg`Stones`,
  milliliters: msg`Milliliters`,
  liters: msg`Liters`,
  fluid_ounces: msg`Fluid ounces`,
  cups: msg`Cups`,
  pints: msg`Pints`,
  quarts: msg`Quarts`,
  gallons: msg`Gallons`,
  calories: msg`Calories`,
  kilocalories: msg`Kilocalories`,
};

/**
 * A number with its unit as text: "1 minute", "20 minutes", "2 h 5 min". The locale formats the number. The amounts of a
 * habit may have another word, see {@link amountText}.
 */
export const unitAmounts: Record<Unit, (count: number) => MessageDescriptor> = {
  repetitions: (count) => msg`${plural(count, { one: "# repetition", other: "# repetitions" })}`,
  percentages: (count) => msg`${plural(count, { one: "# percent", other: "# percent" })}`,
  seconds: (count) => msg`${plural(count, { one: "# second", other: "# seconds" })}`,
  minutes: (count) =>
    isLongMinutes("minutes", count)
      ? longMinutes(count)
      : msg`${plural(count, { one: "# minute", other: "# minutes" })}`,
  hours: (count) => msg`${plural(count, { one: "# hour", other: "# hours" })}`,
  meters: (count) => msg`${plural(count, { one: "# meter", other: "# meters" })}`,
  kilometers: (count) => msg`${plural(count, { one: "# kilometer", other: "# kilometers" })}`,
  feet: (count) => msg`${plural(count, { one: "# foot", other: "# feet" })}`,
  yards: (count) => msg`${plural(count, { one: "# yard", other: "# yards" })}`,
  miles: (count) => msg`${plural(count, { one: "# mile", other: "# miles" })}`,
  grams: (count) => msg`${plural(count, { one: "# gram", other: "# grams" })}`,
  kilograms: (count) => msg`${plural(count, { one: "# kilogram", other: "# kilograms" })}`,
  ounces: (count) => msg`${plural(count, { one: "# ounce", other: "# ounces" })}`,
  pounds: (count) => msg`${plural(count, { one: "# pound", other: "# pounds" })}`,
  stones: (count) => msg`${plural(count, { one: "# stone", other: "# stones" })}`,
  milliliters: (count) => msg`${plural(count, { one: "# milliliter", other: "# milliliters" })}`,
  liters: (count) => msg`${plural(count, { one: "# liter", other: "# liters" })}`,
  fluid_ounces: (count) => msg`${plural(count, { one: "# fluid ounce", other: "# fluid ounces" })}`,
  cups: (count) => msg`${plural(count, { one: "# cup", other: "# cups" })}`,
  pints: (count) => msg`${plural(count, { one: "# pint", other: "# pints" })}`,
  quarts: (count) => msg`${plural(count, { one: "# quart", other: "# quarts" })}`,
  gallons: (count) => msg`${plural(count, { one: "# gallon", other: "# gallons" })}`,
  calories: (count) => msg`${plural(count, { one: "# calorie", other: "# calories" })}`,
  kilocalories: (count) => msg`${plural(count, { one: "# kilocalorie", other: "# kilocalories" })}`,
};

/** Short symbols of the units, for narrow places. */
const unitSymbols: Record<Unit, MessageDescriptor> = {
  repetitions: msg({ message: "×", context: "unit symbol" }),
  percentages: msg({ message: "%", context: "unit symbol" }),
  seconds: msg({ message: "s", context: "unit symbol" }),
  minutes: msg({ message: "min", context: "unit symbol" }),
  hours: msg({ message: "h", context: "unit symbol" }),
  meters: msg({ message: "m", context: "unit symbol" }),
  kilometers: msg({ message: "km", context: "unit symbol" }),
  feet: msg({ message: "ft", context: "unit symbol" }),
  yards: msg({ message: "yd", context: "unit symbol" }),
  miles: msg({ message: "mi", context: "unit symbol" }),
  grams: msg({ message: "g", context: "unit symbol" }),
  kilograms: msg({ message: "kg", context: "unit symbol" }),
  ounces: msg({ message: "oz", context: "unit symbol" }),
  pounds: msg({ message: "lb", context: "unit symbol" }),
  stones: msg({ message: "st", context: "unit symbol" }),
  milliliters: msg({ message: "ml", context: "unit symbol" }),
  liters: msg({ message: "l", context: "unit symbol" }),
  fluid_ounces: msg({ message: "fl oz", context: "unit symbol" }),
  cups: msg({ message: "cups", context: "unit symbol" }),
  pints: msg({ message: "pt", context: "unit symbol" }),
  quarts: msg({ message: "qt", context: "unit symbol" }),
  gallons: msg({ message: "gal", context: "unit symbol" }),
  calories: msg({ message: "cal", context: "unit symbol" }),
  kilocalories: msg({ message: "kcal", context: "unit symbol" }),
};

/** What names the amounts of a habit. */
export type Measured = Pick<Habit, "unit" | "unit_label">;

/** The habit's own word, if it names this unit. */
function ownWord(habit: Measured, unit: Unit): string | null {
  return unit === "repetitions" && habit.unit_label ? habit.unit_label : null;
}

/**
 * True if the form of a habit shows the fields of an own word: there is one, or the user is about to write it. A unit
 * that converts has none.
 *
 * @param isChosen the user has chosen the own unit among the units
 */
export function hasOwnWord({ unit, unit_label }: Measured, isChosen: boolean): boolean {
  return unit === "repetitions" && (isChosen || unit_label !== null);
}

/**
 * An amount of a habit as text: "20 minutes", or "20 pages" with the habit's own word.
 *
 * @param unit of the amount; the habit's by default
 */
export function amountText(i18n: I18n, habit: Measured, amount: number, unit = habit.unit): string {
  const word = ownWord(habit, unit);
  return word ? `${i18n.number(amount)} ${formFor(word, amount)}` : i18n._(unitAmounts[unit](amount));
}

/**
 * The unit of a habit's amounts without a number, as a label: "Minutes", or "pages" as the owner wrote it.
 *
 * @param unit of the amounts; the habit's by default
 */
export function unitName(i18n: I18n, habit: Measured, unit = habit.unit): string {
  const word = ownWord(habit, unit);
  return word ? nameOf(word) : i18n._(unitNames[unit]);
}

/**
 * What stands behind a number where a whole word is too long: "km", but the habit's own word.
 *
 * @param amount shown with up to two decimals
 */
export function unitSymbol(i18n: I18n, habit: Measured, amount: number): string {
  const word = ownWord(habit, habit.unit);
  return word ? formFor(word, amount, 2) : i18n._(unitSymbols[habit.unit]);
}
