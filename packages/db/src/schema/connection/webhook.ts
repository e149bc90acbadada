import { deliveryFaults, deliveryStates, offReasons } from "@daymark/domain/webhook/webhook";
import { messageTypes, webhookEvents } from "@daymark/domain/webhook/webhook-event";
import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "../user.ts";

/** Addresses that receive a user's events. */
export const webhooks = pgTable(
  "webhooks",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    url: text().notNull(),
    events: text({ enum: webhookEvents }).array().notNull(),
    /** Null for all habits. */
    habit_ids: bigint({ mode: "number" }).array(),
    enabled: boolean().notNull().default(true),
    off_reason: text({ enum: offReasons }),
    failing_since: timestamp({ withTimezone: true }),
    /** Whether the last attempt took long; null until the first one, and after a change of the address. */
    answers_slowly: boolean(),
    /** Encrypted with SECRET_KEY, because the server signs with it. */
    secret: text().notNull(),
    /** Encrypted; it also signs until `former_secret_until`. */
    former_secret: text(),
    former_secret_until: timestamp({ withTimezone: true }),
    /** The last day of its owner that has ended and whose broken streaks were announced. */
    streaks_checked_on: date().notNull(),
    /** The last day of its owner whose habits at risk were announced. */
    risks_checked_on: date().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("webhooks_user_id_idx").on(table.user_id)],
);

/** Messages that wait or were sent. The row is the message and its state; its job in the queue is its lease. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    webhook_id: bigint({ mode: "number" })
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** The id that the receiver gets; an event that is found again has the same one. */
    message_id: text().notNull(),
    type: text({ enum: messageTypes }).notNull(),
    /** JSON, kept as text because the signature covers its bytes. */
    body: text().notNull(),
    state: text({ enum: deliveryStates }).notNull().default("waiting"),
    /** Attempts that have ended. */
    attempts: integer().notNull().default(0),
    attempted_at: timestamp({ withTimezone: true }),
    next_at: timestamp({ withTimezone: true }),
    status: integer(),
    fault: text({ enum: deliveryFaults }),
    duration_milliseconds: integer(),
    answer: text(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_message_key").on(table.message_id),
    index("webhook_deliveries_webhook_idx").on(table.webhook_id, table.id),
    // Each event counts the waiting ones, which are few among those of a week.
    index("webhook_deliveries_waiting_idx").on(table.webhook_id).where(sql`${table.state} = 'waiting'`),
    index("webhook_deliveries_created_at_idx").on(table.created_at),
  ],
);
