import { units } from "@daymark/domain/base/unit";
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { habits } from "./habit.ts";

/** The entries of a day of a habit that keeps a log. They add up to the value of the day in `progress`. */
export const dayLog = pgTable(
  "day_log",
  {
    user_id: bigint({ mode: "number" }).notNull(),
    /** A client may choose it, to send a call again. */
    id: uuid().notNull(),
    habit_id: bigint({ mode: "number" }).notNull(),
    /** The day in the time zone that its owner had then. */
    day: date({ mode: "string" }).notNull(),
    /** Null if the time is not known. */
    at: timestamp({ withTimezone: true }),
    value: smallint().notNull(),
    unit: text({ enum: units }).notNull(),
    /** Orders the items of a day that have the same time or none. */
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    foreignKey({ columns: [table.user_id, table.habit_id], foreignColumns: [habits.user_id, habits.id] }).onDelete(
      "cascade",
    ),
    index("day_log_day_idx").on(table.user_id, table.habit_id, table.day),
    check("day_log_value_check", sql`${table.value} between 1 and 10000`),
  ],
);
