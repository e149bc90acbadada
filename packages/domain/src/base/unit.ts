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

/** All units in the order of the specification. */
export const units = Object.values(unitKinds).flatMap((kind) => Object.keys(kind)) as [Unit, ...Unit[]];

const factors: ReadonlyMap<string, number> = new Map(
  Object.values(unitKinds).flatMap((kind) => Object.entries(kind) as [string, number][]),
);
const kinds: ReadonlyMap<string, UnitKind> = new Map(
  (Object.keys(unitKinds) as UnitKind[]).flatMap((kind) =>
    Object.keys(unitKinds[kind]).map((unit) => [unit, kind] as const),
  ),
);

/** The kind of a unit. A user may change a habit's unit only within its kind. */
export function unitKind(unit: Unit): UnitKind {
  return kinds.get(unit) as UnitKind;
}

/**
 * Rounds a number to four decimals, like every converted number, halves up. A product of floats can be slightly below
 * the half that it represents, so the function first adds one float step.
 *
 * @param value 0 or more
 */
export function roundFigure(value: number): number {
  return Math.round((value + Number.EPSILON * value) * 1e4) / 1e4;
}

/**
 * How many of `to` one `from` is. Repetitions and percentages are both plain numbers: they convert one to one.
 *
 * @throws RangeError if the kinds differ
 */
export function unitFactor(from: Unit, to: Unit): number {
  if (from === to) return 1;
  if (unitKind(from) !== unitKind(to)) throw new RangeError(`no conversion from ${from} to ${to}`);
  return (factors.get(from) as number) / (factors.get(to) as number);
}

/**
 * Converts a value to another unit of the same kind, to four decimals: exact for every value that a user can record.
 *
 * @throws RangeError if the kinds differ
 */
export function convertUnit(value: number, from: Unit, to: Unit): number {
  return from === to ? value : roundFigure(value * unitFactor(from, to));
}

/**
 * The sum of amounts in several units of one kind, in one of them. It rounds to four decimals once, at the end. It adds
 * integers, because the sum of several years is too large for a float to represent halves exactly.
 *
 * @param amounts whole numbers by unit
 * @throws RangeError if the kinds differ
 */
export function sumUnits(amounts: ReadonlyMap<Unit, number>, to: Unit): number {
  // Most habits have one unit. Statistics add up each of their days, and integers of any size take fifty times as long.
  const unconverted = amounts.get(to);
  if (amounts.size === 1 && unconverted !== undefined) return unconverted;
  let sum = 0n;
  for (const [unit, amount] of amounts) {
    if (unitKind(unit) !== unitKind(to)) throw new RangeError(`no conversion from ${unit} to ${to}`);
    sum += BigInt(amount) * exactFactor(unit);
  }
  return figureOf(roundedQuotient(sum * 10_000n, exactFactor(to)));
}

/**
 * A ratio to four decimals, halves up.
 *
 * @param numerator 0 or more, of at most four decimals
 * @param denominator whole, 1 or more
 */
export function roundRatio(numerator: number, denominator: number): number {
  return figureOf(roundedQuotient(BigInt(Math.round(numerator * 1e4)), BigInt(denominator)));
}

/** No factor has more than ten decimals, so these integers are exact. */
const exactFactors: ReadonlyMap<string, bigint> = new Map(
  [...factors].map(([unit, factor]) => [unit, BigInt(Math.round(factor * 1e10))]),
);

function exactFactor(unit: Unit): bigint {
  return exactFactors.get(unit) as bigint;
}

/** Rounds halves up; neither number is negative. */
function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** Parsing the decimal rounds once. A division after the conversion would round sums above 2^53 twice. */
function figureOf(tenThousandths: bigint): number {
  return Number(`${tenThousandths}e-4`);
}

/** Steps of the quick-entry buttons, ascending. */
const steps: Record<Unit, readonly [number, number, number]> = {
  repetitions: [1, 5, 10],
  percentages: [5, 10, 25],
  seconds: [10, 30, 60],
  minutes: [5, 15, 30],
  hours: [1, 2, 4],
  meters: [100, 500, 1000],
  kilometers: [1, 5, 10],
  feet: [100, 500, 1000],
  yards: [100, 500, 1000],
  miles: [1, 3, 5],
  grams: [10, 50, 100],
  kilograms: [1, 5, 10],
  ounces: [1, 4, 8],
  pounds: [1, 5, 10],
  stones: [1, 2, 5],
  milliliters: [100, 250, 500],
  liters: [1, 2, 3],
  fluid_ounces: [4, 8, 16],
  cups: [1, 2, 4],
  pints: [1, 2, 4],
  quarts: [1, 2, 4],
  gallons: [1, 2, 5],
  calories: [50, 100, 500],
  kilocalories: [50, 100, 250],
};

/** The amounts that the quick-entry buttons of a unit add, in that unit: three whole numbers, ascending. */
export function quickSteps(unit: Unit): readonly [number, number, number] {
  return steps[unit];
}

/** A goal above this many times the largest quick step of its unit needs larger steps. */
const stepsToGoalMax = 20;

/**
 * The amounts that the quick-entry buttons add for a goal: the quick steps of its unit if at least two of them fit, else
 * about a twentieth, a tenth and a half of the goal. A limit of 1 has the step 1, a goal of 10,000 repetitions 500, 1000
 * and 5000.
 *
 * @param goal in the unit, above 0; converted from another unit it may have decimals
 * @returns one to three whole numbers, ascending; none above the goal, except 1
 */
export function goalSteps(unit: Unit, goal: number): readonly number[] {
  const usual = quickSteps(unit);
  const fitting = usual.filter((step) => step <= goal);
  if (fitting.length > 1 && goal <= usual[2] * stepsToGoalMax) return fitting;
  return [...new Set([goal / 20, goal / 10, goal / 2].map(roundStep))];
}

/** The largest of 1, 2, 5, 10, 20, 50, … that is not above a number; at least 1. */
function roundStep(value: number): number {
  if (value < 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([5, 2].find((digit) => digit * power <= value) ?? 1) * power;
}
