import { type Unit, type UnitKind, unitFactor, unitKind, unitKinds, units } from "@daymark/domain/base/unit";
import { formsOf } from "@daymark/domain/text/word-forms";
import { CommandError } from "./command.ts";

/** How people write units. `m` and `p` mean different units, which the habit decides. */
const abbreviations: Readonly<Record<UnitKind, Readonly<Record<string, Unit>>>> = {
  numeric: { x: "repetitions", times: "repetitions", time: "repetitions", reps: "repetitions", "%": "percentages" },
  time: { s: "seconds", sec: "seconds", m: "minutes", min: "minutes", mins: "minutes", h: "hours", hr: "hours" },
  distance: { m: "meters", km: "kilometers", ft: "feet", foot: "feet", yd: "yards", mi: "miles" },
  mass: { g: "grams", kg: "kilograms", oz: "ounces", lb: "pounds", lbs: "pounds", st: "stones" },
  volume: {
    ml: "milliliters",
    l: "liters",
    floz: "fluid_ounces",
    cup: "cups",
    pt: "pints",
    qt: "quarts",
    gal: "gallons",
  },
  energy: { cal: "calories", kcal: "kilocalories" },
};

/** A number and its unit, which may be a habit's own word such as `push-ups` or `км/год`. */
const amountPattern = /^(\d+(?:[.,]\d+)?)\s*((?:[\p{L}_%][\p{L}\p{M}\p{N}_%/.'’-]*)?)$/u;

/** Whether an argument is an amount, such as `5`, `5km` or `1.5h`. */
export function isAmount(text: string): boolean {
  return amountPattern.test(text);
}

/**
 * Reads an amount of a habit. Daymark records whole numbers, so 1.5 hours become 90 minutes.
 *
 * @param habit an amount without a unit is in the unit of the habit; its own word, in each of its forms, is repetitions
 * @throws CommandError if the unit is unknown or of another kind, or no unit makes the number whole
 */
export function readAmount(
  text: string,
  { unit, unit_label: label }: { unit: Unit; unit_label: string | null },
): { value: number; unit: Unit } {
  const [, number = "", name = ""] = amountPattern.exec(text) ?? [];
  const kind = unitKind(unit);
  const own = Object.keys(unitKinds[kind]) as Unit[];
  const words = label === null ? [] : formsOf(label);
  // An amount that stands apart from its word has lost the spaces of the word.
  const isOwnWord = words.some((word) => word.replaceAll(" ", "").toLowerCase() === name.toLowerCase());
  const given = name === "" ? unit : isOwnWord ? "repetitions" : unitOf(name.toLowerCase(), kind);
  if (!given || !own.includes(given)) {
    throw new CommandError(`“${name}” is not a unit of this habit. Use one of: ${[...words, ...own].join(", ")}.`, 2);
  }
  const amount = Number(number.replace(",", "."));
  if (Number.isInteger(amount)) return { value: amount, unit: given };
  const whole = own
    .map((each) => ({ value: amount * unitFactor(given, each), unit: each }))
    .filter(({ value }) => Math.abs(value - Math.round(value)) < floatError && value >= 1)
    .sort((one, other) => one.value - other.value);
  if (whole[0]) return { value: Math.round(whole[0].value), unit: whole[0].unit };
  throw new CommandError(
    `Daymark records whole numbers, and ${text} is not a whole number in any of these units: ${own.join(", ")}.`,
    2,
  );
}

/** A product of floats may miss a whole number by this much. */
const floatError = 1e-9;

function unitOf(name: string, kind: UnitKind): Unit | undefined {
  return abbreviations[kind][name] ?? units.find((unit) => unit === name || unit.replace(/s$/, "") === name);
}
