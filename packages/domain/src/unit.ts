/**
 * Units of a habit and the conversion within a kind.
 *
 * Factors are exact by definition: the international yard and pound agreement of 1959 (0.9144 m, 0.45359237 kg),
 * the US liquid gallon of 231 cubic inches (NIST Handbook 44, appendix C), the stone of 14 pounds.
 */
export const unitKinds = {
  numeric: { repetitions: 1, percentages: 1 },
  time: { seconds: 1, minutes: 60, hours: 3600 },
  distance: { meters: 1, kilometers: 1000, feet: 0.3048, yards: 0.9144, miles: 1609.344 },
  mass: { grams: 1, kilograms: 1000, ounces: 28.349523125, pounds: 453.59237, stones: 6350.29318 },
  volume: {
    milliliters: 1,
    liters: 1000,
    fluid_ounces: 29.5735295625,
    cups: 236.5882365,
    pints: 473.176473,
    quarts: 946.352946,
    gallons: 3785.411784,
  },
  energy: { calories: 1, kilocalories: 1000 },
} as const;

export type UnitKind = keyof typeof unitKinds;
export type Unit = { [K in UnitKind]: keyof (typeof unitKinds)[K] }[UnitKind];

/** All units in the order of the spec. */
export const units = Object.values(unitKinds).flatMap((kind) => Object.keys(kind)) as [Unit, ...Unit[]];

const factors: ReadonlyMap<string, number> = new Map(
  Object.values(unitKinds).flatMap((kind) => Object.entries(kind) as [string, number][]),
);
const kinds: ReadonlyMap<string, UnitKind> = new Map(
  (Object.keys(unitKinds) as UnitKind[]).flatMap((kind) =>
    Object.keys(unitKinds[kind]).map((unit) => [unit, kind] as const),
  ),
);

/** The kind a unit belongs to; a habit's unit may change only within it. */
export function unitKind(unit: Unit): UnitKind {
  return kinds.get(unit) as UnitKind;
}

/** Rounds to the four decimals that every converted figure has. */
export function roundFigure(value: number): number {
  return Math.round((value + Number.EPSILON * value) * 1e4) / 1e4;
}

/**
 * How many of `to` one `from` is. A repetition and a percentage are both plain numbers: they convert one to one.
 *
 * @throws RangeError where the kinds differ
 */
export function unitFactor(from: Unit, to: Unit): number {
  if (from === to) return 1;
  if (unitKind(from) !== unitKind(to)) throw new RangeError(`no conversion from ${from} to ${to}`);
  return (factors.get(from) as number) / (factors.get(to) as number);
}

/** A value of one unit in another of the same kind, to four decimals. */
export function convertUnit(value: number, from: Unit, to: Unit): number {
  return from === to ? value : roundFigure(value * unitFactor(from, to));
}
