import { isDay } from "@daymark/domain/base/day";
import { CsvError } from "@daymark/domain/text/read-csv";
import { createPace } from "../../../base/pace.ts";
import type { ImportContent, ImportHabit } from "../content.ts";
import { readCsvInTurns } from "../csv.ts";
import { collectDays, type GivenDay } from "../loop/loop-days.ts";
import { toImportHabit } from "../loop/loop-habit.ts";
import { type LoopHabitRow, spreadHue } from "../loop/loop-row.ts";
import { type Report, unreadable } from "../report.ts";

/** The beginning of the header line, which also recognizes the file. */
export const habitbullHead = "HabitName,HabitDescription,HabitCategory";

interface Habit {
  line: number;
  name: string;
  description: string;
  category: string;
  /** Whether a day has an amount above 1. */
  isCounted: boolean;
  /** As the file has them. */
  days: GivenDay[];
}

/** Ten years of fifty habits are 180,000 days, and take 50 MB of memory while they are read. */
const habitsMax = 5_000;
const daysMax = 200_000;
/** Days that are converted in one turn of the event loop, in a millisecond or two. */
const daysAtOnce = 1_000;

/**
 * Reads the CSV file that HabitBull exports: a line for each day of a habit. As Loop does, a habit with a value above
 * 1 counts amounts (HabitBullCSVImporter.kt of iSoron/uhabits). The file contains no goals.
 *
 * @param told.today `YYYY-MM-DD`, the caller's: the day a habit without days begins
 * @throws ApiError validation_failed if it is no such file; the reason of the signal
 */
export async function readHabitbull(
  file: Uint8Array,
  { report, today, signal }: { report: Report; today: string; signal?: AbortSignal | undefined },
): Promise<ImportContent> {
  const { habits: given, isDayFirst } = await readLines(textOf(file), signal);
  const habits: ImportHabit[] = [];
  for (const [index, habit] of [...given.values()].entries()) {
    signal?.throwIfAborted();
    const { isCounted } = habit;
    const collected = collectDays({ habit: habit.name.slice(0, 100), report });
    const pace = createPace(daysAtOnce);
    for (const [at, { row, day, value, note }] of habit.days.entries()) {
      collected.add({ row, day: toDay(day, isDayFirst), value: toLoopValue(value, isCounted), note });
      if (pace.isDue(at)) await pace.giveWay(at);
    }
    const line = { ...toLine(habit, isCounted), hue: spreadHue(index) };
    if (isCounted) report.remark({ row: line.row, habit: habit.name.slice(0, 100) }, "goal_unknown");
    const imported = await toImportHabit(line, collected.all(), { report, today });
    if (imported) habits.push(imported);
  }
  return { habits, notes: [], vacations: [] };
}

async function readLines(text: string, signal?: AbortSignal) {
  const habits = new Map<string, Habit>();
  let days = 0;
  let isDayFirst = false;
  try {
    for await (const { line, cells } of readCsvInTurns(text)) {
      signal?.throwIfAborted();
      const [name = "", description = "", category = "", day = "", value = "", note = ""] = cells.map((cell) =>
        cell.trim(),
      );
      if (line === 1) {
        if (!cells.join(",").startsWith(habitbullHead)) throw unreadable("import_unreadable");
        continue;
      }
      days += 1;
      if (habits.size > habitsMax || days > daysMax) throw unreadable("import_archive_too_large");
      const habit = habits.get(name) ?? { line, name, description, category, isCounted: false, days: [] };
      habit.isCounted ||= Number(value) > 1;
      isDayFirst ||= isOnlyDayFirst(day);
      habit.days.push({ row: `line ${line}`, day, value, note });
      habits.set(name, habit);
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable("import_unreadable") : error;
  }
  return { habits, isDayFirst };
}

function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    throw unreadable("import_unreadable");
  }
}

function toLine({ line, name, description, category }: Habit, isCounted: boolean): LoopHabitRow {
  const texts: Record<string, string> = {
    Name: name,
    Description: description,
    Type: isCounted ? "NUMERICAL" : "YES_NO",
  };
  return {
    row: `line ${line}`,
    cell: (...names) => names.map((key) => texts[key]).find(Boolean) ?? "",
    ...(category && { group: category }),
  };
}

/** A 0 is a no and a 1 a yes; amounts are stored in thousandths. */
function toLoopValue(value: string, isCounted: boolean): string {
  if (!/^\d{1,7}$/.test(value)) return value || "UNKNOWN";
  if (isCounted) return String(Number(value) * 1000);
  return value === "1" ? "YES_MANUAL" : "NO";
}

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Whether a date has its day before its month, as in `18/3/2016`. */
function isOnlyDayFirst(text: string): boolean {
  return Number(slashed.exec(text)?.[1]) > 12;
}

/** HabitBull writes `2016-03-18`, or `3/18/2016`; in some countries the day before the month. */
function toDay(text: string, isDayFirst: boolean): string {
  const [, first = "", second = "", year = ""] = slashed.exec(text) ?? [];
  if (!year) return text;
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(written) ? written : text;
}
