import { setImmediate as otherWork } from "node:timers/promises";
import { CsvError } from "@daymark/domain/text/read-csv";
import type { ImportContent, ImportHabit } from "../content.ts";
import { readCsvInTurns } from "../csv.ts";
import { type Report, unreadable } from "../report.ts";
import { listZip, type ZipEntry, ZipError } from "../zip.ts";
import { readLoopDays } from "./loop-days.ts";
import { toImportHabit } from "./loop-habit.ts";
import { type LoopHabitRow, titleOf } from "./loop-row.ts";

/** Two files for each habit and some more. A user with more habits cannot use this export. */
const filesMax = 5_000;
/**
 * The unpacked size of all files that are read. Ten years of a hundred habits are 10 MB. The days of 25 MB take 130 MB
 * of memory while they are read: `2001-01-01,2` becomes four times as long.
 */
const unpackedBytesMax = 25_000_000;
/** The size of one of them: each day of a century with a note of a hundred characters. */
const fileBytesMax = 5_000_000;

/**
 * Reads the archive that Loop Habit Tracker writes by "Export as CSV": `Habits.csv`, and a folder for each habit with
 * its `Checkmarks.csv`. Before 2025 the archive has no type of a habit, and numbers in place of words
 * (HabitsCSVExporter.kt of iSoron/uhabits). docs/decisions/0022 defines how its habits become ours.
 *
 * @param today `YYYY-MM-DD`, the caller's: the day a habit without days begins
 * @param signal aborts the work between two habits
 * @throws ApiError validation_failed if it is no such archive; the reason of the signal
 */
export async function readLoopArchive(
  file: Uint8Array,
  report: Report,
  today: string,
  signal?: AbortSignal,
): Promise<ImportContent> {
  try {
    const entries = await listZip(file, { entriesMax: filesMax, nameEndings: [habitsName, daysFileName], signal });
    const archive = openArchive(entries, file.length);
    const rows = await readHabitRows(await archive.read(archive.habits));
    const habits: ImportHabit[] = [];
    for (const row of rows) {
      await otherWork();
      signal?.throwIfAborted();
      const habit = await readHabit(archive, row, report, today);
      if (habit) habits.push(habit);
    }
    return { habits, notes: [], vacations: [] };
  } catch (error) {
    if (error instanceof CsvError) throw unreadable("import_unreadable");
    if (!(error instanceof ZipError)) throw error;
    throw unreadable(error.isTooLarge ? "import_archive_too_large" : "import_unreadable");
  }
}

const habitsName = "Habits.csv";
const daysFileName = "Checkmarks.csv";
/** The folder's name contains the habit's position and the ASCII characters of its name. */
const daysName = /^(\d{3,9})(?: [^/]*)?\/Checkmarks\.csv$/;

/**
 * Names only select the files to read: nothing of an archive is written to a disk.
 *
 * @param packedBytesMax of all files that are read, packed: the length of the archive, because its files do not
 *   overlap. Empty blocks of deflate take time and unpack to nothing, so the limit of the unpacked bytes does not count
 *   them
 */
function openArchive(entries: readonly ZipEntry[], packedBytesMax: number) {
  // A user who packs the files again may put a folder around them.
  const [habits] = entries
    .filter(({ name }) => name === habitsName || name.endsWith(`/${habitsName}`))
    .toSorted((a, b) => a.name.length - b.name.length);
  if (!habits) throw unreadable("import_not_loop");
  const folder = habits.name.slice(0, -habitsName.length);
  const days = new Map<number, { entry: ZipEntry; name: string }>();
  for (const entry of entries) {
    if (!entry.name.startsWith(folder)) continue;
    const name = entry.name.slice(folder.length);
    const place = daysName.exec(name)?.[1];
    if (place !== undefined) days.set(Number(place), { entry, name });
  }
  let left = unpackedBytesMax;
  let packedLeft = packedBytesMax;
  return {
    habits,
    days,
    async read(entry: ZipEntry): Promise<string> {
      packedLeft -= entry.packedSize;
      if (packedLeft < 0) throw new ZipError("read more than once", { isTooLarge: true });
      const content = await entry.read(Math.min(left, fileBytesMax));
      left -= content.length;
      try {
        return new TextDecoder("utf-8", { fatal: true }).decode(content);
      } catch {
        throw new ZipError("not UTF-8");
      }
    },
  };
}

async function readHabitRows(text: string): Promise<LoopHabitRow[]> {
  const lines = readCsvInTurns(text);
  const head = (await lines.next()).value;
  const columns = new Map(head?.cells.map((name, index) => [name.trim(), index]));
  const isOurs = columns.has("Name") && (columns.has("FrequencyNumerator") || columns.has("NumRepetitions"));
  if (!isOurs) throw unreadable("import_not_loop");
  const rows: LoopHabitRow[] = [];
  for await (const { line, cells } of lines) {
    if (rows.length === filesMax) throw new ZipError("too many habits", { isTooLarge: true });
    rows.push({
      row: `${habitsName}:${line}`,
      isAnyWeek: true,
      cell: (...names) => names.map((name) => cells[columns.get(name) ?? -1]?.trim()).find(Boolean) ?? "",
    });
  }
  return rows;
}

async function readHabit(
  archive: ReturnType<typeof openArchive>,
  line: LoopHabitRow,
  report: Report,
  today: string,
): Promise<ImportHabit | null> {
  const habit = titleOf(line).text;
  const file = archive.days.get(Number(line.cell("Position")));
  if (!file) {
    // Loop exports the days of selected habits only, but lists all habits.
    report.refuse({ row: line.row, habit }, "days_missing");
    return null;
  }
  const days = await readLoopDays(await archive.read(file.entry), { file: file.name, habit, report });
  return toImportHabit(line, days, { report, today });
}
