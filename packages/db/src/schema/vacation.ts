import { sql } from "drizzle-orm";
import { bigint, check, date, pgTable, primaryKey, timestamp } from "drizzle-orm/pg-core";

/**
 * Days on which no habit is due. The skipped days are in `progress`, so that deleting a vacation removes only its own
 * skips.
 */
export const vacations = pgTable(
  "vacations",
  {
    /** Refers to no table, see personal-rows.ts of the API. */
    user_id: bigint({ mode: "number" }).notNull(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    from_day: date({ mode: "string" }).notNull(),
    to_day: date({ mode: "string" }).notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    check("vacations_range_check", sql`${table.from_day} <= ${table.to_day}`),
  ],
);
