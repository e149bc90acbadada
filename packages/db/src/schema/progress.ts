import { units } from "@daymark/domain/base/unit";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { habits } from "./habit.ts";
import { vacations } from "./vacation.ts";

/** One day of one habit. A row records a value, a skip, a confirmation that there was nothing, or a note. */
export const progress = pgTable(
  "progress",
  {
    user_id: bigint({ mode: "number" }).notNull(),
    habit_id: bigint({ mode: "number" }).notNull(),
    day: date({ mode: "string" }).notNull(),
    value: smallint(),
    /** The habit's unit at the time of entry. */
    unit: text({ enum: units }).notNull(),
    skipped: boolean().notNull().default(false),
    note: text(),
    /**
     * True if the owner of a bad habit confirmed that there was nothing on a day for which success would be assumed.
     */
    confirmed: boolean().notNull().default(false),
    /** The vacation that skipped the day; null if the user skipped it, or if it is no longer skipped. */
    vacation_id: bigint({ mode: "number" }),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.habit_id, table.day] }),
    foreignKey({ columns: [table.user_id, table.habit_id], foreignColumns: [habits.user_id, habits.id] }).onDelete(
      "cascade",
    ),
    check("progress_value_check", sql`${table.value} between 1 and 10000`),
    check(
      "progress_says_something_check",
      sql`${table.value} is not null or ${table.skipped} or ${table.note} is not null or ${table.confirmed}`,
    ),
    check("progress_skip_has_no_value_check", sql`not (${table.skipped} and ${table.value} is not null)`),
    check(
      "progress_confirmed_check",
      sql`not (${table.confirmed} and (${table.value} is not null or ${table.skipped}))`,
    ),
    check("progress_vacation_check", sql`${table.vacation_id} is null or ${table.skipped}`),
    foreignKey({
      columns: [table.user_id, table.vacation_id],
      foreignColumns: [vacations.user_id, vacations.id],
    }).onDelete("cascade"),
    index("progress_vacation_idx").on(table.user_id, table.vacation_id).where(sql`${table.vacation_id} is not null`),
  ],
);
