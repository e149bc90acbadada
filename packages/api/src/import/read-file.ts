import type { FileFormat, ImportFormat } from "@daymark/domain/account/import";
import type { CsvMapping } from "@daymark/domain/csv-import/csv-mapping";
import { ApiError } from "../base/error.ts";
import type { AppReading } from "./readers/apps/app-habits.ts";
import { isBeaverHabits, readBeaverHabits } from "./readers/apps/beaver-habits.ts";
import { habitbullHead, readHabitbull } from "./readers/apps/habitbull.ts";
import { isHabitica, readHabitica } from "./readers/apps/habitica.ts";
import { habiticaCsvHead, readHabiticaCsv } from "./readers/apps/habitica-csv.ts";
import { isHabitTrove, openHabitTroveBackup, readHabitTrove } from "./readers/apps/habittrove.ts";
import { isRewire, readRewire } from "./readers/apps/rewire.ts";
import { isTableHabit, readTableHabit } from "./readers/apps/table-habit.ts";
import { isTickmate, readTickmate } from "./readers/apps/tickmate.ts";
import type { ImportContent } from "./readers/content.ts";
import { readDaymark } from "./readers/daymark.ts";
import { JsonError, type JsonFile, openJson, pieceBytesMaxOfApps } from "./readers/json.ts";
import { readLoopArchive } from "./readers/loop/loop-archive.ts";
import { isLoopBackup, readLoopBackup } from "./readers/loop/loop-backup.ts";
import { unreadable } from "./readers/report.ts";
import { readMappedCsv } from "./readers/table/mapped-csv.ts";
import { ZipError } from "./readers/zip.ts";
import { isSqlite, openSqlite, SqliteError, type SqliteFile } from "./sqlite/sqlite-file.ts";

interface Reading extends AppReading {
  /** `auto` recognizes the file by its content. */
  format: ImportFormat;
  /** Only with the format `csv`, which needs it. */
  mapping: CsvMapping | undefined;
}

/**
 * Reads a file that another app, or Daymark, wrote.
 *
 * @throws ApiError validation_failed if it is no such file; the reason of the signal
 */
export async function readFile(
  file: Uint8Array,
  reading: Reading,
): Promise<{ content: ImportContent; format: FileFormat }> {
  const { format, mapping, report, today, signal } = reading;
  if (format === "csv") {
    if (!mapping) throw new ApiError("validation_failed", { fields: { mapping: [{ code: "required" }] } });
    return { content: await readMappedCsv(file, mapping, { report, today, signal }), format };
  }
  if (mapping) throw new ApiError("validation_failed", { fields: { mapping: [{ code: "csv_only" }] } });
  if (isSqlite(file) && format !== "daymark") return readSqlite(file, reading);
  const backup = await openBackup(file, reading);
  if (backup) return backup;
  if (headOf(file).startsWith(habiticaCsvHead) && (format === "auto" || format === "habitica")) {
    return { content: await readHabiticaCsv(file, reading), format: "habitica" };
  }
  if (isJsonOfApp(file, format)) return readJson(file, reading);
  const found = format === "auto" ? formatOf(file) : format;
  switch (found) {
    case "daymark":
      return { content: await readDaymark(file, report, { today, signal }), format: found };
    case "loop":
      return { content: await readLoopArchive(file, report, today, signal), format: found };
    case "habitbull":
      return { content: await readHabitbull(file, { report, today, signal }), format: found };
    default:
      throw unreadable("import_unreadable");
  }
}

const sqliteFormats: [FileFormat, (file: SqliteFile) => boolean, typeof readLoopBackup][] = [
  ["loop", isLoopBackup, readLoopBackup],
  ["rewire", isRewire, readRewire],
  ["tickmate", isTickmate, readTickmate],
];

async function readSqlite(file: Uint8Array, { format, report, today, signal }: Reading) {
  try {
    await using sqlite = await openSqlite(file, { signal });
    const [found, , read] = sqliteFormats.find(([, isOfFormat]) => isOfFormat(sqlite)) ?? [];
    if (!found || !read) throw unreadable("import_unreadable");
    if (format !== "auto" && format !== found) throw unreadable("import_unreadable");
    return { content: await read(sqlite, { report, today }), format: found };
  } catch (error) {
    throw error instanceof SqliteError ? unreadable("import_unreadable") : error;
  }
}

/** How to recognize an app's JSON by its members and the first element of its list `habits`, and how to read it. */
const jsonFormats: [FileFormat, (json: JsonFile, firstHabit: unknown) => boolean, typeof readBeaverHabits][] = [
  ["habitica", isHabitica, readHabitica],
  ["table_habit", isTableHabit, readTableHabit],
  ["habittrove", isHabitTrove, readHabitTrove],
  ["beaver_habits", isBeaverHabits, readBeaverHabits],
];

/** Our own exports begin so. The reader of our format also reads those whose members a user has put in another order. */
const daymarkHead = /^\s*\{\s*"format"\s*:\s*"daymark"/;

function isJsonOfApp(file: Uint8Array, format: ImportFormat): boolean {
  const head = headOf(file);
  if (format === "auto") return head.startsWith("{") && !daymarkHead.test(head);
  return jsonFormats.some(([name]) => name === format);
}

async function readJson(file: Uint8Array, { format, ...reading }: Reading) {
  try {
    const json = await openJson(file, pieceBytesMaxOfApps, reading.signal);
    if (format === "auto" && json.has("format")) {
      return { content: await readDaymark(file, reading.report, reading), format: "daymark" as const };
    }
    const firstHabit = await firstOf(json, "habits");
    const [found, , read] = jsonFormats.find(([, isOfFormat]) => isOfFormat(json, firstHabit)) ?? [];
    if (!found || !read) throw unreadable("import_unreadable");
    if (format !== "auto" && format !== found) throw unreadable("import_unreadable");
    return { content: await read(json, reading), format: found };
  } catch (error) {
    throw error instanceof JsonError ? unreadable("import_unreadable") : error;
  }
}

/** Reads an archive of HabitTrove; null for a file that is none. */
async function openBackup(file: Uint8Array, { format, ...reading }: Reading) {
  if (!isZip(file) || (format !== "auto" && format !== "habittrove")) return null;
  try {
    const backup = await openHabitTroveBackup(file, reading.signal);
    if (!backup) return null;
    const timezone = backup.timezone ?? reading.timezone;
    return { content: await readHabitTrove(backup.json, { ...reading, timezone }), format: "habittrove" as const };
  } catch (error) {
    if (error instanceof JsonError) throw unreadable("import_unreadable");
    if (!(error instanceof ZipError)) throw error;
    throw unreadable(error.isTooLarge ? "import_archive_too_large" : "import_unreadable");
  }
}

async function firstOf(json: JsonFile, list: string): Promise<unknown> {
  for await (const [first] of json.pages(list)) return first;
  return undefined;
}

const byteOrderMark = "\u{feff}";
/** Signatures of gzip (RFC 1952, 2.3.1) and of a ZIP archive (PKWARE APPNOTE 6.3.10, 4.3.7). */
const gzip = Buffer.from([0x1f, 0x8b]);
const zip = Buffer.from("PK\u0003\u0004");

/** The format of a file that is no SQLite database, by its first bytes; null if none of ours. */
function formatOf(file: Uint8Array): FileFormat | null {
  const head = Buffer.from(file.subarray(0, 200));
  if (head.subarray(0, gzip.length).equals(gzip)) return "daymark";
  if (isZip(file)) return "loop";
  const text = headOf(file);
  if (daymarkHead.test(text)) return "daymark";
  return text.startsWith(habitbullHead) ? "habitbull" : null;
}

function isZip(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, zip.length)).equals(zip);
}

/** The first characters, without a byte order mark and blanks. */
function headOf(file: Uint8Array): string {
  return Buffer.from(file.subarray(0, 200)).toString("utf8").replace(byteOrderMark, "").trimStart();
}
