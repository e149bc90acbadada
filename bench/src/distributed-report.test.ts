import { expect, test } from "vitest";
import type { DistributedCost } from "./distributed.ts";
import { formatCosts, formatRowBytes } from "./distributed-report.ts";

const cost: DistributedCost = {
  ...{ place: "one PostgreSQL", users: 100, operation: "statistics", answers: 10, p50: 0.5 },
  statements: { coordinator: 1, workers: 0 },
  cpu: { server: 0.25, coordinator: 0.1, workers: 0 },
  time: { coordinator: 0.05, workers: 0 },
  ...{ pages: 9.4, sequentialScans: 0 },
};

test("response times are multiples of the operation's first row, and the coordinator's share of the database's CPU is shown", () => {
  const spread = {
    ...cost,
    ...{ place: "Citus, 3 workers", p50: 1.25 },
    statements: { coordinator: 1, workers: 1 },
    cpu: { server: 0.5, coordinator: 0.3, workers: 0.1 },
  };
  const lines = formatCosts([cost, spread]).split("\n");
  expect(lines[2]).toBe(
    "| statistics | 100 | one PostgreSQL | 0.50 | 1.0 | 1.0 | 0.0 | 0.05 | 0.00 | 0.25 | 0.10 | 0.00 | 100 % | 9 | 0.0 |",
  );
  expect(lines[3]).toBe(
    "| statistics | 100 | Citus, 3 workers | 1.25 | 2.5 | 1.0 | 1.0 | 0.05 | 0.00 | 0.50 | 0.30 | 0.10 | 75 % | 9 | 0.0 |",
  );
});

test("the bytes of a row are listed below the table's name", () => {
  expect(formatRowBytes({ plain: { users: 348, notes: 166 }, spread: { users: 383, notes: 186 } })).toBe(
    `| table | users | notes |
| --- | --- | --- |
| one PostgreSQL | 348 | 166 |
| Citus | 383 | 186 |`,
  );
});
