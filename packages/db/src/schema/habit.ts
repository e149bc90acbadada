import { units } from "@daymark/domain/base/unit";
import { emojiLengthMax } from "@daymark/domain/tracking/habit-content";
import { habitTypes } from "@daymark/domain/tracking/habit-type";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { users } from "./user.ts";

export const habits = pgTable(
  "habits",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    description: text().notNull().default(""),
    type: text({ enum: habitTypes }).notNull(),
    unit: text({ enum: units }).notNull(),
    hue: smallint().notNull(),
    /** ISO weekdays that count. */
    weekdays: smallint().array().notNull().default(sql`'{1,2,3,4,5,6,7}'`),
    /** Where it stands within its type; read as a rank, so gaps do no harm. */
    position: integer().notNull(),
    /** A good habit's goal a week, 1..7 of its days; null where every day that counts has to do. */
    times_per_week: smallint(),
    /** The name of the group it stands in on the dashboard; null outside of any. */
    group_name: text(),
    /** Shown before the title; null for none. */
    emoji: text(),
    archived: boolean().notNull().default(false),
    /** Today at creation, in its owner's timezone. */
    created_on: date({ mode: "string" }).notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Set by a delete; the row goes for good when the time to restore it is over. */
    deleted_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    // What was created on a day is counted by it.
    index("habits_created_at_idx").on(table.created_at, table.type),
    check("habits_hue_check", sql`${table.hue} between 0 and 359`),
    check("habits_emoji_check", sql`char_length(${table.emoji}) between 1 and ${sql.raw(String(emojiLengthMax))}`),
    check("habits_times_per_week_check", sql`${table.times_per_week} between 1 and 7`),
  ],
);

/** The goal or limit over time: each row holds from its day to the next, the first one for all earlier days too. */
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
