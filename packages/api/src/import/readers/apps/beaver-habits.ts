import * as z from "zod/mini";
import { boundedList } from "../bounded-list.ts";
import type { ImportContent } from "../content.ts";
import type { JsonFile } from "../json.ts";
import type { DayCollector } from "../loop/loop-days.ts";
import { spreadHue, toLoopRow } from "../loop/loop-row.ts";
import type { Report } from "../report.ts";
import { type AppReading, readAppHabits, recordsOfHabitMax } from "./app-habits.ts";

/** Days of the letters of a period, as Loop counts a month and a year. */
const periodDays = new Map([
  ["D", 1],
  ["W", 7],
  ["M", 31],
  ["Y", 365],
]);

const periodSchema = z.object({ period_type: z.string(), period_count: z.int(), target_count: z.int() });

/** Of a habit. A longer list is not read. */
const tagsMax = 100;

/** The members as DictHabit of beaverhabits/storage/dict.py reads them; older files have only the first two. */
const habitSchema = z.object({
  name: z.string(),
  records: boundedList(z.unknown(), recordsOfHabitMax),
  status: z.catch(z.nullish(z.string()), null),
  tags: z.catch(boundedList(z.string(), tagsMax), []),
  period: z.catch(z.nullish(periodSchema), null),
});
type BeaverHabit = z.infer<typeof habitSchema>;

const recordSchema = z.object({
  day: z.string(),
  done: z.catch(z.boolean(), false),
  text: z.catch(z.nullish(z.string()), null),
});

/** Whether a file may be from Beaver Habits, by its first habit. */
export function isBeaverHabits(_: JsonFile, firstHabit: unknown): boolean {
  return habitSchema.safeParse(firstHabit).success;
}

/**
 * Reads the JSON file that Beaver Habits exports: each habit with its days, which are done or not, and their notes.
 *
 * @throws JsonError; ApiError validation_failed for too many habits; the reason of the signal
 */
export async function readBeaverHabits(json: JsonFile, reading: AppReading): Promise<ImportContent> {
  const habits = await readAppHabits(json, {
    ...reading,
    list: "habits",
    schema: habitSchema,
    toHabit(habit, { row, index }) {
      if (habit.status === "soft_delete") {
        reading.report.refuse({ row, habit: habit.name.slice(0, 80) }, "habit_deleted");
        return null;
      }
      return { line: toLine(habit, row, index, reading.report), days: habit.records, addDay };
    },
  });
  return { habits, notes: [], vacations: [] };
}

function toLine({ name, status, tags, period }: BeaverHabit, row: string, index: number, report: Report) {
  const days = periodDays.get(period?.period_type ?? "");
  if (tags.length > 1) {
    report.remark({ row, habit: name.slice(0, 80) }, "tags_left_out", { count: tags.length - 1 });
  }
  return toLoopRow(
    row,
    {
      ...{ Name: name, Type: "YES_NO", "Archived?": String(status === "archive") },
      ...(period &&
        days && {
          FrequencyNumerator: String(period.target_count),
          FrequencyDenominator: String(period.period_count * days),
        }),
    },
    { hue: spreadHue(index), ...(tags[0] && { group: tags[0] }) },
  );
}

function addDay(given: unknown, row: string, days: DayCollector): void {
  const { data } = recordSchema.safeParse(given);
  // Without a day, the collector reports the row as one without a day.
  days.add({ row, day: data?.day ?? "", value: data?.done ? "YES_MANUAL" : "UNKNOWN", note: data?.text ?? "" });
}
