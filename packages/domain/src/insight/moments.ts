/** @param values at least one */
export function averageOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] as number;
  return sum / values.length;
}

/** The sum of squared distances from the average. */
export function squaresOf(values: ArrayLike<number>): number {
  const average = averageOf(values);
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += ((values[index] as number) - average) ** 2;
  return sum;
}
