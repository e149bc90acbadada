import { bigint, boolean, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "./user.ts";

export const notes = pgTable(
  "notes",
  {
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    text: text().notNull(),
    pinned: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);
