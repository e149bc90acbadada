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

/** A reference table (distribution.ts): other tables point at it from everywhere. */
export const users = pgTable(
  "users",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** As its owner spells it; unique whatever its case. */
    username: text().notNull(),
    /** In the form of `normalizeEmail`, so plain equality compares. */
    email: text().notNull(),
    email_verified: boolean().notNull().default(false),
    pending_email: text(),
    /** PHC string of argon2id; null for an account that has only a third-party log-in. */
    password_hash: text(),
    is_staff: boolean().notNull().default(false),
    is_active: boolean().notNull().default(true),
    plan: text({ enum: plans }).notNull().default("free"),
    newsletter_subscriber: boolean().notNull().default(false),
    two_factor_enabled: boolean().notNull().default(false),
    /** How often all sessions were ended at once. A log-in that was proved at another count begins no session. */
    end_all_count: integer().notNull().default(0),
    language: text({ enum: languages }).notNull().default("en"),
    /** IANA name last chosen or seen; null until then. */
    timezone: text(),
    theme: text({ enum: themes }).notNull().default("dark"),
    /** Hours after midnight at which this person's day begins. */
    day_start_hour: smallint().notNull().default(0),
    /** How the dashboard looks, where the plan keeps that for all devices: what is absent was never chosen. */
    dashboard: jsonb().$type<DashboardSettings>().notNull().default({}),
    /** Off where a reminder's mail was answered with its way out. */
    reminder_mails: boolean().notNull().default(true),
    /** Off where a mail about a feature request was answered with its way out. */
    board_mails: boolean().notNull().default(true),
    date_joined: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** False for an account that the operator made: it is no sign-up. */
    signed_up: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex("users_username_key").on(sql`lower(${table.username})`),
    uniqueIndex("users_email_key").on(table.email),
    // Admins look for a part of either.
    index("users_search_idx").using("gin", sql`(lower(${table.username}) || ' ' || ${table.email}) gin_trgm_ops`),
    // Who signed up on a day is counted by it.
    index("users_date_joined_idx").on(table.date_joined),
    // Of all users these are few, and the statistics leave them out.
    index("users_made_by_operator_idx").on(table.id).where(sql`not ${table.signed_up}`),
    check("users_day_start_hour_check", sql`${table.day_start_hour} between 0 and 6`),
  ],
);

/** `not_me` is the link that the mails about a new device and a changed address offer. */
export const emailTokenPurposes = ["verify_email", "change_email", "reset_password", "not_me"] as const;

/** Links sent by mail: only a hash is kept, the newest of a purpose is the only one good. */
export const emailTokens = pgTable(
  "email_tokens",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text({ enum: emailTokenPurposes }).notNull(),
    /** Lower-case hex SHA-256 of the token. */
    token_hash: text().notNull(),
    /** The address the link was sent to: opening it proves that one and no other. */
    email: text().notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    /**
     * When the oldest link was sent that this one replaces. For `not_me`, and for `change_email`, which hands it on to
     * `not_me`: from when on an added sign-in method may be a thief's, which can be earlier.
     */
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.purpose] }),
    uniqueIndex("email_tokens_hash_key").on(table.token_hash),
    // Every sign-up asks whether its address is held for the owner of another account.
    index("email_tokens_not_me_idx").on(table.email).where(sql`${table.purpose} = 'not_me'`),
  ],
);

/** What a creating POST answered, so that a repeat with the same Idempotency-Key answers the same. */
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
    /** Null while the first call is still under way. */
    status: integer(),
    answer: text(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.operation, table.key] })],
);
