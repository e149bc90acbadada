import { fromDayNumber, isDay, toDayNumber, todayIn, weekdayOf } from "@daymark/domain/base/day";
import { remindersOfHabitMax } from "@daymark/domain/reminder/reminder";
import type { Schedule } from "@daymark/domain/tracking/schedule";
import { everyDaysMax, everyWeeksMax } from "@daymark/domain/tracking/schedule-bounds";
import * as z from "zod/mini";
import { boundedList } from "../bounded-list.ts";
import type { ImportContent, ImportReminder } from "../content.ts";
import type { JsonFile } from "../json.ts";
import type { DayCollector } from "../loop/loop-days.ts";
import { spreadHue, toLoopRow } from "../loop/loop-row.ts";
import { type Report, unreadable } from "../report.ts";
import { type AppHabit, type AppReading, readAppHabits, recordsOfHabitMax } from "./app-habits.ts";

const optionalText = z.catch(z.string(), "");

/** A longer list is not read. */
const tagsOfTaskMax = 100;
const remindersOfTaskMax = 100;

/** Members that habits and dailies have in website/server/models/task.js of HabitRPG/habitica. */
const taskMembers = {
  text: z.string(),
  history: z.catch(boundedList(z.unknown(), recordsOfHabitMax), []),
  notes: optionalText,
  tags: z.catch(boundedList(z.string(), tagsOfTaskMax), []),
  createdAt: optionalText,
  reminders: z.catch(boundedList(z.object({ time: z.string() }), remindersOfTaskMax), []),
};
const habitSchema = z.object({ ...taskMembers, up: z.catch(z.boolean(), true), down: z.catch(z.boolean(), false) });
const onDay = z.catch(z.boolean(), false);
const dailySchema = z.object({
  ...taskMembers,
  frequency: optionalText,
  everyX: z.catch(z.int().check(z.gte(1)), 1),
  startDate: optionalText,
  daysOfMonth: z.catch(boundedList(z.int(), 31), []),
  weeksOfMonth: z.catch(boundedList(z.int(), 6), []),
  repeat: z.catch(
    z.optional(z.object({ m: onDay, t: onDay, w: onDay, th: onDay, f: onDay, s: onDay, su: onDay })),
    undefined,
  ),
});
type Habit = z.infer<typeof habitSchema>;
type Daily = z.infer<typeof dailySchema>;

/** An entry of a habit has `scoredUp` and `scoredDown`, one of a daily `completed`; averages of months have neither. */
const entrySchema = z.object({
  date: z.union([z.number(), z.string()]),
  scoredUp: z.catch(z.optional(z.int().check(z.gte(0))), undefined),
  scoredDown: z.catch(z.optional(z.int().check(z.gte(0))), undefined),
  completed: z.catch(z.optional(z.boolean()), undefined),
});
type Entry = z.infer<typeof entrySchema>;

/** `timezoneOffset` is in minutes, west of UTC; `dayStart` is the hour at which the user's day begins. */
const preferencesSchema = z.object({
  timezoneOffset: z.int().check(z.gte(-900), z.lte(900)),
  dayStart: z.catch(z.int().check(z.gte(0), z.lte(23)), 0),
});
const tagSchema = z.object({ id: z.string(), name: z.string() });
const tagsMax = 5_000;

/** What the readers of both kinds of tasks need. */
interface Account {
  /** `YYYY-MM-DD` of an instant in milliseconds. */
  dayOf: (instant: number) => string;
  /** `YYYY-MM-DD` of the calendar, however late the user's day begins. */
  dateOf: (instant: number) => string;
  /** Minutes after midnight of an instant in milliseconds. */
  minuteOf: (instant: number) => number;
  tags: ReadonlyMap<string, string>;
  report: Report;
}

/** Whether a file may be the user data that Habitica exports. */
export function isHabitica(json: JsonFile): boolean {
  return json.has("tasks") && !json.isList("tasks") && json.has("preferences");
}

/**
 * Reads Habitica's `userdata.json` (website/server/controllers/top-level/dataexport.js): its habits, which count, and
 * its dailies, which are done or not. To-dos and rewards are reported.
 *
 * @throws JsonError; ApiError validation_failed for too many habits; the reason of the signal
 */
export async function readHabitica(json: JsonFile, reading: AppReading): Promise<ImportContent> {
  const { report } = reading;
  const tasks = await json.open("tasks");
  if (!tasks) throw unreadable("import_unreadable");
  const account: Account = { ...clockOf(json, reading.timezone), tags: await readTags(json), report };
  const habits = await readAppHabits(tasks, {
    ...reading,
    list: "habits",
    schema: habitSchema,
    toHabit: (habit, place) => toCounted(habit, place, account),
  });
  const dailies = await readAppHabits(tasks, {
    ...reading,
    list: "dailys",
    schema: dailySchema,
    toHabit: (daily, place) => toDone(daily, place, account),
  });
  for (const list of ["todos", "rewards"]) {
    for await (const page of tasks.pages(list)) {
      if (page.length === 0) continue;
      report.refuse({ row: list }, "not_a_habit");
      break;
    }
  }
  return { habits: [...habits, ...dailies], notes: [], vacations: [] };
}

/** Habitica's days by the offset of the user's preferences; without one, those of the time zone. */
function clockOf(json: JsonFile, timezone: string): Pick<Account, "dayOf" | "dateOf" | "minuteOf"> {
  const { data } = preferencesSchema.safeParse(json.read("preferences"));
  if (!data) {
    const dateOf = (instant: number) => todayIn(instant, timezone);
    return { dayOf: dateOf, dateOf, minuteOf: () => Number.NaN };
  }
  const toLocal = (instant: number) => new Date(instant - data.timezoneOffset * 60_000);
  return {
    dayOf: (instant) =>
      toLocal(instant - data.dayStart * 3_600_000)
        .toISOString()
        .slice(0, 10),
    dateOf: (instant) => toLocal(instant).toISOString().slice(0, 10),
    minuteOf: (instant) => toLocal(instant).getUTCHours() * 60 + toLocal(instant).getUTCMinutes(),
  };
}

async function readTags(json: JsonFile): Promise<Map<string, string>> {
  const tags = new Map<string, string>();
  let count = 0;
  for await (const page of json.pages("tags")) {
    for (const given of page) {
      // Elements that are no tags count too: each takes as long as one that is.
      count += 1;
      if (count > tagsMax) return tags;
      const { data } = tagSchema.safeParse(given);
      if (data) tags.set(data.id, data.name);
    }
  }
  return tags;
}

interface Place {
  row: string;
  index: number;
}

/** A habit counts its pluses. One that has only a minus is a bad habit, and counts its minuses. */
function toCounted(habit: Habit, { row, index }: Place, account: Account): AppHabit {
  const isBad = habit.down && !habit.up;
  const where = { row, habit: habit.text.slice(0, 80) };
  let [unmarked, minuses] = [0, 0];
  account.report.remark(where, "goal_unknown");
  return {
    line: toLoopRow(
      row,
      {
        ...{ Name: habit.text, Description: habit.notes },
        ...{ Type: "NUMERICAL", "Target Type": isBad ? "AT_MOST" : "AT_LEAST", "Target Value": "1" },
      },
      { hue: spreadHue(index), ...detailsOf(habit, where, account) },
    ),
    days: habit.history,
    addDay: eachEntry(account, ({ scoredUp, scoredDown }, { day, row: place, days }) => {
      const count = isBad ? scoredDown : scoredUp;
      if (count === undefined) unmarked += 1;
      if (!isBad) minuses += scoredDown ?? 0;
      if (count) days.add({ row: place, day, value: String(Math.min(count, 1_000_000) * 1000), note: "" });
    }),
    finish() {
      if (unmarked > 0) account.report.remark(where, "marks_left_out", { count: unmarked });
      if (minuses > 0) account.report.remark(where, "minuses_left_out", { count: minuses });
    },
  };
}

/** A daily is done or not. */
function toDone(daily: Daily, { row, index }: Place, account: Account): AppHabit {
  const where = { row, habit: daily.text.slice(0, 80) };
  const { weekdays, days: period, times, schedule } = scheduleOf(daily, account);
  let unmarked = 0;
  return {
    line: toLoopRow(
      row,
      {
        ...{ Name: daily.text, Description: daily.notes, Type: "YES_NO" },
        ...{ FrequencyNumerator: String(times), FrequencyDenominator: String(period) },
      },
      {
        hue: spreadHue(index),
        ...(weekdays && { weekdays }),
        ...(schedule && { schedule }),
        ...detailsOf(daily, where, account),
      },
    ),
    days: daily.history,
    addDay: eachEntry(account, ({ completed }, { day, row: place, days }) => {
      if (completed === undefined) unmarked += 1;
      if (completed) days.add({ row: place, day, value: "YES_MANUAL", note: "" });
    }),
    finish() {
      if (unmarked > 0) account.report.remark(where, "marks_left_out", { count: unmarked });
    },
  };
}

/** Days of the frequencies, as Loop counts a month and a year. */
const periodDays = new Map([
  ["weekly", 7],
  ["monthly", 31],
  ["yearly", 365],
]);

interface Rhythm {
  times: number;
  days: number;
  weekdays?: number[];
  schedule?: Schedule | undefined;
}

/** Weekdays, a schedule that is exactly the rule of `shouldDo` in website/common/script/cron.js, or a frequency. */
function scheduleOf(daily: Daily, account: Account): Rhythm {
  const { frequency, everyX, repeat } = daily;
  const due = repeat ? [repeat.m, repeat.t, repeat.w, repeat.th, repeat.f, repeat.s, repeat.su] : [];
  const weekdays = due.flatMap((isDue, at) => (isDue ? [at + 1] : []));
  if (frequency === "weekly" && everyX === 1 && weekdays.length > 0) return { weekdays, times: 1, days: 1 };
  const times = frequency === "weekly" ? Math.max(1, weekdays.length) : 1;
  const every = { times, days: everyX * (periodDays.get(frequency) ?? 1) };
  if (frequency === "monthly" && everyX === 1) return { ...every, schedule: ofMonth(daily, weekdays) };
  const startsAt = Date.parse(daily.startDate);
  const from = isInstant(startsAt) ? account.dateOf(startsAt) : "";
  if (!isDay(from) || everyX === 1) return every;
  if (frequency === "daily" && everyX <= everyDaysMax) return { ...every, schedule: { every_days: everyX, from } };
  // Habitica's weeks begin on Sunday, ours on Monday: without Sundays they are the same.
  if (frequency === "weekly" && everyX <= everyWeeksMax && weekdays.length > 0 && !weekdays.includes(7)) {
    const day = toDayNumber(from);
    const schedule = { every_weeks: everyX, from: fromDayNumber(weekdayOf(day) === 7 ? day + 1 : day) };
    return { ...every, weekdays, schedule };
  }
  return every;
}

/** Every month has this day. Habitica leaves out a month without the day, and we take its last one. */
const dayOfEveryMonthMax = 28;

function ofMonth({ daysOfMonth, weeksOfMonth }: Daily, weekdays: number[]): Schedule | undefined {
  if (daysOfMonth.length > 0) {
    const isExact = daysOfMonth.every((day) => day >= 1 && day <= dayOfEveryMonthMax);
    return isExact ? { month_days: [...new Set(daysOfMonth)] } : undefined;
  }
  const isExact = weeksOfMonth.length > 0 && weekdays.length > 0 && weeksOfMonth.every((week) => week >= 0 && week < 4);
  if (!isExact) return undefined;
  const weeks = [...new Set(weeksOfMonth)];
  return { month_weekdays: weeks.flatMap((week) => weekdays.map((weekday) => ({ nth: week + 1, weekday }))) };
}

function detailsOf(task: Habit | Daily, where: { row: string; habit: string }, account: Account) {
  const tags = task.tags.flatMap((id) => account.tags.get(id) ?? []);
  if (tags.length > 1) account.report.remark(where, "tags_left_out", { count: tags.length - 1 });
  const createdAt = Date.parse(task.createdAt);
  const startsOn = isInstant(createdAt) ? account.dayOf(createdAt) : "";
  const minutes = new Set(
    task.reminders.map(({ time }) => account.minuteOf(Date.parse(time))).filter(Number.isInteger),
  );
  const reminders: ImportReminder[] = [...minutes].slice(0, remindersOfHabitMax).map((minute) => ({
    ...{ row: `${where.row}.reminders`, minute, weekdays: [1, 2, 3, 4, 5, 6, 7] },
    ...{ by_push: true, by_mail: false, created_at: null },
  }));
  return {
    reminders,
    ...(tags[0] && { group: tags[0] }),
    ...(isDay(startsOn) && { startsOn }),
  };
}

/** Whether the platform's calendar has the instant and the hours around it (ECMA-262 21.4.1.1). */
const isInstant = (instant: number) => Math.abs(instant) < 8e15;

/** Reads an entry of a history, and reports one without a day. Habitica keeps one entry of a day. */
function eachEntry(
  { dayOf }: Account,
  take: (entry: Entry, found: { day: string; row: string; days: DayCollector }) => void,
): AppHabit["addDay"] {
  return (given, row, days) => {
    const { data } = entrySchema.safeParse(given);
    const instant = typeof data?.date === "string" ? Date.parse(data.date) : (data?.date ?? Number.NaN);
    if (data && isInstant(instant)) take(data, { day: dayOf(instant), row, days });
    else days.add({ row, day: String(data?.date ?? "").slice(0, 40), value: "UNKNOWN", note: "" });
  };
}
