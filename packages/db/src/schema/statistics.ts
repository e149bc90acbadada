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

/** A day, by UTC, on which a user was there: what active users and retention are counted from. */
export const activeDays = pgTable(
  "active_days",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    day: date({ mode: "string" }).notNull(),
    /** The Monday, by UTC, of the week in which they signed up. */
    joined_week: date({ mode: "string" }).notNull(),
    /** Of an ISO week only one of a user's days has it, so that weeks are sums of days and nobody is counted twice. */
    first_of_week: boolean().notNull(),
    /** Likewise of a month. */
    first_of_month: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.day] }),
    // Holds all that a day is counted by, in few different keys, which the index stores once each.
    index("active_days_day_idx").on(table.day, table.first_of_week, table.first_of_month, table.joined_week),
  ],
);

/** What a day, by UTC, came to: the pages of admins read these, however many rows they were counted from. */
export const statisticsDays = pgTable(
  "statistics_days",
  {
    day: date({ mode: "string" }).notNull(),
    /** What was counted, such as `sign_ups`. */
    measure: text().notNull(),
    /** Which part of it, such as a language; empty where it is not parted. */
    label: text().notNull().default(""),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.measure, table.day, table.label] })],
);

/** Of those who signed up in a week, how many were there so many weeks later. */
export const statisticsCohorts = pgTable(
  "statistics_cohorts",
  {
    /** The Monday, by UTC, of the week in which they signed up. */
    week: date({ mode: "string" }).notNull(),
    /** 0 for that week itself. */
    weeks_later: smallint().notNull(),
    /** Who signed up in that week; who left since is still among them. */
    users: bigint({ mode: "number" }).notNull(),
    active: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.week, table.weeks_later] })],
);

/** How far the statistics have got: one row. */
export const statisticsState = pgTable("statistics_state", {
  id: smallint().primaryKey().default(1),
  /** Null before the first time. */
  rolled_up_at: timestamp({ withTimezone: true }),
  /** The days before it are counted for good; null before the first time. */
  open_from: date({ mode: "string" }),
  /** The id of the last user whom the walk over all accounts has counted; 0 where it is about to begin. */
  walked_to: bigint({ mode: "number" }).notNull().default(0),
  /** What that walk has counted so far: by measure, then by label. */
  walked: jsonb().$type<Record<string, Record<string, number>>>().notNull().default({}),
  /** When a walk last came to its end; null before the first time. */
  walked_at: timestamp({ withTimezone: true }),
});
