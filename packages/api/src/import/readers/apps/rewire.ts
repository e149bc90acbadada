import { timesPerMonthMax } from "@daymark/domain/tracking/schedule-bounds";
import type { SqliteFile } from "../../sqlite/sqlite-file.ts";
import type { SqliteCell } from "../../sqlite/sqlite-messages.ts";
import type { ImportContent, ImportReminder } from "../content.ts";
import { spreadHue } from "../loop/loop-row.ts";
import { dayOfEachRow, listRows, readHabits, readNames, type SqliteHabit, textOf } from "../loop/sqlite-habits.ts";
import type { Report } from "../report.ts";

export function isRewire({ tables }: SqliteFile): boolean {
  return tables.has("checkins") && tables.has("unit") && (tables.get("habits")?.includes("active_days") ?? false);
}

const habitColumns = ["_id", "name", "description", "schedule", "active_days", "days", "period", "repeating_count"];
/** The days of a week, a month and a year, as RewireDBImporter.kt of iSoron/uhabits counts them. */
const periods = [7, 31, 365];
const done = 2;

/**
 * Reads the database of Rewire. The meaning of its numbers is taken from RewireDBImporter.kt of iSoron/uhabits: it
 * knows days that are done, and no amounts. What we cannot read is reported.
 *
 * @throws SqliteError; the reason of the signal
 */
export async function readRewire(
  file: SqliteFile,
  { report, today }: { report: Report; today: string },
): Promise<ImportContent> {
  const reminders = await readReminders(file);
  const groups = await readNames(file, "category", ["_id", "category_name"]);
  const lines: SqliteHabit[] = [];
  for await (const cells of listRows(file, "habits", [...habitColumns, "category", "archived"], ["order_num", "_id"])) {
    const [id = null, name, description, schedule, activeDays, days, period, every, category, archived] = cells;
    const frequency = schedule === 1 ? [days, periods[Number(period)] ?? 7] : [1, schedule === 2 ? every : 1];
    const texts: Record<string, string> = {
      Name: textOf(name).trim(),
      Description: textOf(description).trim(),
      FrequencyNumerator: textOf(frequency[0]),
      FrequencyDenominator: textOf(frequency[1]),
      "Archived?": archived === 1 ? "true" : "",
    };
    const isOfMonth =
      schedule === 1 && period === 1 && typeof days === "number" && days >= 1 && days <= timesPerMonthMax;
    const weekdays = schedule === 0 ? toWeekdays(activeDays) : [];
    const group = groups.get(category ?? null);
    lines.push({
      ...{ id, row: `Habits:${id}`, cell: (...names) => names.map((key) => texts[key]).find(Boolean) ?? "" },
      ...(weekdays.length > 0 && { weekdays }),
      ...(isOfMonth && { schedule: { times_per_month: days } }),
      hue: spreadHue(lines.length),
      reminders: reminders.get(id) ?? [],
      ...(group !== undefined && { group }),
    });
  }
  const untold = new Map<SqliteCell, number>();
  const amounts = new Map<SqliteCell, number>();
  const count = (counts: Map<SqliteCell, number>, id: SqliteCell) => counts.set(id, (counts.get(id) ?? 0) + 1);
  const habits = await readHabits(file, {
    habits: lines,
    table: "checkins",
    columns: ["habit_id", "date", "_id", "type", "note", "actual_count"],
    collect: (habit) =>
      dayOfEachRow(habit, report, ([, date, id, type, note, amount]) => {
        if (Number(amount) > 0) count(amounts, habit.id);
        if (type !== done) count(untold, habit.id);
        if (type !== done && !note) return null;
        return {
          row: `CHECKINS:${id}`,
          day: textOf(date).replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"),
          value: type === done ? "YES_MANUAL" : "UNKNOWN",
          note: textOf(note),
        };
      }),
    ...{ report, today },
  });
  for (const { id, row, cell } of lines) {
    const where = { row, habit: cell("Name").slice(0, 100) };
    if (untold.has(id)) report.remark(where, "marks_left_out", { count: untold.get(id) ?? 0 });
    if (amounts.has(id)) report.remark(where, "amounts_left_out", { count: amounts.get(id) ?? 0 });
  }
  return { habits, notes: [], vacations: [] };
}

async function readReminders(file: SqliteFile): Promise<Map<SqliteCell, ImportReminder[]>> {
  const reminders = new Map<SqliteCell, ImportReminder[]>();
  if (!file.tables.has("reminders")) return reminders;
  for await (const [id, habit = null, time, days] of listRows(file, "reminders", [
    "_id",
    "habit_id",
    "time",
    "active_days",
  ])) {
    const weekdays = toWeekdays(days);
    const isTime = typeof time === "number" && Number.isInteger(time) && time > 0 && time < 1440;
    // Ours are at most one at a time of day, and Loop reads only the first.
    if (!isTime || weekdays.length === 0 || reminders.has(habit)) continue;
    const row = `REMINDERS:${id}`;
    reminders.set(habit, [{ row, minute: time, weekdays, by_push: true, by_mail: false, created_at: null }]);
  }
  return reminders;
}

/** @param days such as `0,1,5`, where 0 is Sunday; @returns 1 (Monday) to 7 */
function toWeekdays(days: SqliteCell | undefined): number[] {
  const numbers = textOf(days).split(",").filter(Boolean).map(Number);
  return [1, 2, 3, 4, 5, 6, 7].filter((weekday) => numbers.includes(weekday % 7));
}
