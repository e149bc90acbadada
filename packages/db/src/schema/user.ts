import { themes } from "@daymark/domain/account/auth";
import { plans } from "@daymark/domain/account/plan";
import { languages } from "@daymark/domain/text/language";
import type { DashboardSettings } from "@daymark/domain/tracking/dashboard";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
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

export const users = pgTable(
  "users",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** In the owner's spelling; unique regardless of case. */
    username: text().notNull(),
    /** In the form of `normalizeEmail`, so that the database can compare it with `=`. */
    email: text().notNull(),
    email_verified: boolean().notNull().default(false),
    pending_email: text(),
    /** PHC string of argon2id; null for an account with only a third-party log-in. */
    password_hash: text(),
    is_staff: boolean().notNull().default(false),
    is_active: boolean().notNull().default(true),
    plan: text({ enum: plans }).notNull().default("free"),
    newsletter_subscriber: boolean().notNull().default(false),
    two_factor_enabled: boolean().notNull().default(false),
    /** How often all sessions were ended at once. A log-in that was verified at another count gets no session. */
    end_all_count: integer().notNull().default(0),
    language: text({ enum: languages }).notNull().default("en"),
    /** IANA name last chosen or seen; null before that. */
    timezone: text(),
    theme: text({ enum: themes }).notNull().default("dark"),
    /** Hours after midnight at which the user's day begins. */
    day_start_hour: smallint().notNull().default(0),
    /** The dashboard's settings, if the plan stores them for all devices. An absent member was never chosen. */
    dashboard: jsonb().$type<DashboardSettings>().notNull().default({}),
    /** False after the user unsubscribed from reminder mails. */
    reminder_mails: boolean().notNull().default(true),
    /** False after the user unsubscribed from mails about feature requests. */
    board_mails: boolean().notNull().default(true),
    /** Whether notifications get a button that marks the day as done, without a log-in. */
    reminder_done: boolean().notNull().default(false),
    date_joined: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** False for an account that the operator created: it does not count as a sign-up. */
    signed_up: boolean().notNull().default(true),
    /** Whether the user has a webhook that is on, so that the calls of all others look for none. */
    has_webhooks: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex("users_username_key").on(sql`lower(${table.username})`),
    uniqueIndex("users_email_key").on(table.email),
    // Admins search for a part of the user name or the address.
    index("users_search_idx").using("gin", sql`(lower(${table.username}) || ' ' || ${table.email}) gin_trgm_ops`),
    // The statistics count sign-ups by day.
    index("users_date_joined_idx").on(table.date_joined),
    // The statistics exclude these few of all users.
    index("users_made_by_operator_idx").on(table.id).where(sql`not ${table.signed_up}`),
    check("users_day_start_hour_check", sql`${table.day_start_hour} between 0 and 6`),
  ],
);

/**
 * `not_me` is the link in the mails about a new device and a changed address. `set_up` and `set_up_mailed` set the first
 * password of an account that an admin has made: an admin gave the first away, the second was mailed and proves the address.
 */
export const emailTokenPurposes = [
  "verify_email",
  "change_email",
  "reset_password",
  "not_me",
  "set_up",
  "set_up_mailed",
] as const;

/** Links sent by mail. The table has only a hash of each, and only the newest link of a purpose is valid. */
export const emailTokens = pgTable(
  "email_tokens",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text({ enum: emailTokenPurposes }).notNull(),
    /** Lower-case hex SHA-256 of the token. */
    token_hash: text().notNull(),
    /** The address that the link was sent to. Opening the link verifies only that address. */
    email: text().notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    /**
     * When the server sent the oldest link that this one replaces. For `not_me`, and for `change_email`, which passes
     * it on to `not_me`: the time from which an attacker may have added a sign-in method, which can be earlier.
     */
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.purpose] }),
    uniqueIndex("email_tokens_hash_key").on(table.token_hash),
    // Every sign-up checks whether its address is reserved for the owner of another account.
    index("email_tokens_not_me_idx").on(table.email).where(sql`${table.purpose} = 'not_me'`),
  ],
);

/** The responses of creating POSTs, so that a repetition with the same Idempotency-Key gets the same response. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Method and path, without the trailing slash. */
    operation: text().notNull(),
    key: text().notNull(),
    /** Lower-case hex SHA-256 of the body: the same key with another body is a conflict. */
    body_hash: text().notNull(),
    /** Null while the first call is still running. */
    status: integer(),
    answer: text(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.operation, table.key] })],
);
