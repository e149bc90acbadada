/**
 * Maps a value of a domain to pixels, linearly; values outside map outside. A domain without width maps to its start.
 */
export function linearScale(domain: readonly [number, number], range: readonly [number, number]) {
  const [from, to] = domain;
  const [start, end] = range;
  const factor = to === from ? 0 : (end - start) / (to - from);
  return (value: number): number => start + (value - from) * factor;
}

/**
 * Round numbers for an axis that begins at 0: steps of 1, 2 or 5 times a power of ten.
 *
 * @param max the greatest value in the chart, 0 or more; the last tick reaches it
 * @param count about how many steps fit
 */
export function niceTicks(max: number, count = 4): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10);
  const steps = Math.ceil(max / step - 1e-9);
  // A multiple of a step such as 0.2 may have a rounding error.
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Columns of equal width. */
export interface Bands {
  /** Distance from one column to the next, in pixels. */
  step: number;
  /** Width of the bar in a column, at least 1. */
  width: number;
  /** Left edge of the bar in a column. */
  left: (index: number) => number;
  center: (index: number) => number;
}

/**
 * @param span the start and the end of the columns, in pixels
 * @param gap free part of a column, 0 to 1
 */
export function bandsOf(count: number, [start, end]: readonly [number, number], gap = 0.28): Bands {
  const step = (end - start) / Math.max(1, count);
  const width = Math.max(1, step * (1 - gap));
  const center = (index: number) => start + step * (index + 0.5);
  return { step, width, center, left: (index) => center(index) - width / 2 };
}

/** The index, 0 to `count` - 1, of the column or point nearest to a pixel. */
export function nearestIndex(at: readonly number[], x: number): number {
  let nearest = 0;
  at.forEach((value, index) => {
    if (Math.abs(value - x) < Math.abs((at[nearest] as number) - x)) nearest = index;
  });
  return nearest;
}

/** Width of a letter of a label in pixels, as an upper estimate. */
export const letterWidth = 6.6;

/**
 * The labels of a row to show if not all fit: each, or every second, or every third and so on, counted back from the
 * newest, the last. They must not overlap. Empty labels are not counted.
 *
 * @param centers in pixels, ascending, one for each label
 */
export function shownLabels(labels: readonly string[], centers: readonly number[], gap = 6): boolean[] {
  const newestFirst = labels.flatMap((label, index) => (label ? [index] : [])).reverse();
  const halfOf = (index: number) => ((labels[index] ?? "").length * letterWidth) / 2;
  const fits = (chosen: readonly number[]) =>
    chosen.every((index, place) => {
      const newer = chosen[place - 1];
      if (newer === undefined) return true;
      return (centers[newer] as number) - halfOf(newer) - gap >= (centers[index] as number) + halfOf(index);
    });
  let stride = 1;
  const choose = () => newestFirst.filter((_, place) => place % stride === 0);
  while (!fits(choose())) stride += 1;
  const chosen = new Set(choose());
  return labels.map((_, index) => chosen.has(index));
}

export interface Point {
  x: number;
  y: number;
}

/** The path of a line through points; null is a gap. A single point becomes a dot, drawn by round caps. */
export function linePath(points: readonly (Point | null)[]): string {
  return runsOf(points)
    .map((run) => `M${run.map(coordinates).join("L")}${run.length === 1 ? "h0" : ""}`)
    .join("");
}

/** The path of the area below such a line, down to `base`. */
export function areaPath(points: readonly (Point | null)[], base: number): string {
  return runsOf(points)
    .map((run) => {
      const [first, last] = [run[0] as Point, run.at(-1) as Point];
      return `M${coordinates({ x: first.x, y: base })}L${run.map(coordinates).join("L")}L${coordinates({ x: last.x, y: base })}Z`;
    })
    .join("");
}

/** Consecutive points without a gap. */
function runsOf(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = [];
  let isOpen = false;
  for (const point of points) {
    if (!point) {
      isOpen = false;
    } else if (isOpen) {
      runs.at(-1)?.push(point);
    } else {
      runs.push([point]);
      isOpen = true;
    }
  }
  return runs;
}

/** A tenth of a pixel is precise enough. */
function coordinates({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
}
