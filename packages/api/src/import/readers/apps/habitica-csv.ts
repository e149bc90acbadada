import { todayIn } from "@daymark/domain/base/day";
import { CsvError } from "@daymark/domain/text/read-csv";
import { createPace } from "../../../base/pace.ts";
import type { ImportContent, ImportHabit } from "../content.ts";
import { readCsvInTurns } from "../csv.ts";
import type { LoopDay } from "../loop/loop-days.ts";
import { toImportHabit } from "../loop/loop-habit.ts";
import { spreadHue, toLoopRow } from "../loop/loop-row.ts";
import { type Report, unreadable } from "../report.ts";
import { readTableText } from "../table/table-text.ts";
import type { AppReading } from "./app-habits.ts";

/** The beginning of the header line, which also recognizes the file. */
export const habiticaCsvHead = "Task Name,Task ID,Task Type";

/** As in a file of HabitBull: ten years of fifty habits. */
const tasksMax = 5_000;
const entriesMax = 200_000;
/** Entries that are converted in one turn of the event loop, in a millisecond or two. */
const entriesAtOnce = 500;

interface Entry {
  row: string;
  day: string;
  /** The score of the task after the entry; 0 for a new one. */
  score: number;
}

interface Task {
  row: string;
  title: string;
  isDaily: boolean;
  /** As the file has them, oldest first. */
  entries: Entry[];
}

/**
 * Reads Habitica's `habitica-tasks-history.csv` (exportUserHistory in website/server/controllers/top-level/dataexport.js
 * of HabitRPG/habitica). It has the score of a task at an instant of the server, which is in UTC, and nothing about what
 * the user did. A rising score is a daily that was done.
 *
 * @throws ApiError validation_failed if it is no such file or too large; the reason of the signal
 */
export async function readHabiticaCsv(file: Uint8Array, reading: AppReading): Promise<ImportContent> {
  const { report, today, signal } = reading;
  const tasks = await readTasks(readTableText(file), reading);
  const habits: ImportHabit[] = [];
  for (const [index, task] of tasks.entries()) {
    signal?.throwIfAborted();
    const marks = marksOf(task);
    const line = toLoopRow(
      task.row,
      {
        Name: task.title,
        ...(marks === "minuses"
          ? { Type: "NUMERICAL", "Target Type": "AT_MOST", "Target Value": "1" }
          : { Type: "YES_NO" }),
      },
      { hue: spreadHue(index) },
    );
    report.remark({ row: task.row, habit: task.title.slice(0, 80) }, "score_only");
    const imported = await toImportHabit(line, daysOf(task, marks), { report, today });
    if (imported) habits.push(imported);
  }
  return { habits, notes: [], vacations: [] };
}

async function readTasks(text: string, { report, timezone, signal }: AppReading): Promise<Task[]> {
  const tasks = new Map<string, Task>();
  let entries = 0;
  const pace = createPace(entriesAtOnce);
  try {
    for await (const { line, cells } of readCsvInTurns(text)) {
      signal?.throwIfAborted();
      if (line === 1) {
        if (!cells.join(",").startsWith(habiticaCsvHead)) throw unreadable("import_unreadable");
        continue;
      }
      entries += 1;
      if (entries > entriesMax) throw unreadable("import_archive_too_large");
      if (pace.isDue(entries)) await pace.giveWay(entries);
      const [title = "", id = "", type = "", date = "", score = ""] = cells;
      const row = `line ${line}`;
      const entry = readEntry({ row, date, score }, { report, timezone, habit: title.slice(0, 80) });
      if (!entry) continue;
      const task = tasks.get(id) ?? { row, title, isDaily: type === "daily", entries: [] };
      tasks.set(id, task);
      if (tasks.size > tasksMax) throw unreadable("import_archive_too_large");
      task.entries.push(entry);
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable("import_unreadable") : error;
  }
  return [...tasks.values()];
}

const datePattern = /^(20\d{2}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

function readEntry(
  { row, date, score: text }: { row: string; date: string; score: string },
  { report, timezone, habit }: { report: Report; timezone: string; habit: string },
): Entry | null {
  const [, day, time] = datePattern.exec(date) ?? [];
  const instant = Date.parse(`${day}T${time}Z`);
  const score = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(instant)) report.refuse({ row, habit }, "day_unreadable", { text: date.slice(0, 40) });
  else if (!Number.isFinite(score)) report.refuse({ row, habit }, "value_unreadable", { text: text.slice(0, 40) });
  else return { row, day: todayIn(instant, timezone), score };
  return null;
}

/**
 * What the entries of a task are. A habit has one only for a day on which it was scored: one whose score is never
 * negative has pluses, one whose score is never positive has minuses. Between entries both return to 0, so their scores
 * say no more.
 */
function marksOf({ isDaily, entries }: Task): "rises" | "pluses" | "minuses" {
  if (isDaily) return "rises";
  if (entries.every(({ score }) => score >= 0)) return "pluses";
  return entries.every(({ score }) => score <= 0) ? "minuses" : "rises";
}

const yes = 2;
/** One occurrence, in thousandths. */
const once = 1000;

/** The days of a task in the codes of `LoopDay`. */
function daysOf({ entries }: Task, marks: ReturnType<typeof marksOf>): LoopDay[] {
  const days = new Map<string, LoopDay>();
  let before = 0;
  for (const { row, day, score } of entries) {
    const isMarked = marks !== "rises" || score > before;
    before = score;
    if (isMarked && !days.has(day)) days.set(day, { row, day, raw: marks === "minuses" ? once : yes, note: null });
  }
  return [...days.values()];
}
