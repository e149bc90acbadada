import type { Ratio, Summary } from "./figures.ts";
import type { PageBytes } from "./pages.ts";
import type { StatementCount } from "./statements.ts";

export interface OperationReport {
  operation: string;
  connections: number;
  product: Summary;
  reference: (Summary & { name: string }) | null;
  ratio: Ratio | null;
  /** The least ratio wanted, or the most milliseconds at p50 or p99. */
  gate: { ratio: number } | { p50: number } | { p99: number } | null;
  statements: StatementCount | null;
}

export interface Report {
  at: string;
  commit: string;
  machine: { cpu: string; cpus: number; memoryGib: number; node: string; postgres: string };
  options: { rounds: number; seconds: number; connections: number };
  people: { count: number; daysEach: number; tenYearHabits: number };
  operations: OperationReport[];
  start: { firstMs: number; secondMs: number[]; residentMib: number };
  residentMibAfterLoad: number;
  pages: PageBytes[];
}

/** All of a run as a person reads it. */
export function formatReport(report: Report): string {
  const { machine, options } = report;
  return [
    `${machine.cpu}, ${machine.cpus} CPUs, Node ${machine.node}, PostgreSQL ${machine.postgres}, fsync on`,
    `Median of ${options.rounds} rounds of ${options.seconds} s, product and reference in turn; ratio: median (lowest to highest) of the rounds' own.`,
    "",
    table(
      [
        "operation",
        "conn",
        "req/s",
        "p50 ms",
        "p99 ms",
        "reference",
        "req/s",
        "p50",
        "p99",
        "ratio",
        "gate",
        "statements",
      ],
      report.operations.map(operationRow),
    ),
    "",
    table(
      ["first load, brotli", "HTML", "JS", "CSS", "fonts", "scripts"],
      report.pages.map((page) => [
        page.page,
        kib(page.html),
        kib(page.js),
        kib(page.css),
        kib(page.fonts),
        String(page.scripts.length),
      ]),
    ),
    "",
    `Cold start to ready: first ${Math.round(report.start.firstMs)} ms, then ${report.start.secondMs.map(Math.round).join(", ")} ms.`,
    `Resident memory of the server: ${Math.round(report.start.residentMib)} MiB after the start, ${Math.round(report.residentMibAfterLoad)} MiB after the load.`,
  ].join("\n");
}

/** True where every ratio could be printed and every gate is met. */
export function isGood(report: Report): boolean {
  return report.operations.every((operation) => verdict(operation) !== "missed" && !isRefused(operation));
}

/** Something other than 2xx was answered: its figures say nothing. */
function isRefused({ product, reference }: OperationReport): boolean {
  return product.faults > 0 || product.answers === 0 || (reference?.faults ?? 0) > 0;
}

export function verdict({ gate, ratio, product }: OperationReport): "met" | "missed" | "" {
  if (!gate) return "";
  if ("p50" in gate) return product.p50 < gate.p50 ? "met" : "missed";
  if ("p99" in gate) return product.p99 < gate.p99 ? "met" : "missed";
  return ratio && "value" in ratio && ratio.value >= gate.ratio ? "met" : "missed";
}

function operationRow(operation: OperationReport): string[] {
  const { product, reference, ratio, gate, statements } = operation;
  return [
    operation.operation,
    String(operation.connections),
    rate(product),
    product.p50.toFixed(2),
    product.p99.toFixed(2),
    reference?.name ?? "",
    reference ? rate(reference) : "",
    reference?.p50.toFixed(2) ?? "",
    reference?.p99.toFixed(2) ?? "",
    ratioText(operation, ratio),
    gate ? `${gateText(gate)} ${verdict(operation)}` : "",
    statements ? `${count(statements.known)}, new token ${count(statements.firstUse)}` : "",
  ];
}

function gateText(gate: NonNullable<OperationReport["gate"]>): string {
  if ("p50" in gate) return `p50 < ${gate.p50}`;
  return "p99" in gate ? `p99 < ${gate.p99}` : String(gate.ratio);
}

function ratioText(operation: OperationReport, ratio: Ratio | null): string {
  if (ratio && "refused" in ratio) return `refused: ${ratio.refused}`;
  if (isRefused(operation))
    return `refused: ${operation.product.faults} faults in ${operation.product.answers} answers`;
  if (!ratio) return "";
  return `${ratio.value.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`;
}

function rate({ requestsPerSecond, spread }: Summary): string {
  return `${Math.round(requestsPerSecond)} (${Math.round(spread.min)} to ${Math.round(spread.max)})`;
}

function count(statements: number): string {
  return String(Math.round(statements * 100) / 100);
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(" | ")
      .trimEnd();
  return [line(head), widths.map((width) => "-".repeat(width)).join("-|-"), ...rows.map(line)].join("\n");
}
