import type { Database } from "@daymark/db/connection/client";
import { blogs } from "@daymark/db/schema/blog";
import { images } from "@daymark/db/schema/image";
import { reactions, threads } from "@daymark/db/schema/thread";
import { users } from "@daymark/db/schema/user";
import { utcInstantSchema } from "@daymark/domain/base/instant";
import type { Blog, BlogCard, BlogLink, BlogListInput } from "@daymark/domain/community/blog";
import { searchedText } from "@daymark/domain/community/blog-words";
import type { Language } from "@daymark/domain/text/language";
import { and, arrayContains, desc, eq, like, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { readCursor, rowsOfPage, toPage } from "../base/pagination.ts";
import { showBlocks } from "./content.ts";
import { type CoverRow, coverColumns, isCover, toCover } from "./cover.ts";
import { isAdmin, isNamed, isPublishedAt, isReadableBy, type Reader } from "./find.ts";

/**
 * One page of posts, newest first; drafts come before them if the caller requests drafts.
 *
 * @throws ApiError invalid_cursor
 */
export async function listPosts(
  db: Database,
  reader: Reader,
  { limit, cursor, search, language, tag, drafts }: BlogListInput,
): Promise<{ results: BlogCard[]; next: string | null }> {
  const place = readCursor(postPlace, cursor);
  const rows = await db
    .select(cardColumns)
    .from(blogs)
    .innerJoin(threads, eq(threads.id, blogs.thread_id))
    .leftJoin(images, isCover)
    .leftJoin(users, eq(users.id, blogs.signed_by))
    .leftJoin(reactions, isMine(reader))
    .where(
      and(
        drafts ? undefined : isPublishedAt(reader.now()),
        language && eq(blogs.language, language),
        tag ? arrayContains(blogs.tags, [tag]) : undefined,
        search ? like(blogs.search_text, `%${escapeLike(searchedText(search))}%`) : undefined,
        place ? comesAfter(place) : undefined,
      ),
    )
    .orderBy(drafts ? sql`${blogs.published_at} desc nulls first` : desc(blogs.published_at), desc(blogs.id))
    .limit(rowsOfPage(limit));
  const page = toPage(rows, limit, ({ id, published_at }) => [published_at?.toISOString() ?? null, id]);
  return { results: page.results.map((row) => toCard(row, reader.now())), next: page.next };
}

/** When the post was, or will be, published; null for drafts, which come first. */
const postPlace = z.tuple([z.nullable(utcInstantSchema), z.int().check(z.gte(1))]);

function comesAfter([publishedAt, id]: z.infer<typeof postPlace>): SQL {
  if (publishedAt === null) {
    return sql`(${blogs.published_at} is not null or ${blogs.id} < ${id})`;
  }
  return sql`(${blogs.published_at}, ${blogs.id}) < (${publishedAt}::timestamptz, ${id})`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/**
 * The post of a present or former slug. The result contains its present slug.
 *
 * @throws ApiError blog_not_found
 */
export async function readPost(db: Database, reader: Reader, slug: string): Promise<Blog> {
  const [row] = await db
    .select({
      ...cardColumns,
      blocks: blogs.blocks,
      comments: threads.comments,
      translations: translationsFor(reader),
      newer: neighborOf("newer", reader),
      older: neighborOf("older", reader),
    })
    .from(blogs)
    .innerJoin(threads, eq(threads.id, blogs.thread_id))
    .leftJoin(images, isCover)
    .leftJoin(users, eq(users.id, blogs.signed_by))
    .leftJoin(reactions, isMine(reader))
    .where(and(isNamed(slug), isReadableBy(reader)));
  if (!row) throw new ApiError("blog_not_found");
  return {
    ...toCard(row, reader.now()),
    blocks: await showBlocks(db, row.blocks),
    translations: row.translations,
    comments: row.comments,
    newer: row.newer,
    older: row.older,
  };
}

const cardColumns = {
  id: blogs.id,
  slug: blogs.slug,
  title: blogs.title,
  description: blogs.description,
  language: blogs.language,
  tags: blogs.tags,
  ...coverColumns,
  author: users.username,
  published_at: blogs.published_at,
  reading_minutes: blogs.reading_minutes,
  updated_at: blogs.updated_at,
  likes: threads.likes,
  dislikes: threads.dislikes,
  comment_count: threads.comment_count,
  mine_id: reactions.id,
  mine_type: reactions.type,
};

function isMine({ caller }: Reader) {
  return and(eq(reactions.thread_id, threads.id), eq(reactions.user_id, caller?.user.id ?? 0));
}

function translationsFor(reader: Reader) {
  const isReadable = isAdmin(reader)
    ? sql`true`
    : sql`other.published_at <= ${new Date(reader.now()).toISOString()}::timestamptz`;
  return sql<{ language: Language; slug: string }[]>`coalesce((
    select json_agg(json_build_object('language', other.language, 'slug', other.slug) order by other.language)
    from ${blogs} other where other.thread_id = ${blogs.thread_id} and other.id <> ${blogs.id} and ${isReadable}
  ), '[]')`;
}

/** The next published post in the same language. A draft has none, as it has no place in the order yet. */
function neighborOf(side: "newer" | "older", { now }: Reader) {
  const [isBeside, order] =
    side === "newer"
      ? [sql`(other.published_at, other.id) > (${blogs.published_at}, ${blogs.id})`, sql`asc`]
      : [sql`(other.published_at, other.id) < (${blogs.published_at}, ${blogs.id})`, sql`desc`];
  return sql<BlogLink | null>`(
    select json_build_object('slug', other.slug, 'title', other.title) from ${blogs} other
    where other.language = ${blogs.language} and ${isBeside}
      and other.published_at <= ${new Date(now()).toISOString()}::timestamptz
    order by other.published_at ${order}, other.id ${order} limit 1
  )`;
}

interface CardRow
  extends CoverRow,
    Omit<BlogCard, "cover" | "published" | "published_at" | "updated_at" | "reactions"> {
  published_at: Date | null;
  updated_at: Date;
  likes: number;
  dislikes: number;
  mine_id: number | null;
  mine_type: "like" | "dislike" | null;
}

function toCard(row: CardRow, now: number): BlogCard {
  const { published_at, mine_id, mine_type } = row;
  return {
    slug: row.slug,
    title: row.title,
    description: row.description,
    language: row.language,
    tags: row.tags,
    cover: toCover(row),
    author: row.author,
    published_at: published_at?.toISOString() ?? null,
    reading_minutes: row.reading_minutes,
    reactions: {
      likes: row.likes,
      dislikes: row.dislikes,
      mine: mine_id === null || mine_type === null ? null : { id: mine_id, type: mine_type },
    },
    comment_count: row.comment_count,
    published: published_at !== null && published_at.getTime() <= now,
    updated_at: row.updated_at.toISOString(),
  };
}
