import { appendFileSync } from "node:fs";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    faultTimes: number;
    /** Path of the report; empty for none. */
    faultReport: string;
  }
}

/** One row of the table in docs/reliability.md. */
export interface Figures {
  fault: string;
  /** How often the test caused the fault. */
  times: number;
  /** Writes that the server acknowledged during all repetitions of the fault. */
  acknowledged: number;
  lost: number;
  doubled: number;
  note: string;
}

/** How often each test causes its fault: `npm run test:faults -- --times 50`. */
export const times = inject("faultTimes");

/** Prints a row, and stores it for the table at the end of the run. */
export function report(figures: Figures): void {
  const { fault, acknowledged, lost, doubled, note } = figures;
  console.log(
    `${fault}: ${figures.times} times, ${acknowledged} writes acknowledged, lost ${lost}, doubled ${doubled}. ${note}`,
  );
  if (inject("faultReport")) appendFileSync(inject("faultReport"), `${JSON.stringify(figures)}\n`);
}

/** `median 1.2 s, longest 2.3 s` */
export function spellTimes(milliseconds: readonly number[]): string {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const seconds = (index: number) => `${((sorted[index] ?? 0) / 1000).toFixed(1)} s`;
  return `median ${seconds(Math.floor(sorted.length / 2))}, longest ${seconds(sorted.length - 1)}`;
}
