import { describe, expect, it } from "vitest";
import { type Measurement, median, pairedRatio, percentile, summarize } from "./figures.ts";

const round = (requestsPerSecond: number, changes: Partial<Measurement> = {}): Measurement => ({
  requestsPerSecond,
  p50: 1,
  p95: 2,
  p99: 2,
  answers: requestsPerSecond * 5,
  faults: 0,
  ...changes,
});

describe("median", () => {
  it("is the middle by numeric size, not by position or as text", () => {
    expect(median([9, 100, 11])).toBe(11);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
  });

  it("throws for an empty list", () => {
    expect(() => median([])).toThrow(RangeError);
  });

  it("does not sort its input", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe("percentile", () => {
  const hundred = Float64Array.from({ length: 100 }, (_, index) => index + 1);

  it("takes the nearest rank", () => {
    expect(percentile(hundred, 50)).toBe(50);
    expect(percentile(hundred, 99)).toBe(99);
    expect(percentile(hundred, 99.5)).toBe(100);
    expect(percentile(hundred, 100)).toBe(100);
    expect(percentile([5], 99)).toBe(5);
  });
});

describe("summarize", () => {
  it("keeps the slowest and the fastest round", () => {
    const summary = summarize([round(300), round(100, { faults: 1 }), round(200)]);
    expect(summary.requestsPerSecond).toBe(200);
    expect(summary.spread).toEqual({ min: 100, max: 300 });
    expect(summary.answers).toBe(3000);
    expect(summary.faults).toBe(1);
  });
});

describe("pairedRatio", () => {
  it("compares each round with the one at the same position", () => {
    // The machine is half as fast in the second round. The ratio of medians would hide that each round has 0.8.
    expect(pairedRatio([round(800), round(400), round(80)], [round(1000), round(500), round(100)])).toEqual({
      value: 0.8,
      min: 0.8,
      max: 0.8,
    });
  });

  it("returns no ratio if a single response on either side was not 2xx", () => {
    const good = [round(800), round(800)];
    const bad = [round(1000), round(1000, { faults: 1 })];
    expect(pairedRatio(good, bad)).toEqual({ refused: "1 faults in 18000 answers" });
    expect(pairedRatio(bad, good)).toHaveProperty("refused");
  });

  it("returns no ratio for rounds without a partner or without responses", () => {
    expect(pairedRatio([round(1), round(1)], [round(1)])).toHaveProperty("refused");
    expect(pairedRatio([], [])).toHaveProperty("refused");
    expect(pairedRatio([round(5, { answers: 0 })], [round(5)])).toEqual({ refused: "a round without answers" });
  });
});
