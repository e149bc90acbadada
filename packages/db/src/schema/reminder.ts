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
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { habits } from "./habit.ts";
import { sessions } from "./session.ts";
import { users } from "./user.ts";

/** A time of day at which the server reminds the owner of a habit that is not done by then. */
export const reminders = pgTable(
  "reminders",
  {
    user_id: bigint({ mode: "number" }).notNull(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    habit_id: bigint({ mode: "number" }).notNull(),
    /** Minutes after midnight, 0..1439, in the owner's time zone. */
    minute: smallint().notNull(),
    /** ISO weekdays of the reminder. */
    weekdays: smallint().array().notNull().default(sql`'{1,2,3,4,5,6,7}'`),
    by_push: boolean().notNull().default(true),
    by_mail: boolean().notNull().default(false),
    /** Notification targets; a deleted one may still be named. Refers to no table, because these are on another machine. */
    target_ids: bigint({ mode: "number" }).array().notNull().default(sql`'{}'`),
    /**
     * The next due time, computed from the columns above. The server computes it again when one of them or the time
     * zone changes.
     */
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

/** A browser that shows notifications. It belongs to a session, so that a log-out in that browser ends them. */
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
    /** Endpoint and keys (RFC 8030, RFC 8291) as JSON, encrypted because they allow sending to this browser. */
    sealed: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    unique("push_subscriptions_endpoint_key").on(table.user_id, table.endpoint_hash),
    index("push_subscriptions_session_idx").on(table.session_id),
  ],
);

/**
 * What the "Done" button of one notification in one browser may do: mark one day of one habit as done, once. The foreign
 * key ends it with the subscription, so a log-out ends it too.
 */
export const doneTokens = pgTable(
  "done_tokens",
  {
    /** Lower-case hex SHA-256 of the token, which has 256 random bits. */
    token_hash: text().primaryKey(),
    user_id: bigint({ mode: "number" }).notNull(),
    subscription_id: bigint({ mode: "number" }).notNull(),
    /** Refers to no table, because habits may be on another machine. */
    habit_id: bigint({ mode: "number" }).notNull(),
    day: date({ mode: "string" }).notNull(),
    /** The end of the owner's day. */
    expires_at: timestamp({ withTimezone: true }).notNull(),
    used_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    foreignKey({
      name: "done_tokens_subscription_fk",
      columns: [table.user_id, table.subscription_id],
      foreignColumns: [pushSubscriptions.user_id, pushSubscriptions.id],
    }).onDelete("cascade"),
    index("done_tokens_subscription_idx").on(table.user_id, table.subscription_id),
    index("done_tokens_expires_at_idx").on(table.expires_at),
  ],
);
