import type { BlogDraft } from "@daymark/domain/community/blog";
import type { Block } from "@daymark/domain/community/blog-block";
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
import { images } from "./image.ts";
import { threads } from "./thread.ts";
import { users } from "./user.ts";

/** A post in one language. Its versions in other languages share the thread. */
export const blogs = pgTable(
  "blogs",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    thread_id: bigint({ mode: "number" })
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    slug: text().notNull(),
    /** Of a post from before 0.2: the slug in the `guid` that feed readers know it by. Null for later posts, which have an own. */
    guid_slug: text(),
    language: text({ enum: languages }).notNull(),
    title: text().notNull(),
    description: text().notNull(),
    blocks: jsonb().$type<Block[]>().notNull(),
    /** In the form of `normalizeTag`. */
    tags: text().array().notNull().default([]),
    cover_image_id: bigint({ mode: "number" }).references(() => images.id),
    /** The alternative text of the cover; null without a cover. */
    cover_alt: text(),
    /** Whole minutes, at least 1, as in the API. */
    reading_minutes: smallint().notNull(),
    /** Title, description, tags and all text of the blocks, in lower case. */
    search_text: text().notNull(),
    author_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** The admin whose name readers see. Only that admin sets it, so `author_id`, who began the post, is not shown. */
    signed_by: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** From when everyone can read it. Null for a draft, in the future for a scheduled post. */
    published_at: timestamp({ withTimezone: true }),
    /** When the job began to mail subscribers, so that no subscriber gets the post twice. */
    announced_at: timestamp({ withTimezone: true }),
    /** Id of the last subscriber who got mail, while the job still has others to mail. */
    announced_to: bigint({ mode: "number" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("blogs_slug_key").on(table.slug),
    uniqueIndex("blogs_thread_language_key").on(table.thread_id, table.language),
    index("blogs_published_at_idx").on(table.published_at.desc(), table.id.desc()),
    index("blogs_search_idx").using("gin", table.search_text.op("gin_trgm_ops")),
    index("blogs_tags_idx").using("gin", table.tags),
    index("blogs_cover_image_id_idx").on(table.cover_image_id),
    index("blogs_blocks_idx").using("gin", table.blocks.op("jsonb_path_ops")),
  ],
);

/** Former slugs of posts. The server redirects their addresses to the posts. */
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

/** All versions of a post's content; the highest number is the present one. */
export const blogVersions = pgTable(
  "blog_versions",
  {
    blog_id: bigint({ mode: "number" })
      .notNull()
      .references(() => blogs.id, { onDelete: "cascade" }),
    /** Begins at 1. */
    number: integer().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    blocks: jsonb().$type<Block[]>().notNull(),
    /** Null in a version that was stored before versions had tags, cover and signature: they are unknown then. */
    tags: text().array(),
    /** A version does not keep its cover's image from being deleted. It has no cover then. */
    cover_image_id: bigint({ mode: "number" }).references(() => images.id, { onDelete: "set null" }),
    cover_alt: text(),
    signed_by: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    author_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.blog_id, table.number] }),
    index("blog_versions_cover_image_id_idx").on(table.cover_image_id),
  ],
);

/** Working copies in the editor, saved while the admin types and not yet published. */
export const blogDrafts = pgTable(
  "blog_drafts",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** The post that the working copy changes; null for a new post. */
    blog_id: bigint({ mode: "number" }).references(() => blogs.id, { onDelete: "cascade" }),
    author_id: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** As typed: the content may break every rule except those about size. */
    content: jsonb().$type<BlogDraft>().notNull(),
    /** Increases with every change, so that two editors cannot overwrite each other unnoticed. */
    revision: integer().notNull().default(1),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("blog_drafts_blog_id_key").on(table.blog_id)],
);
