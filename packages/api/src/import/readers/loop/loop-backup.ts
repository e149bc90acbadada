import type { SqliteFile } from "../../sqlite/sqlite-file.ts";
import type { SqliteCell } from "../../sqlite/sqlite-messages.ts";
import type { ImportContent, ImportReminder } from "../content.ts";
import type { Report } from "../report.ts";
import { dayOf, dayOfEachRow, listRows, readHabits, type SqliteHabit, textOf } from "./sqlite-habits.ts";

const habitColumns = [
  ...["id", "name", "question", "description", "freq_num", "freq_den", "color", "archived", "type", "unit"],
  ...["target_type", "target_value", "reminder_hour", "reminder_min", "reminder_days"],
] as const;

/** Whether these are the tables of Loop's database, of any version. */
export function isLoopBackup({ tables }: SqliteFile): boolean {
  const has = (table: string, column: string) => tables.get(table)?.includes(column) ?? false;
  return has("habits", "freq_num") && has("repetitions", "timestamp");
}

/**
 * Reads the database that Loop Habit Tracker writes by "Export full backup" and as its automatic backup. Versions 9 to
 * 25 differ in their columns and colours (migrations of iSoron/uhabits). Unlike the CSV archive, it has reminders.
 *
 * @param told.today `YYYY-MM-DD`, the caller's: the day a habit without days begins
 * @throws SqliteError; the reason of the signal
 */
export async function readLoopBackup(
  file: SqliteFile,
  { report, today }: { report: Report; today: string },
): Promise<ImportContent> {
  const lines: SqliteHabit[] = [];
  for await (const cells of listRows(file, "habits", habitColumns, ["position", "id"])) {
    lines.push(toLine((column) => cells[habitColumns.indexOf(column)] ?? null, file.version));
  }
  const habits = await readHabits(file, {
    habits: lines,
    table: "repetitions",
    columns: ["habit", "timestamp", "id", "value", "notes"],
    collect: (habit) =>
      dayOfEachRow(habit, report, ([, timestamp, id, value, notes]) => ({
        row: `Repetitions:${id}`,
        day: dayOf(timestamp ?? null),
        // Before version 16 a row has no value and is a yes.
        value: textOf(value) || "YES_MANUAL",
        note: textOf(notes),
      })),
    ...{ report, today },
  });
  return { habits, notes: [], vacations: [] };
}

/** The habit by the names of the columns of Loop's CSV archive. */
function toLine(of: (column: (typeof habitColumns)[number]) => SqliteCell, version: number): SqliteHabit {
  const row = `Habits:${of("id")}`;
  const texts: Record<string, string> = {
    Name: textOf(of("name")),
    Question: textOf(of("question")),
    Description: textOf(of("description")),
    FrequencyNumerator: textOf(of("freq_num")),
    FrequencyDenominator: textOf(of("freq_den")),
    Color: colorOf(Number(of("color")), version),
    Type: of("type") === 1 ? "NUMERICAL" : "YES_NO",
    Unit: textOf(of("unit")),
    "Target Type": of("target_type") === 1 ? "AT_MOST" : "AT_LEAST",
    "Target Value": textOf(of("target_value")),
    "Archived?": of("archived") ? "true" : "false",
  };
  return {
    ...{ id: of("id"), row },
    isAnyWeek: true,
    cell: (...names) => names.map((name) => texts[name]?.trim()).find(Boolean) ?? "",
    reminders: reminderOf(row, of("reminder_hour"), of("reminder_min"), of("reminder_days") ?? everyDay),
  };
}

const everyDay = 127;

/** @param days bits from Saturday to Friday (WeekdayList.kt) */
function reminderOf(row: string, hour: SqliteCell, minute: SqliteCell, days: SqliteCell): ImportReminder[] {
  const isTime = Number.isInteger(hour) && Number.isInteger(minute);
  const ofDay = Number(hour) * 60 + Number(minute);
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => (Number(days) >> ((weekday + 1) % 7)) & 1);
  if (!isTime || ofDay < 0 || ofDay > 1439 || weekdays.length === 0) return [];
  return [{ row, minute: ofDay, weekdays, by_push: true, by_mail: false, created_at: null }];
}

/** The palette of version 21 and later (PaletteColor.kt). */
const palette = [
  ...["#D32F2F", "#E64A19", "#F57C00", "#FF8F00", "#F9A825", "#AFB42B", "#7CB342", "#388E3C", "#00897B", "#00ACC1"],
  ...["#039BE5", "#1976D2", "#303F9F", "#5E35B1", "#8E24AA", "#D81B60", "#5D4037", "#303030", "#757575", "#AAAAAA"],
];
/** The places in it of the 13 colours of versions 14 to 20 (migration 21). */
const olderPalette = [0, 1, 4, 5, 7, 8, 9, 10, 13, 14, 15, 17, 19];

/** `#RRGGBB`. Before version 14 a colour is ARGB as a number of 32 bits. */
function colorOf(color: number, version: number): string {
  if (version < 14) return `#${(color & 0xffffff).toString(16).padStart(6, "0")}`;
  const place = version < 21 ? olderPalette[color] : color;
  return palette[place ?? 0] ?? "";
}
