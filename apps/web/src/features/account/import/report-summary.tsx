import type { ImportReport } from "@daymark/domain/account/import";
import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { ImportStep } from "./use-import.ts";

interface ReportSummaryProps {
  /** Null after the import. */
  step: Extract<ImportStep, { name: "preview" }> | null;
  report: ImportReport;
  isEmpty: boolean;
}

/** Names of apps, which no language translates. */
const appNames = {
  loop: "Loop Habit Tracker",
  habitbull: "HabitBull",
  rewire: "Rewire",
  tickmate: "Tickmate",
  beaver_habits: "Beaver Habits",
  habittrove: "HabitTrove",
  table_habit: "Table Habit",
  habitica: "Habitica",
};

/** How many items a file adds, and which file. */
export function ReportSummary({ step, report, isEmpty }: ReportSummaryProps) {
  const name = step?.file.name;
  const { format } = report;
  const app = format === "daymark" || format === "csv" ? "" : appNames[format];
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      {step ? (
        <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">
          {format === "daymark" ? (
            <Trans>{name}, a Daymark file</Trans>
          ) : format === "csv" ? (
            name
          ) : (
            <Trans>
              {name}, a file from {app}
            </Trans>
          )}
        </p>
      ) : null}
      {isEmpty ? (
        <p className="rounded-control bg-sunken px-4 py-3.5 text-sm">
          <Trans>This file has nothing new to add.</Trans>
        </p>
      ) : (
        <div className="rounded-control bg-success-soft px-4 py-3.5">
          <p className="text-sm font-[560] text-success-text">
            {step ? <Trans>This would be added</Trans> : <Trans>This has been added</Trans>}
          </p>
          <ul className="mt-1.5 grid list-disc grid-cols-1 gap-x-6 gap-y-0.5 pl-4.5 text-sm marker:text-success-text sm:grid-cols-2">
            {linesOf(report).map(([name, line]) => (
              <li key={name}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function linesOf({ imported }: ImportReport): [string, ReactNode][] {
  const { habits, progress, log, notes, vacations, reminders } = imported;
  const all: [string, number, ReactNode][] = [
    ["habits", habits, <Plural key="habits" value={habits} one="# habit" other="# habits" />],
    ["days", progress, <Plural key="days" value={progress} one="# recorded day" other="# recorded days" />],
    ["log", log, <Plural key="log" value={log} one="# log entry" other="# log entries" />],
    ["notes", notes, <Plural key="notes" value={notes} one="# note" other="# notes" />],
    ["vacations", vacations, <Plural key="vacations" value={vacations} one="# vacation" other="# vacations" />],
    ["reminders", reminders, <Plural key="reminders" value={reminders} one="# reminder" other="# reminders" />],
  ];
  return all.filter(([, count]) => count > 0).map(([name, , line]) => [name, line]);
}
