import { bigint, boolean, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

export const notes = pgTable(
  "notes",
  {
    /** Refers to no table, see personal-rows.ts of the API. */
    user_id: bigint({ mode: "number" }).notNull(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    text: text().notNull(),
    pinned: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);
