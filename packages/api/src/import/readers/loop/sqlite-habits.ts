import type { SqliteFile } from "../../sqlite/sqlite-file.ts";
import type { SqliteCell } from "../../sqlite/sqlite-messages.ts";
import type { ImportHabit } from "../content.ts";
import { type Report, unreadable } from "../report.ts";
import { collectDays, type GivenDay, type LoopDays } from "./loop-days.ts";
import { toImportHabit } from "./loop-habit.ts";
import { type LoopHabitRow, titleOf } from "./loop-row.ts";

/** An account has at most 400 habits, archived ones aside. */
const habitsMax = 5_000;
/** Habits, groups and reminders are kept in memory, so a file may have only a few of each. */
const listedRowsMax = 20_000;

type Cells = readonly SqliteCell[];

/** A habit of an SQLite file, by the id that its days name. */
export type SqliteHabit = LoopHabitRow & { id: SqliteCell };

interface RowCollector {
  add: (cells: Cells) => void;
  days: () => LoopDays;
}

interface Reading<Habit> {
  /** In the order in which they are imported. */
  habits: readonly Habit[];
  /** The table of the days. */
  table: string;
  /** The first is the habit's id. The rows come in the order of these columns. */
  columns: readonly string[];
  /** Collects the rows of a habit. */
  collect: (habit: Habit) => RowCollector;
  report: Report;
  /** `YYYY-MM-DD`, the caller's: the day a habit without days begins. */
  today: string;
}

/**
 * Reads the days of one habit after the other in one pass, so that only one habit's days are in memory.
 *
 * @throws SqliteError; ApiError validation_failed for more habits than an account at every limit has
 */
export async function readHabits<Habit extends SqliteHabit>(
  file: SqliteFile,
  { habits: given, table, columns, collect, report, today }: Reading<Habit>,
): Promise<ImportHabit[]> {
  if (given.length > habitsMax) throw unreadable("import_archive_too_large");
  const unread = new Map(given.map((habit) => [habit.id, habit]));
  const imported = new Map<SqliteCell, ImportHabit | null>();
  let open: { habit: Habit; rows: RowCollector } | null = null;
  const begin = (habit: Habit) => {
    unread.delete(habit.id);
    return { habit, rows: collect(habit) };
  };
  const finish = async ({ habit, rows }: { habit: Habit; rows: RowCollector }) => {
    imported.set(habit.id, await toImportHabit(habit, rows.days(), { report, today }));
  };
  for await (const cells of file.rows(table, columns, columns)) {
    const id = cells[0] ?? null;
    if (open && open.habit.id !== id) {
      await finish(open);
      open = null;
    }
    const habit: Habit | undefined = open?.habit ?? unread.get(id);
    // Some versions of the apps leave rows of deleted habits behind.
    if (!habit) continue;
    open ??= begin(habit);
    open.rows.add(cells);
  }
  if (open) await finish(open);
  for (const habit of [...unread.values()]) await finish(begin(habit));
  return given.flatMap(({ id }) => imported.get(id) ?? []);
}

/** Collects a habit's days, one of each row; null for a row that is no day. */
export function dayOfEachRow(
  habit: SqliteHabit,
  report: Report,
  toDay: (cells: Cells) => GivenDay | null,
): RowCollector {
  const days = collectDays({ habit: titleOf(habit).text, report });
  return {
    add(cells) {
      const day = toDay(cells);
      if (day) days.add(day);
    },
    days: days.all,
  };
}

/** The day of an instant in milliseconds, in UTC; the text of anything else. */
export function dayOf(timestamp: SqliteCell): string {
  const isInstant = typeof timestamp === "number" && Math.abs(timestamp) <= 8.64e15;
  return isInstant ? new Date(timestamp).toISOString().slice(0, 10) : textOf(timestamp);
}

/** Empty for null. */
export function textOf(cell: SqliteCell | undefined): string {
  return cell === null || cell === undefined ? "" : String(cell);
}

/**
 * The rows of a table that has one for each habit, group or reminder.
 *
 * @throws SqliteError; ApiError validation_failed for more than 20,000 rows
 */
export async function* listRows(
  file: SqliteFile,
  table: string,
  columns: readonly string[],
  orderBy: readonly string[] = [],
): AsyncGenerator<Cells, void> {
  let count = 0;
  for await (const cells of file.rows(table, columns, orderBy)) {
    count += 1;
    if (count > listedRowsMax) throw unreadable("import_archive_too_large");
    yield cells;
  }
}

/** Names by id; none if there is no such table. */
export async function readNames(
  file: SqliteFile,
  table: string,
  columns: [id: string, name: string],
): Promise<Map<SqliteCell, string>> {
  const names = new Map<SqliteCell, string>();
  if (!file.tables.has(table)) return names;
  for await (const [id = null, name] of listRows(file, table, columns)) names.set(id, textOf(name).trim());
  return names;
}
