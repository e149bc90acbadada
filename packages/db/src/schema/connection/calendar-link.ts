import { calendarMarks } from "@daymark/domain/calendar/calendar-link";
import { bigint, index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "../user.ts";

/** Addresses at which calendar apps read a user's days. The server finds the row by the address alone. */
export const calendarLinks = pgTable(
  "calendar_links",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Lower-case hex SHA-256 of the address's token. A token has 256 random bits, so it needs no slow hash. */
    token_hash: text().notNull(),
    /** The token's last characters, so that its owner recognises it. */
    token_end: text().notNull(),
    /** Null for all active habits. */
    group_name: text(),
    shows: text({ enum: calendarMarks }).array().notNull(),
    last_read_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("calendar_links_hash_key").on(table.token_hash),
    index("calendar_links_user_id_idx").on(table.user_id),
  ],
);
