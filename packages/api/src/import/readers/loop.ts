import { setImmediate as otherWork } from "node:timers/promises";
import { descriptionLengthMax, titleLengthMax } from "@daymark/domain/base/bounds";
import { habitDefaults } from "@daymark/domain/tracking/habit-content";
import { type ImportContent, ImportDays, type ImportHabit } from "./content.ts";
import { CsvError, readCsvInTurns } from "./csv.ts";
import { type LoopDays, readLoopDays } from "./loop-days.ts";
import { cut, frequencyOf, type LoopHabitRow, type LoopKind } from "./loop-row.ts";
import { readAmounts } from "./loop-unit.ts";
import { createPace } from "./pace.ts";
import { type Report, unreadable } from "./report.ts";
import { listZip, type ZipEntry, ZipError } from "./zip.ts";

/** Two files a habit and some more; who has more habits than that exports another way. */
const filesMax = 5_000;
/**
 * Of all files that are read, unpacked. Ten years of a hundred habits are 10 MB. The days of 25 MB take 130 MB of memory
 * while they are read: `2001-01-01,2` becomes four times as long.
 */
const unpackedBytesMax = 25_000_000;
/** Of one of them: each day of a century with a note of a hundred letters. */
const fileBytesMax = 5_000_000;
/** Days that are packed in one turn of the event loop, in a millisecond or two. */
const daysAtOnce = 1000;

/**
 * Reads the archive that Loop Habit Tracker makes by "Export as CSV": `Habits.csv` and a folder a habit with its
 * `Checkmarks.csv`; before 2025 without a habit's type and with numbers in place of words (HabitsCSVExporter.kt of
 * iSoron/uhabits). How its habits become ours: docs/decisions/0022.
 *
 * @param today `YYYY-MM-DD`, the caller's: the day a habit without days begins
 * @param signal ends the work between two habits
 * @throws ApiError validation_failed where it is no such archive; the reason of the signal
 */
export async function readLoop(
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
/** The folder is named for the habit's place and as much of its name as is ASCII. */
const daysName = /^(\d{3,9})(?: [^/]*)?\/Checkmarks\.csv$/;

/**
 * Names only choose what is read: nothing of an archive is ever written to a disk.
 *
 * @param packedBytesMax of all that is read, packed: the length of the archive, because its files do not overlap. Empty
 *   blocks of deflate take time and unpack to nothing, so the bound of the unpacked bytes does not count them
 */
function openArchive(entries: readonly ZipEntry[], packedBytesMax: number) {
  // Whoever packs the files anew may put a folder around them.
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
      cell: (...names) => names.map((name) => cells[columns.get(name) ?? -1]?.trim()).find(Boolean) ?? "",
    });
  }
  return rows;
}

async function readHabit(
  archive: ReturnType<typeof openArchive>,
  given: LoopHabitRow,
  report: Report,
  today: string,
): Promise<ImportHabit | null> {
  const { row, cell } = given;
  const title = cut(cell("Name"), titleLengthMax);
  const where = { row, habit: title.text };
  if (title.text === "") {
    report.refuseInvalid({ row }, { Name: [{ code: "blank" }] });
    return null;
  }
  const file = archive.days.get(Number(cell("Position")));
  if (!file) {
    // Only chosen habits are exported with their days, but all are listed.
    report.refuse(where, "days_missing");
    return null;
  }
  const days = await readLoopDays(await archive.read(file.entry), { file: file.name, habit: title.text, report });
  const kind = kindOf(given, days);
  const amounts = readAmounts(given, days, kind, { where, report });
  const description = cut(
    [cell("Question"), cell("Description"), amounts.unknownUnit].filter(Boolean).join("\n"),
    descriptionLengthMax,
  );
  if (title.isCut || description.isCut) report.remark(where, "text_cut");
  const own = new ImportDays();
  const pace = createPace(daysAtOnce);
  for (const day of amounts.days) {
    own.add(day);
    if (pace.isDue(own.length)) await pace.giveWay(own.length);
  }
  const createdOn = [today, ...days.flatMap(({ day, raw }) => (raw === -1 ? [] : [day]))].reduce((a, b) =>
    b < a ? b : a,
  );
  return {
    ...habitDefaults,
    row,
    title: title.text,
    description: description.text,
    type: kind === "at_most" ? "bad" : "good",
    unit: amounts.unit,
    hue: hueOf(cell("Color")),
    schedule: kind === "yes_no" ? scheduleOf(given, where, report) : null,
    archived: cell("Archived?") === "true",
    created_on: createdOn,
    created_at: null,
    targets: [{ from: createdOn, target: amounts.target }],
    days: own,
    reminders: [],
  };
}

/** Before 2025 the archive does not say it: then a value that no yes or no has is an amount. */
function kindOf({ cell }: LoopHabitRow, days: LoopDays): LoopKind {
  const type = cell("Type");
  const isAmount = type === "" ? days.some(({ raw }) => raw > 3) : type === "NUMERICAL";
  if (!isAmount) return "yes_no";
  return cell("Target Type") === "AT_MOST" ? "at_most" : "at_least";
}

/**
 * A goal a week, null for every day. Loop looks at any so many days in a row, we at weeks; of another number of days it
 * is as many times as a week surely has, so that whoever kept the one keeps the other.
 */
function scheduleOf(
  given: LoopHabitRow,
  where: { row: string; habit: string },
  report: Report,
): ImportHabit["schedule"] {
  const { times, days } = frequencyOf(given);
  if (times >= days) return null;
  const perWeek = Math.max(1, Math.floor((times * 7) / days));
  if (days !== 7) {
    report.remark(where, "schedule_nearest", { times, days, perWeek });
  }
  return { times_per_week: perWeek };
}

/** Degrees 0..359 of a color `#RRGGBB`; 0 of a gray. */
function hueOf(color: string): number {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)?.slice(1) ?? [];
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => Number.parseInt(pair, 16));
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range === 0) return 0;
  const sixth =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return Math.round(sixth * 60 + 360) % 360;
}
