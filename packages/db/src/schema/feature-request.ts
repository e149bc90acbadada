import { categories, closeReasons, requestStages, requestStatuses } from "@daymark/domain/community/request-kind";
import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, check, index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { threads } from "./thread.ts";
import { users } from "./user.ts";

/** A feature request. Its reactions and comments belong to its thread. */
export const featureRequests = pgTable(
  "feature_requests",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    thread_id: bigint({ mode: "number" })
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    /** Null if the author deleted the account. */
    author_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    title: text().notNull(),
    details: text().notNull(),
    category: text({ enum: categories }).notNull(),
    status: text({ enum: requestStatuses }).notNull().default("pending"),
    /** How far the work is. It counts only while the status is open: older versions leave it when they close one. */
    stage: text({ enum: requestStages }),
    /** When it was closed as shipped. Null if it is not, or an older version closed it; then `updated_at` counts. */
    shipped_at: timestamp({ withTimezone: true }),
    /** Why it is closed, if the admins gave a reason. */
    reason: text({ enum: closeReasons }),
    /** The admins' newest public answer. */
    reply: text(),
    /** The request that this one was merged into. */
    duplicate_of_id: bigint({ mode: "number" }).references((): AnyPgColumn => featureRequests.id, {
      onDelete: "set null",
    }),
    /** When an admin hid it. Then only its author and admins see it, in any status. */
    hidden_at: timestamp({ withTimezone: true }),
    pinned_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    search_text: text().notNull().generatedAlwaysAs(sql`lower(title || ' ' || details)`),
  },
  (table) => [
    uniqueIndex("feature_requests_thread_id_key").on(table.thread_id),
    index("feature_requests_status_idx").on(table.status, table.id.desc()),
    index("feature_requests_author_id_idx").on(table.author_id),
    // The operator's overview counts requests by day.
    index("feature_requests_created_at_idx").on(table.created_at),
    index("feature_requests_duplicate_of_id_idx").on(table.duplicate_of_id),
    index("feature_requests_search_idx").using("gin", table.search_text.op("gin_trgm_ops")),
    // A gist index returns the nearest titles in order. A gin index would return all titles above the threshold, and
    // PostgreSQL would have to measure each.
    index("feature_requests_title_idx").using("gist", sql`lower(${table.title}) gist_trgm_ops(siglen=64)`),
    check("feature_requests_reason_check", sql`${table.reason} is null or ${table.status} = 'closed'`),
    check(
      "feature_requests_duplicate_check",
      sql`${table.duplicate_of_id} is null or (${table.reason} = 'duplicate' and ${table.duplicate_of_id} <> ${table.id})`,
    ),
  ],
);
