import { type Unit, type UnitKind, unitFactor, unitKind } from "../base/unit.ts";

/** The unit that amounts of a kind are kept and added up in. */
const baseUnits: Readonly<Record<UnitKind, Unit>> = {
  numeric: "repetitions",
  time: "seconds",
  distance: "meters",
  mass: "grams",
  volume: "milliliters",
  energy: "calories",
};

/**
 * What one of a unit is. Exact by definition: the thermochemical calorie is 4.184 J, the imperial gallon 4.54609 l. HealthKit
 * writes `Cal` for the kilocalorie, so energy is told apart by letter case.
 */
const exactTexts: Readonly<Record<string, readonly [Unit, number]>> = {
  Cal: ["kilocalories", 1],
  cal: ["calories", 1],
};

const texts: Readonly<Record<string, readonly [Unit, number]>> = {
  ...named("repetitions", 1, "count", "steps", "reps", "times", "drinks"),
  ...named("percentages", 1, "%", "percent"),
  ...named("seconds", 0.001, "ms"),
  ...named("seconds", 1, "s", "sec", "secs", "second", "seconds"),
  ...named("minutes", 1, "min", "mins", "minute", "minutes"),
  ...named("hours", 1, "h", "hr", "hrs", "hour", "hours"),
  ...named("meters", 0.001, "mm"),
  ...named("meters", 0.01, "cm"),
  ...named("meters", 1, "m", "meter", "meters"),
  ...named("kilometers", 1, "km", "kilometer", "kilometers"),
  ...named("feet", 1, "ft", "foot", "feet"),
  ...named("feet", 1 / 12, "in", "inch", "inches"),
  ...named("yards", 1, "yd", "yard", "yards"),
  ...named("miles", 1, "mi", "mile", "miles"),
  ...named("grams", 0.000001, "mcg", "µg", "ug"),
  ...named("grams", 0.001, "mg"),
  ...named("grams", 1, "g", "gram", "grams"),
  ...named("kilograms", 1, "kg", "kilogram", "kilograms"),
  ...named("ounces", 1, "oz", "ounce", "ounces"),
  ...named("pounds", 1, "lb", "lbs", "pound", "pounds"),
  ...named("stones", 1, "st", "stone", "stones"),
  ...named("milliliters", 1, "ml", "milliliter", "milliliters"),
  ...named("milliliters", 10, "cl"),
  ...named("milliliters", 100, "dl"),
  ...named("liters", 1, "l", "liter", "liters"),
  ...named("fluid_ounces", 1, "fl_oz", "fl oz", "floz", "fl_oz_us", "fluid_ounces"),
  ...named("milliliters", 28.4130625, "fl_oz_imp"),
  ...named("cups", 1, "cup", "cups", "cup_us"),
  ...named("milliliters", 284.130625, "cup_imp"),
  ...named("pints", 1, "pt", "pint", "pints", "pt_us"),
  ...named("milliliters", 568.26125, "pt_imp"),
  ...named("quarts", 1, "qt", "quart", "quarts"),
  ...named("gallons", 1, "gal", "gallon", "gallons"),
  ...named("kilocalories", 1, "kcal", "kilocalories"),
  ...named("calories", 1, "calories"),
  ...named("calories", 1 / 4.184, "j", "joule", "joules"),
  ...named("kilocalories", 1 / 4.184, "kj", "kilojoules"),
};

function named(unit: Unit, factor: number, ...names: string[]): Record<string, readonly [Unit, number]> {
  return Object.fromEntries(names.map((name) => [name, [unit, factor]]));
}

/**
 * How many of the base unit of a habit's kind one of an app's unit is. A habit that counts plain numbers takes every number
 * as it is.
 *
 * @param chosen by the user, for a unit that the app does not name or names wrongly
 * @returns `unit_unknown` or `unit_kind_differs` if the amounts cannot be converted
 */
export function baseFactor(
  text: string,
  chosen: Unit | null,
  habitUnit: Unit,
): number | "unit_unknown" | "unit_kind_differs" {
  const kind = unitKind(habitUnit);
  if (kind === "numeric") return 1;
  const known = chosen ? ([chosen, 1] as const) : lookUp(text);
  if (!known) return "unit_unknown";
  const [unit, factor] = known;
  return unitKind(unit) === kind ? factor * unitFactor(unit, baseUnits[kind]) : "unit_kind_differs";
}

/** An amount of the base unit of a habit's kind in the habit's unit, as a whole number, halves up. */
export function wholeAmount(base: number, habitUnit: Unit): number {
  const kind = unitKind(habitUnit);
  const amount = kind === "numeric" ? base : base * unitFactor(baseUnits[kind], habitUnit);
  // Sums of floats may be slightly below the half that they stand for.
  return Math.round(Math.round(amount * 1e4) / 1e4);
}

function lookUp(text: string): readonly [Unit, number] | undefined {
  if (Object.hasOwn(exactTexts, text)) return exactTexts[text];
  const name = text.toLowerCase();
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
