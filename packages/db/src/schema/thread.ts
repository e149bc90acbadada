import { commentForms } from "@daymark/domain/community/comment";
import { commentEmojis } from "@daymark/domain/community/comment-emoji";
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
 * A thread of reactions and comments: a feature request, or a post in all its languages. Triggers (migration 0006) keep
 * its sums, so that they stay correct for every kind of deletion, and a list can be sorted by them.
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
    /** The sort key of "best first". */
    score: integer().notNull().generatedAlwaysAs(sql`likes - dislikes`),
    /** The number of visible comments. */
    comment_count: integer().notNull().default(0),
    /** When it was created, last commented on, or last changed its status. */
    active_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /**
     * Whether its request is merged with others, in either direction. Then a vote changes more than one row. The column
     * is in this table, because every vote locks this row.
     */
    merged: boolean().notNull().default(false),
    /** When the job last mailed followers about comments, or will do so. */
    news_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("threads_score_idx").on(table.kind, table.score.desc(), table.id.desc()),
    index("threads_active_at_idx").on(table.kind, table.active_at.desc(), table.id.desc()),
  ],
);

/** One per user and thread, deleted with the user. */
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
    /** True if the reaction came from a merged duplicate. It is deleted when the admin undoes the merge. */
    carried: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("reactions_thread_user_key").on(table.thread_id, table.user_id),
    index("reactions_user_id_idx").on(table.user_id),
  ],
);

/** Comments stay without an author when the author's account is deleted. Replies go one level deep. */
export const comments = pgTable(
  "comments",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    thread_id: bigint({ mode: "number" })
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    author_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** The comment in the same thread that it answers, which is no reply itself. */
    parent_id: bigint({ mode: "number" }).references((): AnyPgColumn => comments.id, { onDelete: "cascade" }),
    /** Empty once deleted. The row then stays only if it has replies. */
    text: text().notNull(),
    /** How the text was written: older comments, and those of older versions, are plain. */
    form: text({ enum: commentForms }).notNull().default("plain"),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    edited_at: timestamp({ withTimezone: true }),
    deleted_at: timestamp({ withTimezone: true }),
    /** When an admin hid it. All other users see it as deleted. */
    hidden_at: timestamp({ withTimezone: true }),
    pinned_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("comments_thread_id_idx").on(table.thread_id, table.id),
    index("comments_parent_id_idx").on(table.parent_id),
    index("comments_author_id_idx").on(table.author_id, table.created_at),
  ],
);

/** One per comment, user and emoji, deleted with the user and with the comment. */
export const commentReactions = pgTable(
  "comment_reactions",
  {
    comment_id: bigint({ mode: "number" })
      .notNull()
      .references(() => comments.id, { onDelete: "cascade" }),
    user_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    emoji: text({ enum: commentEmojis }).notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.comment_id, table.emoji, table.user_id] }),
    // The export reads a user's rows in this order.
    index("comment_reactions_user_id_idx").on(table.user_id, table.comment_id, table.emoji),
  ],
);

/** The users who get mail about a thread. */
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

/** A user's report that a comment, or the request that began its thread, breaks the rules. One per user and object. */
export const reports = pgTable(
  "reports",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    thread_id: bigint({ mode: "number" })
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    /** Null for the feature request itself. */
    comment_id: bigint({ mode: "number" }).references(() => comments.id, { onDelete: "cascade" }),
    reporter_id: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    reason: text().notNull(),
    details: text().notNull().default(""),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When and how an admin resolved it; null while it is open. */
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

/** Users who may not write public content, and until when. */
export const bans = pgTable(
  "bans",
  {
    user_id: bigint({ mode: "number" })
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null for a permanent ban. */
    until: timestamp({ withTimezone: true }),
    reason: text().notNull().default(""),
    banned_by: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check("bans_until_check", sql`${table.until} is null or ${table.until} > ${table.created_at}`)],
);
