import type { DashboardFigures } from "./dashboard.ts";
import type { FeltFigures } from "./felt.ts";
import type { LoadFigures } from "./felt-loads.ts";
import { feltLoadTable, feltTable, isFeltMet } from "./felt-report.ts";
import { median, type Ratio, type Summary } from "./figures.ts";
import { isLighthouseMet, type LighthouseFigures, lighthouseGate } from "./lighthouse.ts";
import { formatMachine, type Machine } from "./machine.ts";
import type { Gate } from "./operations.ts";
import type { PageBytes } from "./pages.ts";
import type { StatementCount } from "./statements.ts";
import { table } from "./table.ts";

export interface OperationReport {
  operation: string;
  connections: number;
  product: Summary;
  reference: (Summary & { name: string }) | null;
  ratio: Ratio | null;
  gate: Gate | null;
  statements: StatementCount | null;
}

export interface Report {
  at: string;
  commit: string;
  machine: Machine;
  options: { rounds: number; seconds: number; connections: number };
  people: { count: number; daysEach: number; tenYearHabits: number };
  operations: OperationReport[];
  start: { firstMs: number; secondMs: number[]; residentMib: number };
  /** Measured right after the last answers. */
  residentMibAtItsEnd: number;
  /** Measured `settleSeconds` later. */
  residentMibAfterLoad: number;
  pages: PageBytes[];
  dashboards: DashboardFigures[];
  felt: FeltFigures[];
  feltLoads: LoadFigures[];
  lighthouse: LighthouseFigures[];
}

/** The limit for a start with existing data, until the server is ready. */
const startMsMax = 2_500;
/** The limit for the server's process after all measurements. */
const residentMbMax = 250;
/** By then V8 has returned most of the memory that it no longer needs. */
export const settleSeconds = 20;

/** Formats a run for people, in Markdown. */
export function formatReport(report: Report): string {
  const { at, commit, machine, options } = report;
  return [
    `${at.slice(0, 10)}, ${commit}: ${formatMachine(machine)}.`,
    `Median (lowest to highest) of ${options.rounds} rounds of ${options.seconds} s, product and reference in turn; the ratio is that of the rounds' own.`,
    "",
    table(
      [
        "operation",
        "conn",
        "req/s",
        "p50 ms",
        "p95 ms",
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
    ...(report.dashboards.length > 0 ? [dashboardTable(report.dashboards), ""] : []),
    ...(report.felt.length > 0 ? [feltTable(report.felt), "", feltLoadTable(report.feltLoads), ""] : []),
    ...(report.lighthouse.length > 0 ? [lighthouseTable(report.lighthouse), ""] : []),
    processTable(report),
  ].join("\n");
}

/** True if every ratio could be computed and every gate is met. */
export function isGood(report: Report): boolean {
  const areFast = report.operations.every((operation) => verdict(operation) !== "missed" && !isRefused(operation));
  const isSmall = startMs(report) < startMsMax && residentMb(report.residentMibAfterLoad) < residentMbMax;
  const isFelt = isFeltMet(report.felt, report.feltLoads);
  return areFast && isSmall && isFelt && report.lighthouse.every(isLighthouseMet);
}

function startMs({ start }: Report): number {
  return median(start.secondMs);
}

function residentMb(mib: number): number {
  return (mib * 2 ** 20) / 1e6;
}

/** True if an answer was not 2xx, which makes the figures meaningless. */
function isRefused({ product, reference }: OperationReport): boolean {
  return product.faults > 0 || product.answers === 0 || (reference?.faults ?? 0) > 0;
}

export function verdict({ gate, ratio, product }: OperationReport): "met" | "missed" | "" {
  if (!gate) return "";
  const { ratio: least = 0, ...most } = gate;
  const isFast = least === 0 || (ratio !== null && "value" in ratio && ratio.value >= least);
  const isQuick = Object.entries(most).every(([percent, limit]) => product[percent as keyof typeof most] < limit);
  return isFast && isQuick ? "met" : "missed";
}

function operationRow(operation: OperationReport): string[] {
  const { product, reference, ratio, gate, statements } = operation;
  return [
    operation.operation,
    String(operation.connections),
    rate(product),
    product.p50.toFixed(2),
    product.p95.toFixed(2),
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

/** Milliseconds: the median, and the longest in brackets. */
function dashboardTable(dashboards: readonly DashboardFigures[]): string {
  const pair = (value: number, max: number) => `${value.toFixed(1)} (${max.toFixed(1)})`;
  return table(
    [
      "dashboard of a year, ms",
      "layout",
      "first paint",
      "filled",
      "toggle to paint",
      "script",
      "script a frame of scrolling",
      "heap",
      "elements",
    ],
    dashboards.map(({ habits, layout, firstPaintMs, filledMs, toggle, scroll, heapMib, elements }) => [
      `${habits} habits`,
      layout,
      String(Math.round(firstPaintMs)),
      String(Math.round(filledMs)),
      toggle ? pair(toggle.paintMs, toggle.paintMsMax) : "",
      toggle ? pair(toggle.scriptMs, toggle.scriptMsMax) : "",
      pair(scroll.scriptMs, scroll.scriptMsMax),
      `${heapMib.toFixed(1)} MiB`,
      String(elements),
    ]),
  );
}

function lighthouseTable(pages: readonly LighthouseFigures[]): string {
  return table(
    [
      "Lighthouse, mobile",
      "performance (of runs)",
      "accessibility",
      "best practices",
      "SEO",
      "FCP ms",
      "LCP ms",
      "TBT ms",
      "CLS",
      "gate",
    ],
    pages.map((figures) => {
      const { page, scores, fcpMs, lcpMs, tbtMs, cls, spread } = figures;
      const { performance, ...others } = scores;
      return [
        page,
        `${performance} (${spread.min} to ${spread.max})`,
        ...Object.values(others).map(String),
        ...[fcpMs, lcpMs, tbtMs].map((value) => String(Math.round(value))),
        cls.toFixed(3),
        `${Object.values(lighthouseGate).join("/")} ${isLighthouseMet(figures) ? "met" : "missed"}`,
      ];
    }),
  );
}

function processTable(report: Report): string {
  const { start, residentMibAtItsEnd, residentMibAfterLoad } = report;
  const judged = (value: number, unit: string, max: number) => [
    `${Math.round(value)} ${unit}`,
    `< ${max} ${unit} ${value < max ? "met" : "missed"}`,
  ];
  const [least, most] = [Math.min(...start.secondMs), Math.max(...start.secondMs)].map(Math.round);
  return table(
    ["the server's process", "figure", "gate"],
    [
      ["first start, which makes the database", `${Math.round(start.firstMs)} ms`, ""],
      [`start on the same data (${least} to ${most})`, ...judged(startMs(report), "ms", startMsMax)],
      ["resident after a start", `${Math.round(residentMb(start.residentMib))} MB`, ""],
      ["resident at the end of the load", `${Math.round(residentMb(residentMibAtItsEnd))} MB`, ""],
      [`resident ${settleSeconds} s after the load`, ...judged(residentMb(residentMibAfterLoad), "MB", residentMbMax)],
    ],
  );
}

function gateText({ ratio, ...most }: Gate): string {
  const limits = Object.entries(most).map(([percent, limit]) => `${percent} < ${limit}`);
  return [...(ratio === undefined ? [] : [String(ratio)]), ...limits].join(", ");
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
