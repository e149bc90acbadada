import { entryNoteLengthMax } from "@daymark/domain/base/bounds";
import { isDay } from "@daymark/domain/base/day";
import { readCsvInTurns } from "../csv.ts";
import type { Report } from "../report.ts";
import { cut } from "./loop-row.ts";

/** Loop's data of one day: `raw` is its code for a yes or no, or an amount times a thousand. */
export interface LoopDay {
  row: string;
  day: string;
  raw: number;
  note: string | null;
}
export type LoopDays = LoopDay[];

/**
 * Loop's codes for days without an amount (Entry.kt). Since 2025 the archive writes them as words, also for habits with
 * amounts.
 */
const words: Record<string, number> = { UNKNOWN: -1, NO: 0, YES_AUTO: 1, YES_MANUAL: 2, SKIP: 3 };
/** In thousandths of any unit. */
const rawMax = 2_000_000_000;

/** The days of a `Checkmarks.csv`, each once. Unreadable rows are reported and skipped. */
export async function readLoopDays(
  text: string,
  { file, habit, report }: { file: string; habit: string; report: Report },
): Promise<LoopDays> {
  const days = collectDays({ habit, report });
  let rows = 0;
  for await (const { line, cells } of readCsvInTurns(text)) {
    rows += 1;
    const [day = "", value = "", note = ""] = cells.map((cell) => cell.trim());
    // Older archives have no header line.
    if (rows === 1 && day === "Date") continue;
    days.add({ row: `${file}:${line}`, day, value, note });
  }
  return days.all();
}

/** A day as a file has it: its place, and three unchecked texts. */
export interface GivenDay {
  row: string;
  day: string;
  /** One of Loop's words or codes, or an amount times a thousand. */
  value: string;
  note: string;
}

export interface DayCollector {
  add: (given: GivenDay) => void;
  all: () => LoopDays;
}

/** Keeps each day once. Unreadable ones are reported and skipped. */
export function collectDays({ habit, report }: { habit: string; report: Report }): DayCollector {
  const days = new Map<string, LoopDay>();
  return {
    add({ row, day, value, note: noteText }) {
      const where = { row, habit };
      const raw = words[value] ?? (/^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN);
      const note = cut(noteText, entryNoteLengthMax);
      if (!isDay(day)) report.refuse(where, "day_unreadable", { text: day.slice(0, 40) });
      else if (!(raw >= -1 && raw <= rawMax)) report.refuse(where, "value_unreadable", { text: value.slice(0, 40) });
      else if (days.has(day)) report.refuse(where, "day_repeated");
      else {
        if (note.isCut) report.remark(where, "text_cut");
        days.set(day, { row, day, raw, note: note.text || null });
      }
    },
    all: () => [...days.values()],
  };
}
