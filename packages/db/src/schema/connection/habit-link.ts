import { habitLinkPurposes } from "@daymark/domain/tracking/habit-link";
import type { Entry } from "@daymark/domain/tracking/progress";
import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "../user.ts";

type EntryState = Omit<Entry, "habit_id" | "day">;

/** The last tap on a link, which a repeat finds and an undo takes back. */
export interface StoredTap {
  key: string | null;
  day: string;
  before: EntryState | null;
  after: EntryState | null;
  isUndone: boolean;
}

/** Secret addresses that record a tap or show a picture of a habit. The server finds the row by the address alone. */
export const habitLinks = pgTable(
  "habit_links",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Refers to no table, because habits may be on another machine. Null for a picture of all active habits. */
    habit_id: bigint({ mode: "number" }),
    purpose: text({ enum: habitLinkPurposes }).notNull(),
    /** Lower-case hex SHA-256 of the address's token. A token has 256 random bits, so it needs no slow hash. */
    token_hash: text().notNull(),
    /** The token's last characters, so that its owner recognises it. */
    token_end: text().notNull(),
    shows_title: boolean().notNull().default(true),
    last_used_at: timestamp({ withTimezone: true }),
    last_tap: jsonb().$type<StoredTap>(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("habit_links_hash_key").on(table.token_hash),
    index("habit_links_user_id_idx").on(table.user_id),
    check("habit_links_habit_id_check", sql`${table.habit_id} is not null or ${table.purpose} = 'year'`),
  ],
);
