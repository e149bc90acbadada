import type { RowBytes } from "./diary-rest.ts";
import type { DistributedCost } from "./distributed.ts";

/** Formats one line per operation, size and place. p50 is also given as a multiple of the operation's first line. */
export function formatCosts(costs: readonly DistributedCost[]): string {
  const head = [
    ...["operation", "people", "database", "p50 ms", "ratio", "statements: coordinator", "workers"],
    ...["ms in statements: coordinator", "workers", "CPU ms: node", "coordinator", "workers", "coordinator's share"],
    ...["pages", "sequential scans"],
  ];
  const operations = [...new Set(costs.map(({ operation }) => operation))];
  const lines = operations.flatMap((operation) => {
    const rows = costs.filter((cost) => cost.operation === operation);
    return rows.map(({ users, place, p50, statements, time, cpu, pages, sequentialScans }) => [
      operation,
      users,
      place,
      p50.toFixed(2),
      (p50 / (rows[0]?.p50 ?? p50)).toFixed(1),
      statements.coordinator.toFixed(1),
      statements.workers.toFixed(1),
      time.coordinator.toFixed(2),
      time.workers.toFixed(2),
      cpu.server.toFixed(2),
      cpu.coordinator.toFixed(2),
      cpu.workers.toFixed(2),
      `${Math.round((100 * cpu.coordinator) / (cpu.coordinator + cpu.workers))} %`,
      pages.toFixed(0),
      sequentialScans.toFixed(1),
    ]);
  });
  return tableOf([head, ...lines]);
}

export function formatRowBytes({ plain, spread }: { plain: RowBytes; spread: RowBytes }): string {
  const names = Object.keys(plain);
  return tableOf([
    ["table", ...names],
    ["one PostgreSQL", ...names.map((name) => plain[name] ?? 0)],
    ["Citus", ...names.map((name) => spread[name] ?? 0)],
  ]);
}

function tableOf([head = [], ...rows]: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
