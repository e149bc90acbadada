/**
 * A series as whole numbers, so that days can be counted in a table instead of sorted: the median of any of its days then
 * costs a few microseconds.
 */
export interface Levels {
  /** The distinct values, ascending. */
  values: Float64Array;
  /** For each day the index of its value; the number of values on a day that says nothing. */
  ofDay: Uint16Array;
}

/** @param series NaN on a day that says nothing; at most 65,535 days */
export function levelsOf(series: Float64Array): Levels {
  const numbers = new Map<number, number>();
  const ofDay = new Uint16Array(series.length);
  for (let index = 0; index < series.length; index += 1) {
    const value = series[index] as number;
    if (Number.isNaN(value)) continue;
    const number = numbers.get(value) ?? numbers.size;
    if (number === numbers.size) numbers.set(value, number);
    ofDay[index] = number;
  }
  const values = Float64Array.from(numbers.keys()).sort();
  // Values were numbered as they came; their levels are ascending.
  const levels = new Uint16Array(values.length);
  for (const [level, value] of values.entries()) levels[numbers.get(value) as number] = level;
  for (let index = 0; index < series.length; index += 1) {
    const isKnown = !Number.isNaN(series[index]);
    ofDay[index] = isKnown ? (levels[ofDay[index] as number] as number) : values.length;
  }
  return { values, ofDay };
}

/**
 * How many days each level of a first series shares with each level of a second one some days later.
 *
 * @param lag days from the first to the second, 0 or more
 * @returns one list for each level of the first series, with one number for each level of the second one
 */
export function tableOf(first: Levels, second: Levels, lag: number): Uint32Array[] {
  // The last row and the last column are of days that say nothing, so the loop needs no condition.
  const width = second.values.length + 1;
  const table = new Uint32Array((first.values.length + 1) * width);
  const [rows, columns] = [first.ofDay, second.ofDay];
  for (let index = 0; index + lag < rows.length; index += 1) {
    const place = (rows[index] as number) * width + (columns[index + lag] as number);
    table[place] = (table[place] as number) + 1;
  }
  return Array.from(first.values, (_, level) => table.subarray(level * width, (level + 1) * width - 1));
}

/** How many days have each level. */
export function countLevels({ values, ofDay }: Levels): Uint32Array {
  const counts = new Uint32Array(values.length + 1);
  for (const level of ofDay) counts[level] = (counts[level] as number) + 1;
  return counts.subarray(0, values.length);
}

export function sumOf(counts: Uint32Array): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}

/**
 * The middle value of some days; of an even number of them, the average of the two in the middle.
 *
 * @param counts of the days with each level, at least one day
 */
export function medianOf({ values }: Levels, counts: Uint32Array): number {
  const middle = (sumOf(counts) - 1) / 2;
  const valueAt = (place: number) => {
    let level = 0;
    for (let before = counts[0] as number; before <= place; before += counts[level] as number) level += 1;
    return values[level] as number;
  };
  return (valueAt(Math.floor(middle)) + valueAt(Math.ceil(middle))) / 2;
}

/** The days of a series in two halves: 0 for those up to a threshold, 1 for those above it. */
export function halvesOf({ values, ofDay }: Levels, threshold: number): Levels {
  // The last one is of days that say nothing.
  const halves = Uint16Array.from([...Array.from(values, (value) => (value > threshold ? 1 : 0)), 2]);
  return { values: Float64Array.of(0, 1), ofDay: ofDay.map((level) => halves[level] as number) };
}

/**
 * The ranks of a series, halves for ties, scaled to 0..1; NaN on a day that says nothing. A rank correlation is no more than
 * the correlation of ranks, and one huge amount cannot decide it.
 */
export function ranksOf(levels: Levels): Float64Array {
  const counts = countLevels(levels);
  const days = sumOf(counts);
  const ranks = new Float64Array(counts.length + 1).fill(Number.NaN);
  let before = 0;
  for (const [level, count] of counts.entries()) {
    ranks[level] = (before + (count - 1) / 2) / days;
    before += count;
  }
  const ofDay = new Float64Array(levels.ofDay.length);
  for (let index = 0; index < ofDay.length; index += 1) ofDay[index] = ranks[levels.ofDay[index] as number] as number;
  return ofDay;
}
