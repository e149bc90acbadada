import type { Block, BlogDraft } from "@daymark/domain/community/blog";
import { languages } from "@daymark/domain/text/language";
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { threads } from "./thread.ts";
import { users } from "./user.ts";

/** A post in one language; its versions in other languages have the same thread. */
export const blogs = pgTable(
  "blogs",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    thread_id: bigint({ mode: "number" })
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    slug: text().notNull(),
    language: text({ enum: languages }).notNull(),
    title: text().notNull(),
    description: text().notNull(),
    blocks: jsonb().$type<Block[]>().notNull(),
    /** Whole minutes, at least 1, as the wire has it. */
    reading_minutes: smallint().notNull(),
    /** Title, description and all words of the blocks, lower-cased. */
    search_text: text().notNull(),
    author_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** From when on everyone can read it; null: a draft, in the future: scheduled. */
    published_at: timestamp({ withTimezone: true }),
    /** When its first subscribers were told, so that nobody is told twice. */
    announced_at: timestamp({ withTimezone: true }),
    /** Id of the last subscriber who was told, as long as there are others to be told after them. */
    announced_to: bigint({ mode: "number" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("blogs_slug_key").on(table.slug),
    uniqueIndex("blogs_thread_language_key").on(table.thread_id, table.language),
    index("blogs_published_at_idx").on(table.published_at.desc(), table.id.desc()),
    index("blogs_search_idx").using("gin", table.search_text.op("gin_trgm_ops")),
    index("blogs_blocks_idx").using("gin", table.blocks.op("jsonb_path_ops")),
  ],
);

/** Slugs that posts once had: their addresses lead on to the posts. */
export const formerSlugs = pgTable(
  "former_slugs",
  {
    slug: text().primaryKey(),
    blog_id: bigint({ mode: "number" })
      .notNull()
      .references(() => blogs.id, { onDelete: "cascade" }),
  },
  (table) => [index("former_slugs_blog_id_idx").on(table.blog_id)],
);

/** All that a post has said; the highest number is what it says now. */
export const blogVersions = pgTable(
  "blog_versions",
  {
    blog_id: bigint({ mode: "number" })
      .notNull()
      .references(() => blogs.id, { onDelete: "cascade" }),
    /** From 1. */
    number: integer().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    blocks: jsonb().$type<Block[]>().notNull(),
    author_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.blog_id, table.number] })],
);

/** What is being written in an editor: saved while one types, and not yet, or not again, a post. */
export const blogDrafts = pgTable(
  "blog_drafts",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** The post that it will change; null where it will be a new one. */
    blog_id: bigint({ mode: "number" }).references(() => blogs.id, { onDelete: "cascade" }),
    author_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** As typed: it may break every rule but those of size. */
    content: jsonb().$type<BlogDraft>().notNull(),
    /** Counts its changes, so that two editors do not overwrite each other unseen. */
    revision: integer().notNull().default(1),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("blog_drafts_blog_id_key").on(table.blog_id)],
);
