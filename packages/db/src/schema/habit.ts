import { units } from "@daymark/domain/base/unit";
import { emojiLengthMax, shortNameLengthMax, unitLabelLengthMax } from "@daymark/domain/tracking/habit-content";
import { habitTypes, timesOfDay } from "@daymark/domain/tracking/habit-type";
import type { HabitEnd, Schedule } from "@daymark/domain/tracking/schedule";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";

/** Weekdays and a schedule that their owner changed, with the last day on which they held, `YYYY-MM-DD`. */
export interface PastScheduleRow {
  until: string;
  weekdays: number[];
  schedule: Schedule | null;
}

export const habits = pgTable(
  "habits",
  {
    /** Refers to no table, see personal-rows.ts of the API. */
    user_id: bigint({ mode: "number" }).notNull(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    description: text().notNull().default(""),
    type: text({ enum: habitTypes }).notNull(),
    unit: text({ enum: units }).notNull(),
    hue: smallint().notNull(),
    /** ISO weekdays on which the habit is scheduled. */
    weekdays: smallint().array().notNull().default(sql`'{1,2,3,4,5,6,7}'`),
    /** The position within its type. Only the order matters, so gaps do no harm. */
    position: integer().notNull(),
    /** The schedule of a good habit that is done on a number of days a week, 1..7; null for any other. */
    times_per_week: smallint(),
    /** Any other schedule than `times_per_week`; null if there is none, and every one of the weekdays requires the habit. */
    schedule: jsonb().$type<Schedule>(),
    /** The weekdays and schedules that the present ones replaced, ascending; null for none. */
    past_schedules: jsonb().$type<PastScheduleRow[]>(),
    /** The name of its group on the dashboard; null without a group. */
    group_name: text(),
    /** Shown before the title; null for none. */
    emoji: text(),
    /** Its owner's name for it in addresses of the API, such as `@run`; null for none. A deleted habit gives it free. */
    short_name: text(),
    /**
     * The owner's own unit for repetitions, in all its forms: "page, pages"; null for none and with every other unit.
     */
    unit_label: text(),
    /** The section of the dashboard; null for any time. */
    time_of_day: text({ enum: timesOfDay }),
    /** When the habit ends; null if it goes on. The API calls it `end`, which is a keyword of SQL. */
    ends: jsonb().$type<HabitEnd>(),
    /**
     * The owner's day on which a job first saw that the habit had ended; null if it goes on, is archived, or was changed since.
     * Seven days later the job archives it.
     */
    finish_seen_on: date({ mode: "string" }),
    /** Whether a day keeps its entries, see `day_log`. */
    keeps_log: boolean().notNull().default(false),
    archived: boolean().notNull().default(false),
    /** Today at creation, in the owner's time zone. */
    created_on: date({ mode: "string" }).notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Set by a delete: the habit is in the trash. A job deletes the row after 30 days. */
    deleted_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    // The statistics count new habits by day of creation.
    index("habits_created_at_idx").on(table.created_at, table.type),
    uniqueIndex("habits_short_name_key")
      .on(table.user_id, table.short_name)
      .where(sql`${table.short_name} is not null and ${table.deleted_at} is null`),
    // A job looks for those that have ended.
    index("habits_ends_idx")
      .on(table.user_id)
      .where(sql`${table.ends} is not null and not ${table.archived} and ${table.deleted_at} is null`),
    check("habits_hue_check", sql`${table.hue} between 0 and 359`),
    check("habits_emoji_check", sql`char_length(${table.emoji}) between 1 and ${sql.raw(String(emojiLengthMax))}`),
    check(
      "habits_short_name_check",
      sql`char_length(${table.short_name}) between 1 and ${sql.raw(String(shortNameLengthMax))}`,
    ),
    check(
      "habits_unit_label_check",
      sql`char_length(${table.unit_label}) between 1 and ${sql.raw(String(unitLabelLengthMax))}`,
    ),
    check("habits_times_per_week_check", sql`${table.times_per_week} between 1 and 7`),
    check("habits_schedule_check", sql`${table.schedule} is null or ${table.times_per_week} is null`),
  ],
);

/**
 * The history of the goal or limit. Each row holds from its day to the next; the first also holds for all earlier days.
 */
export const habitTargets = pgTable(
  "habit_targets",
  {
    user_id: bigint({ mode: "number" }).notNull(),
    habit_id: bigint({ mode: "number" }).notNull(),
    from_day: date({ mode: "string" }).notNull(),
    target: smallint().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.habit_id, table.from_day] }),
    foreignKey({ columns: [table.user_id, table.habit_id], foreignColumns: [habits.user_id, habits.id] }).onDelete(
      "cascade",
    ),
    check("habit_targets_target_check", sql`${table.target} between 1 and 10000`),
  ],
);
