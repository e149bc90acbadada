import { entryNoteLengthMax } from "@daymark/domain/base/bounds";
import { isDay } from "@daymark/domain/base/day";
import { readCsvInTurns } from "./csv.ts";
import { cut } from "./loop-row.ts";
import type { Report } from "./report.ts";

/** What Loop knows of one day: `raw` is its number for a yes or no, or an amount by a thousand. */
export interface LoopDay {
  row: string;
  day: string;
  raw: number;
  note: string | null;
}
export type LoopDays = LoopDay[];

/** Its numbers for what is no amount (Entry.kt); the archive spells them out since 2025, also where they are amounts. */
const words: Record<string, number> = { UNKNOWN: -1, NO: 0, YES_AUTO: 1, YES_MANUAL: 2, SKIP: 3 };
/** In thousandths of any unit. */
const rawMax = 2_000_000_000;

/** The days of a `Checkmarks.csv`, each once. What cannot be read is told in the report and left out. */
export async function readLoopDays(
  text: string,
  { file, habit, report }: { file: string; habit: string; report: Report },
): Promise<LoopDays> {
  const days = new Map<string, LoopDay>();
  let rows = 0;
  for await (const { line, cells } of readCsvInTurns(text)) {
    rows += 1;
    const [day = "", value = "", noteText = ""] = cells.map((cell) => cell.trim());
    // Older archives have no line of names.
    if (rows === 1 && day === "Date") continue;
    const where = { row: `${file}:${line}`, habit };
    const raw = words[value] ?? (/^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN);
    const note = cut(noteText, entryNoteLengthMax);
    if (!isDay(day)) report.refuse(where, "day_unreadable", { text: day.slice(0, 40) });
    else if (!(raw >= -1 && raw <= rawMax)) report.refuse(where, "value_unreadable", { text: value.slice(0, 40) });
    else if (days.has(day)) report.refuse(where, "day_repeated");
    else {
      if (note.isCut) report.remark(where, "text_cut");
      days.set(day, { row: where.row, day, raw, note: note.text || null });
    }
  }
  return [...days.values()];
}
