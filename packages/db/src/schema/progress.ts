import { units } from "@daymark/domain/unit";
import { sql } from "drizzle-orm";
import { bigint, boolean, check, date, foreignKey, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { habits } from "./habit.ts";

/** One day of one habit. A row says something: a value, a skip, or a note. */
export const progress = pgTable(
  "progress",
  {
    user_id: bigint({ mode: "number" }).notNull(),
    habit_id: bigint({ mode: "number" }).notNull(),
    day: date({ mode: "string" }).notNull(),
    value: smallint(),
    /** The habit's unit when the value was entered. */
    unit: text({ enum: units }).notNull(),
    skipped: boolean().notNull().default(false),
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.habit_id, table.day] }),
    foreignKey({ columns: [table.user_id, table.habit_id], foreignColumns: [habits.user_id, habits.id] }).onDelete(
      "cascade",
    ),
    check("progress_value_check", sql`${table.value} between 1 and 10000`),
    check(
      "progress_says_something_check",
      sql`${table.value} is not null or ${table.skipped} or ${table.note} is not null`,
    ),
    check("progress_skip_has_no_value_check", sql`not (${table.skipped} and ${table.value} is not null)`),
  ],
);
