import { securityEventKinds } from "@daymark/domain/account/security-event";
import { sql } from "drizzle-orm";
import { bigint, index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/** Security events of an account, which its owner can read; kept for 90 days, 20,000 of an account at most. */
export const securityEvents = pgTable(
  "security_events",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The session that caused it, which may have ended; null if there was no session, such as for a failed log-in. */
    session_id: text(),
    kind: text({ enum: securityEventKinds }).notNull(),
    os: text().notNull().default(""),
    browser: text().notNull().default(""),
    address: text(),
    location: text(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("security_events_user_id_idx").on(table.user_id, table.id),
    index("security_events_created_at_idx").on(table.created_at),
    // For the addresses that an account has logged in from.
    index("security_events_logged_in_idx").on(table.user_id, table.address, table.id).where(sql`kind = 'logged_in'`),
  ],
);

/** The devices that a user has logged in from. The server mails the user about a log-in from any other device. */
export const knownDevices = pgTable(
  "known_devices",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /**
     * Lower-case hex SHA-256 of device type, system, browser and country; `forgottenDeviceHash` for a forgotten device.
     */
    device_hash: text().notNull(),
    last_seen_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.device_hash] }),
    index("known_devices_last_seen_at_idx").on(table.last_seen_at),
  ],
);
