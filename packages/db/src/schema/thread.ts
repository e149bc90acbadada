import { commentModes, reactionTypes, threadKinds } from "@daymark/domain/community/thread";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users } from "./user.ts";

/**
 * What can be reacted to and commented on: a feature request, or a post in all its languages. Its sums
 * are kept by triggers (migration 0006), so that they hold whoever deletes a row, and a list can be sorted by them.
 */
export const threads = pgTable(
  "threads",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: threadKinds }).notNull(),
    /** Who may still comment. */
    comments: text({ enum: commentModes }).notNull().default("open"),
    likes: integer().notNull().default(0),
    dislikes: integer().notNull().default(0),
    /** By what the best come first. */
    score: integer().notNull().generatedAlwaysAs(sql`likes - dislikes`),
    /** Comments that can be read. */
    comment_count: integer().notNull().default(0),
    /** When it was begun or last commented on, or its state last changed. */
    active_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /**
     * Whether its request is merged with others, either way round: then a vote is more than one row's matter. It is
     * here, because here is what every vote locks.
     */
    merged: boolean().notNull().default(false),
    /** When its followers were last told of comments, or will be. */
    news_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("threads_score_idx").on(table.kind, table.score.desc(), table.id.desc()),
    index("threads_active_at_idx").on(table.kind, table.active_at.desc(), table.id.desc()),
  ],
);

/** One a person and thread; gone with the person. */
export const reactions = pgTable(
  "reactions",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    thread_id: bigint({ mode: "number" })
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text({ enum: reactionTypes }).notNull(),
    /** Brought by a duplicate that was merged: it goes again when the two are parted. */
    carried: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("reactions_thread_user_key").on(table.thread_id, table.user_id),
    index("reactions_user_id_idx").on(table.user_id),
  ],
);

/** A deleted author's comments stay, without them; replies go one level deep. */
export const comments = pgTable(
  "comments",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    thread_id: bigint({ mode: "number" })
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    author_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** The comment of the same thread it answers, which answers none itself. */
    parent_id: bigint({ mode: "number" }).references((): AnyPgColumn => comments.id, { onDelete: "cascade" }),
    /** Empty once deleted: the row stays only where replies hang on it. */
    text: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    edited_at: timestamp({ withTimezone: true }),
    deleted_at: timestamp({ withTimezone: true }),
    /** By an admin: to all others it is as if it were deleted. */
    hidden_at: timestamp({ withTimezone: true }),
    pinned_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("comments_thread_id_idx").on(table.thread_id, table.id),
    index("comments_parent_id_idx").on(table.parent_id),
    index("comments_author_id_idx").on(table.author_id, table.created_at),
  ],
);

/** Who is told by mail of what happens in a thread. */
export const threadFollowers = pgTable(
  "thread_followers",
  {
    thread_id: bigint({ mode: "number" })
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.thread_id, table.user_id] }),
    index("thread_followers_user_id_idx").on(table.user_id),
  ],
);

/** Somebody holds a comment, or what began its thread, to be against the rules; one a person and thing. */
export const reports = pgTable(
  "reports",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    thread_id: bigint({ mode: "number" })
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    /** Null: the feature request itself. */
    comment_id: bigint({ mode: "number" }).references(() => comments.id, { onDelete: "cascade" }),
    reporter_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    reason: text().notNull(),
    details: text().notNull().default(""),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When an admin has dealt with it, and how; null while it waits. */
    resolved_at: timestamp({ withTimezone: true }),
    resolution: text(),
    resolved_by: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("reports_comment_key")
      .on(table.comment_id, table.reporter_id)
      .where(sql`${table.comment_id} is not null`),
    uniqueIndex("reports_thread_key").on(table.thread_id, table.reporter_id).where(sql`${table.comment_id} is null`),
    index("reports_waiting_idx").on(table.id).where(sql`${table.resolved_at} is null`),
    index("reports_reporter_id_idx").on(table.reporter_id),
  ],
);

/** Who may write nothing that others read, and until when. */
export const bans = pgTable(
  "bans",
  {
    user_id: bigint({ mode: "number" })
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null: for good. */
    until: timestamp({ withTimezone: true }),
    reason: text().notNull().default(""),
    banned_by: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check("bans_until_check", sql`${table.until} is null or ${table.until} > ${table.created_at}`)],
);
