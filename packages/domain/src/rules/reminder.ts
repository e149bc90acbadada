import { type CalendarDate, CalendarDateTime, parseDate } from "@internationalized/date";
import * as z from "zod/mini";
import { fromDayNumber, platformTimezone, toDayNumber, todayIn, weekdayOf } from "../base/day.ts";
import { idSchema } from "../base/id.ts";
import { wholeListMembers } from "../base/pagination.ts";
import { firstBroken } from "../text/text.ts";
import { type HabitType, weekdaysSchema } from "../tracking/habit.ts";
import { type DayEntry, dayResult, type HabitRules, hasValue } from "./result.ts";

/** Reminders of one habit: who needs a sixth needs another habit. */
export const remindersOfHabitMax = 5;

/** One that comes later than this is passed over: the moment it was meant for has gone. */
export const reminderLateMaxSeconds = 3600;

const everyDay = [1, 2, 3, 4, 5, 6, 7] as const;
const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A time of day by the clock of its owner's timezone, `HH:MM`, 00:00 to 23:59. */
const time = z
  .string()
  .check(
    firstBroken([{ code: "time_invalid", holds: (text) => timePattern.test(text) }]),
    z.meta({ pattern: timePattern.source }),
  );

export const reminderSchema = z.object({
  id: z.int(),
  habit_id: z.int(),
  time: z.string(),
  weekdays: z.array(z.int()),
  by_push: z.boolean(),
  by_mail: z.boolean(),
  /** ISO 8601, UTC. */
  next_at: z.string(),
});
export type Reminder = z.infer<typeof reminderSchema>;

/** By habit, then by time of day. */
export const reminderListSchema = z.object({ results: z.array(reminderSchema), next: z.null() });

export const reminderListInput = z.strictObject({ habit_id: z.optional(idSchema), ...wholeListMembers });

/** One that comes by no way is none. */
export const hasWay = z.refine<{ by_push?: boolean | undefined; by_mail?: boolean | undefined }>(
  ({ by_push = true, by_mail = false }) => by_push || by_mail,
  { error: "reminder_way_missing", path: ["by_push"] },
);

export const reminderCreateInput = z
  .strictObject({
    habit_id: idSchema,
    time,
    /** Every day where nothing is said. */
    weekdays: z.optional(weekdaysSchema),
    /** True where nothing is said. */
    by_push: z.optional(z.boolean()),
    /** False where nothing is said. */
    by_mail: z.optional(z.boolean()),
  })
  .check(hasWay);
export type ReminderCreateInput = z.infer<typeof reminderCreateInput>;

/** What is absent stays. Whether a way is left is judged with what stays. */
export const reminderUpdateInput = z.strictObject({
  id: idSchema,
  time: z.optional(time),
  weekdays: z.optional(weekdaysSchema),
  by_push: z.optional(z.boolean()),
  by_mail: z.optional(z.boolean()),
});

export const reminderIdInput = z.strictObject({ id: idSchema });

/** The weekdays of a reminder that names none. */
export const reminderWeekdays: readonly number[] = everyDay;

/** Minutes after midnight, 0..1439, of an `HH:MM`. */
export function toMinute(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

/** The reverse of {@link toMinute}. */
export function fromMinute(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** What a reminder says of a habit. */
export interface ReminderHabit {
  id: number;
  title: string;
  type: HabitType;
}

/** When a reminder comes. */
export interface ReminderRule {
  /** Minutes after midnight, 0..1439. */
  minute: number;
  /** ISO weekdays, at least one. */
  weekdays: readonly number[];
  /** IANA name. */
  timezone: string;
  /** Hours 0..6: a time of day before it belongs to the day before, as everything else then does. */
  dayStartHour: number;
}

/**
 * The first moment after `now` at which a reminder comes: once a day on each of its weekdays, by the clock on the wall.
 * A time that a change to daylight saving leaves out comes as much later as the clock was put forward; of a time that
 * comes twice the first is meant.
 *
 * @param now instant in milliseconds since the epoch
 * @returns instant in milliseconds since the epoch
 */
export function nextReminderAt(rule: ReminderRule, now: number): number {
  // From the day before: near a change of the clocks the day of an instant and that of its reminder may differ by one.
  const start = toDayNumber(todayIn(now, rule.timezone, rule.dayStartHour)) - 1;
  for (let day = start; day <= start + daysToSearch; day += 1) {
    if (!rule.weekdays.includes(weekdayOf(day))) continue;
    const at = reminderOn(rule, day);
    if (at > now) return at;
  }
  throw new RangeError("a reminder has at least one weekday");
}

/** Yesterday, a whole week, and one more for a clock that was put back. */
const daysToSearch = 9;

function reminderOn({ minute, timezone, dayStartHour }: ReminderRule, day: number): number {
  const isAfterMidnight = minute < dayStartHour * 60;
  const date = parseDate(fromDayNumber(isAfterMidnight ? day + 1 : day));
  const clock = new CalendarDateTime(...dateParts(date), Math.floor(minute / 60), minute % 60);
  return instantOf(clock, timezone);
}

/**
 * Whether somebody wants to hear of a habit today. Of a good one while today is open: not done, no day off, no skip, and
 * the goal of its week not met without it. Of a bad one while today is a guess: nothing recorded, confirmed or skipped.
 *
 * @param entryOn tells what is recorded on a day; asked for today, and with a weekly goal for its whole ISO week
 * @param today day number of the person's today
 */
export function needsReminder(
  habit: HabitRules,
  entryOn: (day: number) => DayEntry | undefined,
  today: number,
): boolean {
  const result = dayResult(habit, today, entryOn, today);
  if (habit.type === "good") return result === "awaiting";
  const entry = entryOn(today);
  return result === "not_exceeded" && !entry?.confirmed && !(entry && hasValue(entry));
}

/**
 * When a person's day is over, in milliseconds since the epoch.
 *
 * @param today `YYYY-MM-DD`
 */
export function endOfDay(today: string, timezone: string, dayStartHour: number): number {
  const midnight = new CalendarDateTime(...dateParts(parseDate(today).add({ days: 1 })));
  // Hours of the instant, not of the clock, as todayIn has it.
  return instantOf(midnight, timezone) + dayStartHour * 3_600_000;
}

/** In milliseconds since the epoch. The library keeps a formatter for each name of a zone for ever, some 35 kB. */
function instantOf(clock: CalendarDateTime, timezone: string): number {
  return clock.toDate(platformTimezone(timezone) ?? timezone, "compatible").getTime();
}

function dateParts({ year, month, day }: CalendarDate): [number, number, number] {
  return [year, month, day];
}
