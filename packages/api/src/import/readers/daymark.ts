import { createGunzip } from "node:zlib";
import { exportVersion } from "@daymark/domain/account/export";
import { importUnpackedBytesMax } from "@daymark/domain/account/import";
import { pastSchedulesOfUserCharactersMax } from "@daymark/domain/base/bounds";
import { unitKind } from "@daymark/domain/base/unit";
import { type FieldError, type FieldErrors, fieldErrors } from "@daymark/domain/base/validation";
import { logItemsOfDayMax, logItemsOfUserMax } from "@daymark/domain/day-log/follow-day";
import { remindersOfHabitMax, reminderWeekdays, toMinute } from "@daymark/domain/reminder/reminder";
import { notesMax } from "@daymark/domain/tracking/note";
import { isEndForGoodOnly, isForGoodOnly } from "@daymark/domain/tracking/schedule";
import { vacationsMax } from "@daymark/domain/tracking/vacation";
import * as z from "zod/mini";
import { ApiError } from "../../base/error.ts";
import { createPace } from "../../base/pace.ts";
import {
  type ImportContent,
  ImportDays,
  type ImportHabit,
  ImportLog,
  type ImportNote,
  type ImportVacation,
} from "./content.ts";
import {
  entrySchema,
  type FileEntry,
  type FileHabit,
  type FileLogItem,
  type FileReminder,
  habitSchema,
  logItemSchema,
  noteSchema,
  reminderSchema,
  vacationSchema,
} from "./daymark-row.ts";
import { JsonError, type JsonFile, openJson } from "./json.ts";
import { type Report, unreadable } from "./report.ts";

/** Twenty times a plan's limit: no user's own file has more. */
const habitsMax = 1000;

/**
 * Reads a file that `export` of this version or an earlier one has written, plain or compressed by gzip. A member that
 * earlier versions did not have gets its default. Each row is checked by itself; an invalid row is reported and
 * skipped. The file is never parsed as a whole, see json.ts.
 *
 * @param reading.today `YYYY-MM-DD`, the user's
 * @throws ApiError validation_failed if it is no such file; the reason of the signal
 */
export async function readDaymark(
  file: Uint8Array,
  report: Report,
  { today, signal }: { today: string; signal?: AbortSignal | undefined },
): Promise<ImportContent> {
  try {
    const json = await openJson(await unpack(file), undefined, signal);
    assertDaymark(json);
    const habits = await readHabits(json, report, today);
    const vacations = await readVacations(json, report);
    await readReminders(json, habits, report);
    const notes = await readNotes(json, report);
    await readDays(json, habits, report);
    await readLog(json, habits, report);
    return { habits: [...habits.taken.values()], vacations, notes };
  } catch (error) {
    if (error instanceof JsonError) throw unreadable("import_unreadable");
    throw error;
  }
}

/** RFC 1952. */
const gzipStart = [0x1f, 0x8b];
const gunzipChunkBytes = 1_000_000;
/** Bytes that are copied in one turn of the event loop, in a millisecond or two. */
const copiedAtOnce = 4_000_000;

/** Unpacks a gzip file in zlib's thread pool, up to {@link importUnpackedBytesMax}. Returns any other file as it is. */
async function unpack(file: Uint8Array): Promise<Uint8Array> {
  if (!gzipStart.every((byte, index) => file[index] === byte)) return file;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const gunzip = createGunzip({ chunkSize: gunzipChunkBytes });
    gunzip.end(file);
    for await (const chunk of gunzip) {
      bytes += chunk.length;
      if (bytes > importUnpackedBytesMax) throw unreadable("import_archive_too_large");
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ApiError ? error : unreadable("import_unreadable");
  }
  const unpacked = Buffer.allocUnsafe(bytes);
  const pace = createPace(copiedAtOnce);
  let at = 0;
  for (const chunk of chunks) {
    at += chunk.copy(unpacked, at);
    if (pace.isDue(at)) await pace.giveWay(at);
  }
  return unpacked;
}

const headSchema = z.object({ format: z.literal("daymark"), version: z.int().check(z.gte(1)) });
const lists = ["habits", "notes", "vacations", "reminders", "progress", "log"];

function assertDaymark(json: JsonFile): void {
  const { success, data } = headSchema.safeParse({ format: json.read("format"), version: json.read("version") });
  const areLists = json.has("habits") && lists.every((name) => json.isList(name) || !json.has(name));
  if (!success || !areLists) throw unreadable("import_not_daymark");
  if (data.version > exportVersion) throw unreadable("import_version_newer");
}

/** Rows that are checked in one turn of the event loop. A page of bounded bytes may have many short rows, each with a fault. */
const rowsAtOnce = 200;

/** Checks each row of a list by its schema. For a wrong row the report contains the first mistake. */
async function readRows<Row>(
  json: JsonFile,
  name: string,
  {
    schema,
    report,
    take,
    refuse = (row, fault) => report.refuseInvalid({ row }, fault),
  }: {
    schema: z.ZodMiniType<Row>;
    report: Report;
    take: (data: Row, row: string) => void;
    refuse?: (row: string, fault: FieldErrors, given: unknown) => void;
  },
): Promise<void> {
  let index = 0;
  const pace = createPace(rowsAtOnce);
  for await (const page of json.pages(name)) {
    for (const given of page) {
      if (pace.isDue(index)) await pace.giveWay(index);
      const row = `${name}[${index}]`;
      index += 1;
      const { success, data, error } = schema.safeParse(given);
      if (success) take(data, row);
      else refuse(row, fieldErrors(error.issues, given), given);
    }
  }
}

/** The valid habits of a file by their ids in the file, in the order of import; and the ids of the refused ones. */
interface FileHabits {
  taken: ReadonlyMap<number, ImportHabit>;
  refusedIds: ReadonlySet<number>;
}

async function readHabits(json: JsonFile, report: Report, today: string): Promise<FileHabits> {
  const refusedIds = new Set<number>();
  // A user can have no more of them, so no more are held while the file is read.
  let pastCharacters = 0;
  const read = new Map<number, { position: number; habit: ImportHabit }>();
  const refuse = (row: string, fault: FieldErrors, given: unknown) => {
    report.refuseInvalid({ row, habit: titleOf(given) }, fault);
    const id = idOf(given);
    if (id !== null) refusedIds.add(id);
  };
  const take = (given: FileHabit, row: string) => {
    const fault = faultOfHabit(given, read, today);
    if (fault) return refuse(row, fault, given);
    if (read.size === habitsMax) throw unreadable("import_not_daymark");
    const { id, position, targets, past_schedules, ...members } = given;
    const ownCharacters = past_schedules.length > 0 ? JSON.stringify(past_schedules).length : 0;
    if (ownCharacters > 0 && pastCharacters + ownCharacters > pastSchedulesOfUserCharactersMax) {
      const values = { days: 0, max: pastSchedulesOfUserCharactersMax };
      report.refuse({ row, habit: given.title }, "past_schedules_too_many", values);
      refusedIds.add(id);
      return;
    }
    pastCharacters += ownCharacters;
    const habit = {
      ...members,
      row,
      targets: targets.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
      past_schedules: past_schedules.toSorted((a, b) => (a.until < b.until ? -1 : 1)),
      days: new ImportDays(),
      log: new ImportLog(),
      reminders: [],
    };
    read.set(id, { position, habit });
  };
  await readRows(json, "habits", { schema: habitSchema, report, take, refuse });
  const inOrder = [...read].sort(
    ([, a], [, b]) => Number(a.habit.archived) - Number(b.habit.archived) || a.position - b.position,
  );
  return { taken: new Map(inOrder.map(([id, { habit }]) => [id, habit])), refusedIds };
}

/** Checks what the schema of one member cannot. */
function faultOfHabit(
  { id, type, schedule, past_schedules, end, unit, unit_label }: FileHabit,
  others: ReadonlyMap<number, unknown>,
  today: string,
): FieldErrors | null {
  if (unit_label !== null && unit !== "repetitions") return { unit_label: [{ code: "unit_label_repetitions_only" }] };
  const isAllowed = (each: FileHabit["schedule"]) => type === "good" || !each || !isForGoodOnly(each);
  if (!isAllowed(schedule)) return { schedule: [{ code: "schedule_good_only" }] };
  if (!past_schedules.every((past) => isAllowed(past.schedule))) {
    return { past_schedules: [{ code: "schedule_good_only" }] };
  }
  // The days of a file from a time zone further east may be one ahead, so its yesterday may be today.
  if (past_schedules.some(({ until }) => until > today)) return { past_schedules: [{ code: "day_not_past" }] };
  if (end && type === "bad" && isEndForGoodOnly(end)) return { end: [{ code: "end_good_only" }] };
  return others.has(id) ? { id: [{ code: "invalid" }] } : null;
}

/** The habit of a row. If that habit is refused itself, the report does not mention its rows. */
function habitOf(
  { taken, refusedIds }: FileHabits,
  { habit_id }: { habit_id: number },
  row: string,
  report: Report,
): ImportHabit | undefined {
  const habit = taken.get(habit_id);
  if (!habit && !refusedIds.has(habit_id)) report.refuse({ row }, "habit_unknown");
  return habit;
}

/** At most as many as a user can have; a file with more was edited. */
async function readVacations(json: JsonFile, report: Report): Promise<ImportVacation[]> {
  const vacations: ImportVacation[] = [];
  await readRows(json, "vacations", {
    schema: vacationSchema,
    report,
    take: (vacation, row) => {
      if (vacations.length < vacationsMax) vacations.push({ ...vacation, row });
      else report.refuse({ row }, "vacations_too_many", { max: vacationsMax });
    },
  });
  return vacations;
}

async function readNotes(json: JsonFile, report: Report): Promise<ImportNote[]> {
  const notes: ImportNote[] = [];
  await readRows(json, "notes", {
    schema: noteSchema,
    report,
    take: (note, row) => {
      if (notes.length < notesMax) notes.push({ ...note, row });
      else report.refuse({ row }, "notes_too_many", { max: notesMax });
    },
  });
  return notes;
}

function readReminders(json: JsonFile, habits: FileHabits, report: Report): Promise<void> {
  const take = (reminder: FileReminder, row: string) => {
    const habit = habitOf(habits, reminder, row, report);
    if (!habit) return;
    const minute = toMinute(reminder.time);
    const fault = faultOfReminder(habit, minute);
    if (fault) return report.refuseInvalid({ row, habit: habit.title }, { time: [fault] });
    habit.reminders.push({
      row,
      minute,
      weekdays: [...(reminder.weekdays ?? reminderWeekdays)].sort(),
      // The notification targets of another account are not here: a reminder that had only these goes by push.
      by_push: (reminder.by_push ?? true) || !reminder.by_mail,
      by_mail: reminder.by_mail ?? false,
      created_at: reminder.created_at ?? null,
    });
  };
  return readRows(json, "reminders", { schema: reminderSchema, report, take });
}

function faultOfReminder({ reminders }: ImportHabit, minute: number): FieldError | null {
  if (reminders.some((other) => other.minute === minute)) return { code: "reminder_time_taken" };
  if (reminders.length < remindersOfHabitMax) return null;
  return { code: "reminders_too_many", values: { max: remindersOfHabitMax } };
}

function readDays(json: JsonFile, habits: FileHabits, report: Report): Promise<void> {
  const take = (entry: FileEntry, row: string) => {
    const habit = habitOf(habits, entry, row, report);
    if (!habit) return;
    const where = { row, habit: habit.title };
    const { habit_id: _, ...day } = entry;
    if (habit.days.has(day.day)) report.refuse(where, "day_repeated");
    else if (unitKind(day.unit) !== unitKind(habit.unit)) report.refuse(where, "unit_kind_differs");
    else if (day.confirmed && habit.type === "good") report.refuse(where, "confirmed_bad_only");
    else if (!isRefusedAsContradiction(where, entry, report)) {
      habit.days.add({ ...day, note: day.note || null, vacation_id: day.skipped ? day.vacation_id : null });
    }
  };
  return readRows(json, "progress", { schema: entrySchema, report, take });
}

/**
 * At most as many items as a user can have. Items without their day, which the file may lack or which was refused, would
 * have no day to add up to, so they are skipped and do not count.
 */
function readLog(json: JsonFile, habits: FileHabits, report: Report): Promise<void> {
  let count = 0;
  const take = (item: FileLogItem, row: string) => {
    const habit = habitOf(habits, item, row, report);
    if (!habit?.days.has(item.day)) return;
    const where = { row, habit: habit.title };
    const { log } = habit;
    const { day, at, value, unit } = item;
    if (unitKind(unit) !== unitKind(habit.unit)) report.refuse(where, "unit_kind_differs");
    else if (log && log.itemsOf(day).length >= logItemsOfDayMax) {
      report.refuseInvalid(where, { value: [{ code: "log_full", values: { max: logItemsOfDayMax } }] });
    } else if (count >= logItemsOfUserMax) {
      report.refuse(where, "log_items_too_many", { max: logItemsOfUserMax });
    } else {
      log?.add(day, { at, value, unit });
      count += 1;
    }
  };
  return readRows(json, "log", { schema: logItemSchema, report, take });
}

/** A day that contradicts itself or is empty; returns true if the report contains it. */
function isRefusedAsContradiction(where: { row: string; habit: string }, day: FileEntry, report: Report): boolean {
  const { value, skipped, confirmed, note } = day;
  if (value !== null && skipped) report.refuseInvalid(where, { skipped: [{ code: "value_with_skip" }] });
  else if (confirmed && (value !== null || skipped)) {
    report.refuseInvalid(where, { confirmed: [{ code: "value_with_confirmed" }] });
  } else if (value === null && !skipped && !confirmed && !note) {
    report.refuseInvalid(where, { value: [{ code: "nothing_to_record" }] });
  } else return false;
  return true;
}

function titleOf(habit: unknown): string | null {
  const title = typeof habit === "object" && habit !== null && "title" in habit ? habit.title : null;
  return typeof title === "string" ? title.slice(0, 80) : null;
}

/** Null for anything but a number, because no other row can refer to it, and it may be large. */
function idOf(habit: unknown): number | null {
  const id = typeof habit === "object" && habit !== null && "id" in habit ? habit.id : null;
  return typeof id === "number" ? id : null;
}
