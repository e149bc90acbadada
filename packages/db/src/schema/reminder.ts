import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { habits } from "./habit.ts";
import { sessions } from "./session.ts";
import { users } from "./user.ts";

/** A time of day at which its owner is reminded of a habit that is not done by then. */
export const reminders = pgTable(
  "reminders",
  {
    user_id: bigint({ mode: "number" }).notNull(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    habit_id: bigint({ mode: "number" }).notNull(),
    /** Minutes after midnight, 0..1439, by the clock of its owner's timezone. */
    minute: smallint().notNull(),
    /** ISO weekdays on which it comes. */
    weekdays: smallint().array().notNull().default(sql`'{1,2,3,4,5,6,7}'`),
    by_push: boolean().notNull().default(true),
    by_mail: boolean().notNull().default(false),
    /** When it comes next: computed from the above, and again whenever one of them or the timezone changes. */
    next_at: timestamp({ withTimezone: true }).notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    unique("reminders_minute_key").on(table.user_id, table.habit_id, table.minute),
    foreignKey({ columns: [table.user_id, table.habit_id], foreignColumns: [habits.user_id, habits.id] }).onDelete(
      "cascade",
    ),
    check("reminders_minute_check", sql`${table.minute} between 0 and 1439`),
    index("reminders_next_at_idx").on(table.next_at),
  ],
);

/** A browser that shows notices. It belongs to a session: whoever logs out there is shown nothing any more. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** Lower-case hex SHA-256 of the endpoint. */
    endpoint_hash: text().notNull(),
    /** Endpoint and keys (RFC 8030, RFC 8291) as JSON, encrypted: who has them can send to this browser. */
    sealed: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    unique("push_subscriptions_endpoint_key").on(table.user_id, table.endpoint_hash),
    index("push_subscriptions_session_idx").on(table.session_id),
  ],
);
