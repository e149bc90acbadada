import { fromDayNumber, isDay } from "@daymark/domain/base/day";
import { timesPerMonthMax } from "@daymark/domain/tracking/schedule-bounds";
import * as z from "zod/mini";
import { boundedList } from "../bounded-list.ts";
import type { ImportContent, ImportReminder } from "../content.ts";
import { type JsonFile, readSmallJson } from "../json.ts";
import type { DayCollector } from "../loop/loop-days.ts";
import { toLoopRow } from "../loop/loop-row.ts";
import type { Report } from "../report.ts";
import { type AppReading, readAppHabits, recordsOfHabitMax } from "./app-habits.ts";

const optionalText = z.catch(z.string(), "");
const optionalNumber = z.catch(z.optional(z.number()), undefined);

/** The members of HabitExportData in lib/models/habit_export.dart of FriesI23/mhabit; those that are null are absent. */
const habitSchema = z.object({
  name: z.string(),
  records: boundedList(z.unknown(), recordsOfHabitMax),
  type: z.int(),
  start_date: optionalNumber,
  status: optionalNumber,
  desc: optionalText,
  color: optionalNumber,
  custom_color: optionalNumber,
  daily_goal: optionalNumber,
  daily_goal_unit: optionalText,
  daily_goal_extra: optionalNumber,
  freq_type: optionalNumber,
  freq_custom: optionalText,
  reminder: optionalText,
  reminder_quest: optionalText,
  group_id: optionalText,
});
type TableHabit = z.infer<typeof habitSchema>;

const recordSchema = z.object({
  record_date: z.int(),
  record_type: z.int(),
  record_value: z.catch(z.number(), 0),
  reason: optionalText,
});

const groupSchema = z.object({ uuid: z.string(), name: z.string() });
const groupsMax = 5_000;

/** The codes of HabitType, HabitStatus and HabitRecordStatus in lib/models/habit_form.dart. */
const negative = 2;
const status = { deleted: 2, archived: 3 } as const;
const record = { done: 1, skip: 2 } as const;

/** Whether a file may be from Table Habit, by its first habit. */
export function isTableHabit(_: JsonFile, firstHabit: unknown): boolean {
  return habitSchema.safeParse(firstHabit).success;
}

/**
 * Reads the JSON file that Table Habit exports.
 *
 * @throws JsonError; ApiError validation_failed for too many habits; the reason of the signal
 */
export async function readTableHabit(json: JsonFile, reading: AppReading): Promise<ImportContent> {
  const groups = await readGroups(json);
  const habits = await readAppHabits(json, {
    ...reading,
    list: "habits",
    schema: habitSchema,
    toHabit(habit, { row }) {
      if (habit.status === status.deleted) {
        reading.report.refuse({ row, habit: habit.name.slice(0, 80) }, "habit_deleted");
        return null;
      }
      const isAmount = countsAmounts(habit);
      const group = groups.get(habit.group_id);
      return {
        line: toLine(habit, { row, isAmount, group, report: reading.report }),
        days: habit.records,
        addDay: (given, place, days) => addDay(given, place, { days, isAmount }),
      };
    },
  });
  return { habits, notes: [], vacations: [] };
}

async function readGroups(json: JsonFile): Promise<Map<string, string>> {
  const groups = new Map<string, string>();
  let count = 0;
  for await (const page of json.pages("groups")) {
    for (const given of page) {
      // Elements that are no groups count too: each takes as long as one that is.
      count += 1;
      if (count > groupsMax) return groups;
      const { data } = groupSchema.safeParse(given);
      if (data) groups.set(data.uuid, data.name);
    }
  }
  return groups;
}

/**
 * A habit that is done once a day, as its goal, unit and records say, needs no amounts. The days need the answer, so all
 * records are looked at before; their schema, which takes longer, checks them in turns.
 */
function countsAmounts({ type, daily_goal, daily_goal_unit, records }: TableHabit): boolean {
  if (type === negative || (daily_goal ?? 1) !== 1 || daily_goal_unit !== "") return true;
  return records.some((given) => {
    const value = typeof given === "object" && given !== null && "record_value" in given ? given.record_value : 0;
    return Number.isFinite(value) && value !== 0 && value !== 1;
  });
}

interface LineDetails {
  row: string;
  isAmount: boolean;
  group: string | undefined;
  report: Report;
}

function toLine(habit: TableHabit, { row, isAmount, group, report }: LineDetails) {
  const isNegative = habit.type === negative;
  const [times, days] = frequencyOf(habit);
  const startsOn = dayOf(habit.start_date ?? Number.NaN);
  // The goal of a negative habit is a range, of which our target is the upper end (habitOkValue of HabitSummaryData).
  const goal = isNegative ? (habit.daily_goal_extra ?? habit.daily_goal ?? 0) : (habit.daily_goal ?? 1);
  return toLoopRow(
    row,
    {
      ...{ Name: habit.name, Question: habit.reminder_quest, Description: habit.desc },
      ...{ Type: isAmount ? "NUMERICAL" : "YES_NO", "Target Type": isNegative ? "AT_MOST" : "AT_LEAST" },
      ...{ "Target Value": String(goal), Unit: habit.daily_goal_unit },
      ...{ FrequencyNumerator: String(times), FrequencyDenominator: String(days) },
      ...{ Color: colorOf(habit), "Archived?": String(habit.status === status.archived) },
    },
    {
      isTargetOfDay: true,
      ...(habit.freq_type === monthly && times <= timesPerMonthMax && { schedule: { times_per_month: times } }),
      reminders: remindersOf(habit, row, report),
      ...(isDay(startsOn) && { startsOn }),
      ...(group !== undefined && { group }),
    },
  );
}

/** So many times a month. */
const monthly = 2;
/** The times, and the days if they are the user's choice. */
const frequencySchema = boundedList(z.int(), 10).check(z.minLength(1));
/** The days of weeks and months, by the code of HabitFrequencyType; 3 has its days in the file. */
const periodDays = new Map([
  [1, 7],
  [monthly, 31],
]);

function frequencyOf({ freq_type, freq_custom }: TableHabit): [times: number, days: number] {
  const [times = 1, days = 1] = frequencySchema.safeParse(readSmallJson(freq_custom)).data ?? [];
  return [times, periodDays.get(freq_type ?? 0) ?? days];
}

/** The seeds of the ten colours, from 1 (lib/theme/_colors/custom_color.g.dart). */
const palette = [
  ...["#6750A4", "#F44336", "#9C27B0", "#3F51B5", "#009688"],
  ...["#4CAF50", "#FFC107", "#FF9800", "#8BC34A", "#673AB7"],
];

/** @returns `#RRGGBB` */
function colorOf({ color = 1, custom_color }: TableHabit): string {
  if (custom_color === undefined || !Number.isInteger(custom_color)) return palette[color - 1] ?? "#6750A4";
  return `#${(custom_color & 0xffffff).toString(16).padStart(6, "0")}`;
}

/** The codes of HabitReminderType in lib/models/habit_reminder.dart. */
const reminderOfDay = 2;
const reminderOfWeek = 3;
const reminderSchema = z.object({
  type: z.int(),
  time: z.object({
    hour: z.int().check(z.gte(0), z.lte(23)),
    minute: z.int().check(z.gte(0), z.lte(59)),
  }),
  extra: boundedList(z.int(), 31),
});

/** Reminders of each month, and those only for days without a record, have no equivalent. */
function remindersOf({ name, reminder }: TableHabit, row: string, report: Report): ImportReminder[] {
  if (!reminder) return [];
  const { data } = reminderSchema.safeParse(readSmallJson(reminder));
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter(
    (weekday) => data?.type === reminderOfDay || (data?.type === reminderOfWeek && data.extra.includes(weekday)),
  );
  if (!data || weekdays.length === 0) {
    report.remark({ row, habit: name.slice(0, 80) }, "reminder_left_out");
    return [];
  }
  const minute = data.time.hour * 60 + data.time.minute;
  return [{ row: `${row}.reminder`, minute, weekdays, by_push: true, by_mail: false, created_at: null }];
}

function addDay(given: unknown, row: string, { days, isAmount }: { days: DayCollector; isAmount: boolean }): void {
  const { data } = recordSchema.safeParse(given);
  const value = !data ? "UNKNOWN" : rawOf(data, isAmount);
  days.add({ row, day: dayOf(data?.record_date ?? Number.NaN), value, note: data?.reason ?? "" });
}

function rawOf({ record_type, record_value }: z.infer<typeof recordSchema>, isAmount: boolean): string {
  if (record_type === record.skip) return "SKIP";
  if (record_type !== record.done) return "UNKNOWN";
  if (!isAmount) return record_value === 1 ? "YES_MANUAL" : "NO";
  // Loop's amounts are thousandths; 1 to 3 are its codes, and an amount as small is rounded anyway.
  return record_value > 0 ? String(Math.max(4, Math.round(record_value * 1000))) : String(Math.round(record_value));
}

/** The day of a number of days since 1970-01-01; the number as text if it is no day of a calendar. */
function dayOf(epochDay: number): string {
  const isInCalendar = Number.isInteger(epochDay) && Math.abs(epochDay) < 1_000_000;
  return isInCalendar ? fromDayNumber(epochDay) : String(epochDay).slice(0, 40);
}
