import { type CalendarDate, CalendarDateTime, parseDate } from "@internationalized/date";
import * as z from "zod/mini";
import { fromDayNumber, platformTimezone, toDayNumber, todayIn, weekdayOf } from "../base/day.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { wholeListMembers } from "../base/pagination.ts";
import { notificationTargetsMax } from "../notification/target.ts";
import { type DayEntry, type HabitRules, hasValue } from "../rules/result.ts";
import { dayResult } from "../rules/walk.ts";
import { scheduledDays } from "../schedule/history.ts";
import { firstBroken } from "../text/text.ts";
import { type HabitType, weekdaysSchema } from "../tracking/habit.ts";

/** Reminders of one habit. */
export const remindersOfHabitMax = 5;

/** The server drops a reminder that is later than this, because its moment has passed. */
export const reminderLateMaxSeconds = 3600;

const everyDay = [1, 2, 3, 4, 5, 6, 7] as const;
const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A time of day in the owner's time zone, `HH:MM`, 00:00 to 23:59. */
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
  /** The notification targets that it goes to as well. */
  target_ids: z.array(z.int()),
  /** ISO 8601, UTC. */
  next_at: answeredInstantSchema,
});
export type Reminder = z.infer<typeof reminderSchema>;

/** By habit, then by time of day. */
export const reminderListSchema = z.object({ results: z.array(reminderSchema), next: z.null() });

export const reminderListInput = z.strictObject({ habit_id: z.optional(idSchema), ...wholeListMembers });

interface Ways {
  by_push?: boolean | undefined;
  by_mail?: boolean | undefined;
  target_ids?: readonly number[] | undefined;
}

/** A reminder needs at least one channel: push, mail or a notification target. */
export const hasWay = z.refine<Ways>(
  ({ by_push = true, by_mail = false, target_ids = [] }) => by_push || by_mail || target_ids.length > 0,
  { error: "reminder_way_missing", path: ["by_push"] },
);

const targetIds = z.array(idSchema).check(
  z.maxLength(notificationTargetsMax),
  z.refine((ids) => new Set(ids).size === ids.length, { error: "invalid" }),
  z.meta({ uniqueItems: true }),
);

export const reminderCreateInput = z
  .strictObject({
    habit_id: idSchema,
    time,
    /** Every day by default. */
    weekdays: z.optional(weekdaysSchema),
    /** True by default. */
    by_push: z.optional(z.boolean()),
    /** False by default. */
    by_mail: z.optional(z.boolean()),
    /** None by default. */
    target_ids: z.optional(targetIds),
  })
  .check(hasWay);
export type ReminderCreateInput = z.infer<typeof reminderCreateInput>;

/** Absent members stay as they are. The server then checks that the result still has a channel. */
export const reminderUpdateInput = z.strictObject({
  id: idSchema,
  time: z.optional(time),
  weekdays: z.optional(weekdaysSchema),
  by_push: z.optional(z.boolean()),
  by_mail: z.optional(z.boolean()),
  target_ids: z.optional(targetIds),
});

export const reminderIdInput = z.strictObject({ id: idSchema });

/** The token of a notification's button. */
export const doneInput = z.strictObject({ token: z.string().check(z.maxLength(64)) });

/**
 * What the button did: it recorded the day; the day was met already; the token was used before; or the habit is archived
 * or deleted. Only the first changed something.
 */
export const doneOutcomes = ["recorded", "met", "used", "gone"] as const;
export type DoneOutcome = (typeof doneOutcomes)[number];
export const doneSchema = z.object({ outcome: z.enum(doneOutcomes) });

/** The weekdays of a reminder without weekdays. */
export const reminderWeekdays: readonly number[] = everyDay;

/** Minutes after midnight, 0..1439, from `HH:MM`. */
export function toMinute(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

/** The inverse of {@link toMinute}. */
export function fromMinute(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** What a reminder shows of a habit. */
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
  /** Hours 0..6: an earlier time of day belongs to the previous day, as in all other rules. */
  dayStartHour: number;
}

/**
 * The first instant after `now` at which the reminder is due: once a day on each of its weekdays, by local clock time.
 * If daylight saving time skips the time, the reminder comes later by the length of the skip. If the time occurs twice,
 * the first one counts.
 *
 * @param now instant in milliseconds since the epoch
 * @returns instant in milliseconds since the epoch
 */
export function nextReminderAt(rule: ReminderRule, now: number): number {
  // Begins on the day before: near a clock change, the day of `now` and the day of the reminder may differ by one.
  const start = toDayNumber(todayIn(now, rule.timezone, rule.dayStartHour)) - 1;
  for (let day = start; day <= start + daysToSearch; day += 1) {
    if (!rule.weekdays.includes(weekdayOf(day))) continue;
    const at = reminderOn(rule, day);
    if (at > now) return at;
  }
  throw new RangeError("a reminder has at least one weekday");
}

/** Yesterday, a whole week, and one more day for a clock that was set back. */
const daysToSearch = 9;

function reminderOn({ minute, timezone, dayStartHour }: ReminderRule, day: number): number {
  const isAfterMidnight = minute < dayStartHour * 60;
  const date = parseDate(fromDayNumber(isAfterMidnight ? day + 1 : day));
  const clock = new CalendarDateTime(...dateParts(date), Math.floor(minute / 60), minute % 60);
  return instantOf(clock, timezone);
}

/**
 * Whether the user wants a reminder today. For a good habit: today is scheduled, not done and not skipped, and the
 * goal of the period is not met without it. For a bad habit: today is scheduled, and the user has recorded, confirmed or
 * skipped nothing; also once the limit of the period is exceeded, because the days still count.
 *
 * @param entryOn returns the entry of a day; called for today, and with a schedule of periods for all days of the present one
 * @param today day number of the user's today
 */
export function needsReminder(
  habit: HabitRules,
  entryOn: (day: number) => DayEntry | undefined,
  today: number,
): boolean {
  if (habit.type === "good") return dayResult(habit, today, entryOn, today) === "awaiting";
  const entry = entryOn(today);
  if (today < habit.firstDay || entry?.skipped || entry?.confirmed) return false;
  return scheduledDays(habit)(today) && !hasValue(entry);
}

/**
 * When the user's day ends, in milliseconds since the epoch.
 *
 * @param today `YYYY-MM-DD`
 */
export function endOfDay(today: string, timezone: string, dayStartHour: number): number {
  const midnight = new CalendarDateTime(...dateParts(parseDate(today).add({ days: 1 })));
  // Adds elapsed hours, not clock hours, like `todayIn`.
  return instantOf(midnight, timezone) + dayStartHour * 3_600_000;
}

/**
 * In milliseconds since the epoch. The library caches a formatter of about 35 kB for each time zone name and never
 * frees it.
 */
function instantOf(clock: CalendarDateTime, timezone: string): number {
  return clock.toDate(platformTimezone(timezone) ?? timezone, "compatible").getTime();
}

function dateParts({ year, month, day }: CalendarDate): [number, number, number] {
  return [year, month, day];
}
