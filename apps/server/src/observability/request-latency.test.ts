import { expect, test } from "vitest";
import { createRequestLatency } from "./request-latency.ts";

test("the 99th percentile is of the requests since the last one, without the stream of an open page", () => {
  const latency = createRequestLatency();
  expect(latency.takeP99()).toBeNull();
  for (let count = 0; count < 99; count += 1) latency.observe("/api/habits/", 20);
  latency.observe("/api/habits/", 900);
  latency.observe("/trpc/live.changes", 3_600_000);
  // Two figures are exact.
  expect(latency.takeP99()).toBeCloseTo(20, 0);
  latency.observe("/api/habits/", 0);
  latency.observe("/api/habits/", 5_000_000);
  expect(latency.takeP99()).toBeGreaterThan(590_000);
  expect(latency.takeP99()).toBeNull();
});
