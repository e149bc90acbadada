/**
 * For tests only: amounts as exact fractions, and every unit of the contract. It shares no code with the tested rules.
 */

export type Fraction = readonly [top: bigint, bottom: bigint];

export const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];
export const over = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1], a[1] * b[0]];
export const plus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
export const whole = (value: number): Fraction => [BigInt(value), 1n];
export const decimal = (text: string): Fraction => {
  const [before = "", after = ""] = text.split(".");
  return [BigInt(before + after), 10n ** BigInt(after.length)];
};

/** Four decimals by long division, rounded by the fifth. Only the last step uses a float. */
export function fourDecimals([top, bottom]: Fraction): number {
  const digits = (top * 10_000n) / bottom;
  const rest = (top * 10_000n) % bottom;
  const rounded = rest * 2n >= bottom ? digits + 1n : digits;
  const text = rounded.toString().padStart(5, "0");
  return Number(`${text.slice(0, -4)}.${text.slice(-4)}`);
}

// Inch, pound and gallon by their definitions; the other units by how many of a smaller unit they contain.
const inch = decimal("0.0254");
const foot = times(inch, whole(12));
const yard = times(foot, whole(3));
const pound = decimal("453.59237");
const gallon = times(decimal("16.387064"), whole(231));
const quart = over(gallon, whole(4));
const pint = over(quart, whole(2));
const cup = over(pint, whole(2));

/** Every unit of the contract with its kind and its size. */
export const naiveUnits: Record<string, { kind: string; size: Fraction }> = {
  repetitions: { kind: "numeric", size: whole(1) },
  percentages: { kind: "numeric", size: whole(1) },
  seconds: { kind: "time", size: whole(1) },
  minutes: { kind: "time", size: whole(60) },
  hours: { kind: "time", size: whole(60 * 60) },
  meters: { kind: "distance", size: whole(1) },
  kilometers: { kind: "distance", size: whole(1000) },
  feet: { kind: "distance", size: foot },
  yards: { kind: "distance", size: yard },
  miles: { kind: "distance", size: times(yard, whole(1760)) },
  grams: { kind: "mass", size: whole(1) },
  kilograms: { kind: "mass", size: whole(1000) },
  ounces: { kind: "mass", size: over(pound, whole(16)) },
  pounds: { kind: "mass", size: pound },
  stones: { kind: "mass", size: times(pound, whole(14)) },
  milliliters: { kind: "volume", size: whole(1) },
  liters: { kind: "volume", size: whole(1000) },
  fluid_ounces: { kind: "volume", size: over(cup, whole(8)) },
  cups: { kind: "volume", size: cup },
  pints: { kind: "volume", size: pint },
  quarts: { kind: "volume", size: quart },
  gallons: { kind: "volume", size: gallon },
  calories: { kind: "energy", size: whole(1) },
  kilocalories: { kind: "energy", size: whole(1000) },
};

export function sizeIn(from: string, to: string): Fraction {
  return over((naiveUnits[from] as { size: Fraction }).size, (naiveUnits[to] as { size: Fraction }).size);
}

export function naiveConvert(value: number, from: string, to: string): number {
  return fourDecimals(times(whole(value), sizeIn(from, to)));
}

export function naiveRatio(top: number, bottom: number): number {
  return fourDecimals([BigInt(top), BigInt(bottom)]);
}
