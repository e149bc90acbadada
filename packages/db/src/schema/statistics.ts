import {
  bigint,
  boolean,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/** A day, by UTC, on which a user was active: the source of active users and retention. */
export const activeDays = pgTable(
  "active_days",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    day: date({ mode: "string" }).notNull(),
    /** The Monday, by UTC, of the week in which the user signed up. */
    joined_week: date({ mode: "string" }).notNull(),
    /**
     * True for one of a user's days in an ISO week, so that a week is the sum of its days and counts each user once.
     */
    first_of_week: boolean().notNull(),
    /** The same for a month. */
    first_of_month: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.day] }),
    // Contains all columns that a day is counted by. They have few distinct keys, and the index stores each once.
    index("active_days_day_idx").on(table.day, table.first_of_week, table.first_of_month, table.joined_week),
    // Admins sort users by their last day, newest first.
    index("active_days_recent_idx").on(table.day, table.user_id),
  ],
);

/**
 * The totals of a day, by UTC. The admins' pages read these, so their cost does not depend on the number of counted
 * rows.
 */
export const statisticsDays = pgTable(
  "statistics_days",
  {
    day: date({ mode: "string" }).notNull(),
    /** The name of the measure, such as `sign_ups`. */
    measure: text().notNull(),
    /** A category within the measure, such as a language; empty if it has none. */
    label: text().notNull().default(""),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.measure, table.day, table.label] })],
);

/** Of the users who signed up in a week, how many were active a number of weeks later. */
export const statisticsCohorts = pgTable(
  "statistics_cohorts",
  {
    /** The Monday, by UTC, of the week in which the users signed up. */
    week: date({ mode: "string" }).notNull(),
    /** 0 for the week of the sign-up itself. */
    weeks_later: smallint().notNull(),
    /** All users who signed up in that week, including those who left since. */
    users: bigint({ mode: "number" }).notNull(),
    active: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.week, table.weeks_later] })],
);

/** The progress of the statistics job, in one row. */
export const statisticsState = pgTable("statistics_state", {
  id: smallint().primaryKey().default(1),
  /** Null before the first run. */
  rolled_up_at: timestamp({ withTimezone: true }),
  /** The counts of days before it are final; null before the first run. */
  open_from: date({ mode: "string" }),
  /** Id of the last user that the walk over all accounts has counted; 0 before it begins. */
  walked_to: bigint({ mode: "number" }).notNull().default(0),
  /** The counts of that walk so far, by measure and then by label. */
  walked: jsonb().$type<Record<string, Record<string, number>>>().notNull().default({}),
  /** When a walk last ended; null before the first one. */
  walked_at: timestamp({ withTimezone: true }),
});
