import type { LogLine } from "@daymark/domain/operator/log";
import type { LogLevel } from "@daymark/domain/operator/log-kind";
import type { Format } from "../../../lib/language/format.ts";

/** A number of bytes in the largest unit that fits: "1.2 MB". */
export function sizeWords(format: Format, bytes: number): string {
  const unit = units.find(({ from }) => bytes >= from) ?? units[units.length - 1];
  return format.number(bytes / (unit?.by ?? 1), {
    ...{ style: "unit", unit: unit?.name ?? "byte", unitDisplay: unit?.by === 1 ? "long" : "short" },
    maximumFractionDigits: unit?.by === 1 ? 0 : 1,
  });
}

const units = [
  { name: "gigabyte", by: 1e9, from: 999.95e6 },
  { name: "megabyte", by: 1e6, from: 999.95e3 },
  { name: "kilobyte", by: 1e3, from: 1_000 },
  { name: "byte", by: 1, from: 0 },
] as const;

/** The time of an entry in the reader's time zone; with the date if it differs from the file's. */
export function clockWords(format: Format, time: string, fileDay: string): string {
  const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 } as const;
  const at = new Date(time);
  const day = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`;
  const date = day === fileDay ? {} : ({ month: "2-digit", day: "2-digit" } as const);
  return format.instant(time, { ...date, ...clock, hourCycle: "h23" });
}

/** In UTC, as other tools show it, in every time zone. */
export function utcWords(time: string): string {
  return `${time.replace("T", " ").replace("Z", "")} UTC`;
}

/** A line as it is in the file. */
export function lineText({ time, level, message, fields }: LogLine): string {
  return time === null ? message : JSON.stringify({ level, time, ...fields, message });
}

/** The fields of an entry without its message, on one line. */
export function fieldsText(fields: LogLine["fields"]): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join("  ");
}

/** The colors of a level; its name is always shown too. */
export const levelTones: Record<LogLevel, { text: string; edge: string }> = {
  trace: { text: "text-ink-muted", edge: "border-transparent" },
  debug: { text: "text-ink-muted", edge: "border-transparent" },
  info: { text: "text-info-text", edge: "border-transparent" },
  warn: { text: "text-warning-text", edge: "border-warning-text" },
  error: { text: "text-danger-text", edge: "border-danger-text" },
  fatal: { text: "text-danger-text font-[650]", edge: "border-danger-fill" },
};
