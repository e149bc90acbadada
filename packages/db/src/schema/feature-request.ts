import { categories, closeReasons, requestStatuses } from "@daymark/domain/community/request-kind";
import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, check, index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { threads } from "./thread.ts";
import { users } from "./user.ts";

/** A wish for the product; reactions and comments are its thread's. */
export const featureRequests = pgTable(
  "feature_requests",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    thread_id: bigint({ mode: "number" })
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    /** Null once its author has deleted the account. */
    author_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    title: text().notNull(),
    details: text().notNull(),
    category: text({ enum: categories }).notNull(),
    status: text({ enum: requestStatuses }).notNull().default("pending"),
    /** Why it is closed, where the admins said it. */
    reason: text({ enum: closeReasons }),
    /** What the admins answer in public; one, the newest. */
    reply: text(),
    /** What it was merged into. */
    duplicate_of_id: bigint({ mode: "number" }).references((): AnyPgColumn => featureRequests.id, {
      onDelete: "set null",
    }),
    /** By an admin: seen by its author and admins alone, whatever its status. */
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
    index("feature_requests_duplicate_of_id_idx").on(table.duplicate_of_id),
    index("feature_requests_search_idx").using("gin", table.search_text.op("gin_trgm_ops")),
    // Gives the nearest titles one after the other, where gin would give all that are near enough, to be measured each.
    index("feature_requests_title_idx").using("gist", sql`lower(${table.title}) gist_trgm_ops(siglen=64)`),
    check("feature_requests_reason_check", sql`${table.reason} is null or ${table.status} = 'closed'`),
    check(
      "feature_requests_duplicate_check",
      sql`${table.duplicate_of_id} is null or (${table.reason} = 'duplicate' and ${table.duplicate_of_id} <> ${table.id})`,
    ),
  ],
);
