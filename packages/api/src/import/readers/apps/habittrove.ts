import { importBytesMax } from "@daymark/domain/account/import";
import { isTimezone, todayIn } from "@daymark/domain/base/day";
import * as z from "zod/mini";
import { createPace } from "../../../base/pace.ts";
import { boundedList } from "../bounded-list.ts";
import type { ImportContent } from "../content.ts";
import { JsonError, type JsonFile, openJson, pieceBytesMaxOfApps } from "../json.ts";
import type { DayCollector } from "../loop/loop-days.ts";
import { spreadHue, toLoopRow } from "../loop/loop-row.ts";
import { listZip, type ZipEntry, ZipError } from "../zip.ts";
import { type AppHabit, type AppReading, daysAtOnce, readAppHabits, recordsOfHabitMax } from "./app-habits.ts";
import { readRecurrence } from "./recurrence.ts";

/** The members of Habit in lib/types.ts of dohsimpson/HabitTrove. */
const habitSchema = z.object({
  name: z.string(),
  completions: boundedList(z.unknown(), recordsOfHabitMax),
  description: z.catch(z.string(), ""),
  frequency: z.catch(z.string(), ""),
  targetCompletions: z.catch(z.int().check(z.gte(1)), 1),
  isTask: z.catch(z.boolean(), false),
  archived: z.catch(z.boolean(), false),
});
type TroveHabit = z.infer<typeof habitSchema>;

/** A backup has five files of data, and the pictures of its users. */
const filesMax = 5_000;
const habitsName = "habits.json";
const settingsName = "settings.json";
const settingsBytesMax = 100_000;
const settingsSchema = z.object({ system: z.object({ timezone: z.string() }) });

/** Whether a file may be the `habits.json` of HabitTrove, by its first habit. */
export function isHabitTrove(_: JsonFile, firstHabit: unknown): boolean {
  return habitSchema.safeParse(firstHabit).success;
}

/**
 * Opens a backup of HabitTrove: an archive of its folder `data` (lib/backup.ts).
 *
 * @returns null if the archive has no `habits.json`; `timezone` is null unless its settings name one
 * @throws ZipError; JsonError; the reason of the signal
 */
export async function openHabitTroveBackup(
  file: Uint8Array,
  signal?: AbortSignal,
): Promise<{ json: JsonFile; timezone: string | null } | null> {
  const entries = await listZip(file, { entriesMax: filesMax, nameEndings: [habitsName, settingsName], signal });
  // A user who packs the files again may put a folder around them.
  const find = (name: string) =>
    entries
      .filter((entry) => entry.name === name || entry.name.endsWith(`/${name}`))
      .toSorted((a, b) => a.name.length - b.name.length)[0];
  const habits = find(habitsName);
  if (!habits) return null;
  const json = await openJson(await habits.read(importBytesMax), pieceBytesMaxOfApps, signal);
  return { json, timezone: await readTimezone(find(settingsName)) };
}

/** Null also for damaged settings, because the days can be read without them. */
async function readTimezone(settings: ZipEntry | undefined): Promise<string | null> {
  if (!settings) return null;
  try {
    const json = await openJson(await settings.read(settingsBytesMax));
    const { data } = settingsSchema.safeParse({ system: json.read("system") });
    return data && isTimezone(data.system.timezone) ? data.system.timezone : null;
  } catch (error) {
    if (error instanceof JsonError || error instanceof ZipError) return null;
    throw error;
  }
}

/**
 * Reads the habits of HabitTrove, of all its users. The file has the instants of completions; their days are those of
 * the reading's time zone.
 *
 * @throws JsonError; ApiError validation_failed for too many habits; the reason of the signal
 */
export async function readHabitTrove(json: JsonFile, reading: AppReading): Promise<ImportContent> {
  const habits = await readAppHabits(json, {
    ...reading,
    list: "habits",
    schema: habitSchema,
    toHabit(habit, { row, index }) {
      if (habit.isTask) {
        reading.report.refuse({ row, habit: habit.name.slice(0, 80) }, "not_a_habit");
        return null;
      }
      return { line: toLine(habit, row, index), days: habit.completions, ...countCompletions(habit, reading.timezone) };
    },
  });
  return { habits, notes: [], vacations: [] };
}

function toLine({ name, description, frequency, targetCompletions, archived }: TroveHabit, row: string, index: number) {
  const { weekdays, times, days, schedule } = readRecurrence(frequency);
  return toLoopRow(
    row,
    {
      ...{ Name: name, Description: description, "Archived?": String(archived) },
      Type: targetCompletions > 1 ? "NUMERICAL" : "YES_NO",
      "Target Value": String(targetCompletions),
      FrequencyNumerator: String(times),
      FrequencyDenominator: String(days),
    },
    {
      hue: spreadHue(index),
      isTargetOfDay: true,
      ...(weekdays.length > 0 && { weekdays }),
      ...(schedule && { schedule }),
    },
  );
}

/** `2016-03-18T21:30:00.000Z`, as Luxon writes instants. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Counts the completions of each day; a habit that is completed once a day is just done. */
function countCompletions({ targetCompletions }: TroveHabit, timezone: string): Pick<AppHabit, "addDay" | "finish"> {
  const counts = new Map<string, { row: string; count: number }>();
  return {
    addDay(given, row, days) {
      const at = typeof given === "string" && instant.test(given) ? Date.parse(given) : Number.NaN;
      if (Number.isNaN(at)) {
        days.add({ row, day: typeof given === "string" ? given : "", value: "UNKNOWN", note: "" });
        return;
      }
      const day = todayIn(at, timezone);
      const { count } = counts.get(day) ?? { count: 0 };
      counts.set(day, { row, count: count + 1 });
    },
    async finish(days: DayCollector) {
      const pace = createPace(daysAtOnce);
      for (const [index, [day, { row, count }]] of [...counts].entries()) {
        if (pace.isDue(index)) await pace.giveWay(index);
        days.add({ row, day, value: targetCompletions > 1 ? String(count * 1000) : "YES_MANUAL", note: "" });
      }
    },
  };
}
