import { describe, expect, it } from "vitest";
import { formatReport, isGood, type OperationReport, type Report, verdict } from "./report.ts";

const summary = {
  requestsPerSecond: 1000,
  p50: 4,
  p95: 7,
  p99: 9,
  answers: 5000,
  faults: 0,
  spread: { min: 900, max: 1100 },
};
const operation: OperationReport = {
  operation: "set progress",
  connections: 32,
  product: summary,
  reference: { ...summary, name: "bare", requestsPerSecond: 1250 },
  ratio: { value: 0.8, min: 0.79, max: 0.82 },
  gate: { ratio: 0.8 },
  statements: { known: 1, firstUse: 2, texts: [] },
};
const report = (...operations: OperationReport[]): Report => ({
  at: "2026-11-21T12:00:00Z",
  commit: "0",
  machine: { cpu: "CPU", cpus: 2, memoryGib: 4, node: "24", postgres: "18", load: 0.25 },
  options: { rounds: 3, seconds: 5, connections: 32 },
  people: { count: 1, daysEach: 1, tenYearHabits: 1 },
  operations,
  start: { firstMs: 1, secondMs: [1], residentMib: 1 },
  residentMibAtItsEnd: 200,
  residentMibAfterLoad: 1,
  pages: [],
  dashboards: [],
  felt: [],
  feltLoads: [],
  lighthouse: [],
});

describe("a report", () => {
  it("shows ratio, spread and whether the gate is met", () => {
    const text = formatReport(report(operation));
    expect(text).toContain("0.80 (0.79 to 0.82)");
    expect(text).toContain("0.8 met");
    expect(text).toContain("1, new token 2");
    expect(text).toContain(
      "2026-11-21, 0: CPU, 2 cores, 4 GiB, Node 24, PostgreSQL 18, fsync on; load average before: 0.3.",
    );
    expect(isGood(report(operation))).toBe(true);
  });

  it("misses a gate by a hundredth or by a millisecond", () => {
    expect(verdict({ ...operation, ratio: { value: 0.79, min: 0.7, max: 0.9 } })).toBe("missed");
    expect(verdict({ ...operation, gate: { p50: 4 } })).toBe("missed");
    expect(verdict({ ...operation, gate: { p50: 5 } })).toBe("met");
    expect(verdict({ ...operation, gate: { p99: 9 } })).toBe("missed");
    expect(formatReport(report({ ...operation, gate: { p99: 10 } }))).toContain("p99 < 10 met");
    expect(formatReport(report({ ...operation, gate: { ratio: 0.8, p95: 8 } }))).toContain("0.8, p95 < 8 met");
    expect(verdict({ ...operation, gate: { ratio: 0.8, p95: 7 } })).toBe("missed");
    expect(verdict({ ...operation, gate: { ratio: 0.81, p95: 8 } })).toBe("missed");
  });

  it("is not good if a page misses one Lighthouse score by one point", () => {
    const scores = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
    const page = { page: "/blog", scores, fcpMs: 1000, lcpMs: 1500, tbtMs: 20, cls: 0, spread: { min: 97, max: 99 } };
    expect(isGood({ ...report(operation), lighthouse: [page] })).toBe(true);
    expect(formatReport({ ...report(operation), lighthouse: [page] })).toContain("98/100/100/100 met");
    const poor = { ...page, scores: { ...scores, accessibility: 99 } };
    expect(isGood({ ...report(operation), lighthouse: [page, poor] })).toBe(false);
  });

  it("is not good if the start is too slow or the process uses too much memory", () => {
    const given = report(operation);
    // 237 MiB are 248.5 MB.
    const small = { ...given, start: { ...given.start, secondMs: [2_499, 9_000, 1] }, residentMibAfterLoad: 237 };
    expect(isGood(small)).toBe(true);
    expect(formatReport(small)).toMatch(/start on the same data \(1 to 9000\) +\| 2499 ms +\| < 2500 ms met/);
    expect(formatReport(small)).toMatch(/resident 20 s after the load +\| 249 MB +\| < 250 MB met/);
    const late = { ...small, start: { ...given.start, secondMs: [2_500] } };
    expect(isGood(late)).toBe(false);
    expect(formatReport(late)).toContain("< 2500 ms missed");
    const large = { ...small, residentMibAfterLoad: 239 };
    expect(isGood(large)).toBe(false);
    expect(formatReport(large)).toContain("< 250 MB missed");
  });

  it("shows no ratio and is not good if a response was not 2xx", () => {
    const refused = { ...operation, ratio: { refused: "3 faults in 100 answers" } };
    expect(formatReport(report(refused))).toContain("refused: 3 faults in 100 answers");
    expect(isGood(report(refused))).toBe(false);
    const alone = { ...operation, reference: null, ratio: null, gate: null, product: { ...summary, faults: 2 } };
    expect(formatReport(report(alone))).toContain("refused: 2 faults in 5000 answers");
    expect(isGood(report(alone))).toBe(false);
  });
});
