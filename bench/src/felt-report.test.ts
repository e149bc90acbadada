import { describe, expect, it } from "vitest";
import type { FeltFigures, PressFigures } from "./felt.ts";
import { feltActions } from "./felt-actions.ts";
import type { LoadFigures } from "./felt-loads.ts";
import { feltLoadTable, feltTable, isFeltMet } from "./felt-report.ts";

const quick: PressFigures = { median: 24, p95: 40, first: 56, shownP95: 90 };

function figures(changed: Record<string, PressFigures> = {}): FeltFigures {
  const presses = Object.fromEntries(feltActions.map(({ name }) => [name, quick]));
  return { habits: 6, layout: "vertical", presses: { ...presses, ...changed }, elements: 900 };
}

const load: LoadFigures = { habits: 48, cache: "full", filledMs: 1_500, filledMsMax: 9_000, requests: 16 };

describe("press to paint", () => {
  it("meets its goals up to the millisecond, in the 95th percentile and until the page shows the result", () => {
    expect(isFeltMet([figures({ layout: { median: 8, p95: 200, first: 56, shownP95: 200 } })], [])).toBe(true);
    expect(isFeltMet([figures({ layout: { median: 8, p95: 201, first: 56, shownP95: 200 } })], [])).toBe(false);
    expect(isFeltMet([figures({ layout: { median: 8, p95: 200, first: 56, shownP95: 201 } })], [])).toBe(false);
    expect(isFeltMet([figures({ arrow: { median: 8, p95: 101, first: 56, shownP95: 8 } })], [])).toBe(false);
  });

  it("is printed with what misses its goal", () => {
    const text = feltTable([figures({ month: { median: 104, p95: 160, first: 56, shownP95: 120.4 } })]);
    expect(text).toMatch(/\| 6 habits, vertical +\|/);
    expect(text).toMatch(/\| arrow +\| 24 \(40\) +\| 100 \(6\), 100 \(48\) +\|/);
    expect(text).toMatch(/\| month +\| 104 \(160\) missed +\| 150 \(6\), 200 \(48\) +\|/);
    expect(text).toMatch(/\| month, until it is shown +\| \(120\) +\|/);
    expect(text).toMatch(/\| new habit +\| 24 \(40\), first 56 +\|/);
    expect(text).toMatch(/\| elements +\| 900 +\|/);
  });

  it("is not met if an action was not measured", () => {
    const { arrow: _, ...others } = figures().presses;
    expect(isFeltMet([{ ...figures(), presses: others }], [])).toBe(false);
  });
});

describe("a load", () => {
  it("meets its goals by the median time and the highest number of requests", () => {
    expect(isFeltMet([], [load])).toBe(true);
    expect(isFeltMet([], [{ ...load, filledMs: 1_501 }])).toBe(false);
    expect(isFeltMet([], [{ ...load, requests: 17 }])).toBe(false);
    expect(feltLoadTable([load])).toMatch(
      /\| 48 habits +\| full +\| 1500 \(9000\) +\| 16 +\| 1500 ms, 16 requests met \|/,
    );
    expect(feltLoadTable([{ ...load, requests: 17 }])).toContain("missed");
  });
});
