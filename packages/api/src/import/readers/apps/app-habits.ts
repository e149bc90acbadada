import { fieldErrors } from "@daymark/domain/base/validation";
import type * as z from "zod/mini";
import { createPace } from "../../../base/pace.ts";
import type { ImportHabit } from "../content.ts";
import type { JsonFile } from "../json.ts";
import { collectDays, type DayCollector } from "../loop/loop-days.ts";
import { toImportHabit } from "../loop/loop-habit.ts";
import { type LoopHabitRow, titleOf } from "../loop/loop-row.ts";
import { type Report, unreadable } from "../report.ts";

/** An account has at most 400 habits, archived ones aside. */
const habitsMax = 5_000;
/** More than the days of a century: an app has one record of a day, or some completions within the megabyte of a habit. */
export const recordsOfHabitMax = 40_000;
/** Days that are checked in one turn of the event loop, in a millisecond or two. */
export const daysAtOnce = 1_000;

export interface AppReading {
  report: Report;
  /** `YYYY-MM-DD`, the caller's: the day a habit without days begins. */
  today: string;
  /** IANA name: whose days the instants of a file belong to, if the file does not say it. */
  timezone: string;
  signal?: AbortSignal | undefined;
}

interface AppList<Habit> extends Omit<AppReading, "timezone"> {
  /** The name of the list in the file. */
  list: string;
  schema: z.ZodMiniType<Habit>;
  /** Null if the app's habit is none of ours; then the report says why. */
  toHabit: (given: Habit, place: { row: string; index: number }) => AppHabit | null;
}

/** A habit in the columns of Loop, with its days as the app's file has them. */
export interface AppHabit {
  line: LoopHabitRow;
  days: readonly unknown[];
  /** Adds one of the days to the collector. */
  addDay: (day: unknown, row: string, days: DayCollector) => void;
  /** Adds days that several elements of the file form together. */
  finish?: (days: DayCollector) => void | Promise<void>;
}

/**
 * Reads a list of habits that contain their days, one habit after the other.
 *
 * @throws JsonError; the reason of the signal; ApiError validation_failed for more habits than an account at every
 *   limit has
 */
export async function readAppHabits<Habit>(json: JsonFile, given: AppList<Habit>): Promise<ImportHabit[]> {
  const { list, schema, toHabit, report, today, signal } = given;
  const habits: ImportHabit[] = [];
  let index = 0;
  for await (const page of json.pages(list)) {
    for (const element of page) {
      signal?.throwIfAborted();
      const row = `${list}[${index}]`;
      if (index === habitsMax) throw unreadable("import_archive_too_large");
      const { data, error } = schema.safeParse(element);
      if (error) report.refuseInvalid({ row, habit: nameOf(element) }, fieldErrors(error.issues, element));
      const habit = data === undefined ? null : toHabit(data, { row, index });
      const imported = habit && (await readAppHabit(habit, { report, today }));
      if (imported) habits.push(imported);
      index += 1;
    }
  }
  return habits;
}

async function readAppHabit({ line, days, addDay, finish }: AppHabit, told: { report: Report; today: string }) {
  const collected = collectDays({ habit: titleOf(line).text, report: told.report });
  const pace = createPace(daysAtOnce);
  for (const [index, day] of days.entries()) {
    addDay(day, `${line.row}[${index}]`, collected);
    if (pace.isDue(index)) await pace.giveWay(index);
  }
  await finish?.(collected);
  return toImportHabit(line, collected.all(), told);
}

function nameOf(habit: unknown): string | null {
  const name = typeof habit === "object" && habit !== null && "name" in habit ? habit.name : null;
  return typeof name === "string" ? name.slice(0, 80) : null;
}
