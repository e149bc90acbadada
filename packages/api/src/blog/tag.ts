import type { Database } from "@daymark/db/connection/client";
import { blogs } from "@daymark/db/schema/blog";
import type { BlogTag } from "@daymark/domain/community/blog-tag";
import type { Language } from "@daymark/domain/text/language";
import { and, eq, sql } from "drizzle-orm";
import { isPublishedAt } from "./find.ts";

/**
 * The tags of published posts, the most used first. Only admins write tags, at most five a post, so the list is short.
 *
 * @param now milliseconds since the epoch
 */
export async function listTags(
  db: Database,
  now: number,
  { language }: { language?: Language | undefined },
): Promise<BlogTag[]> {
  const tags = db
    .select({ tag: sql<string>`unnest(${blogs.tags})`.as("tag") })
    .from(blogs)
    .where(and(isPublishedAt(now), language && eq(blogs.language, language)))
    .as("tags");
  const posts = sql<number>`count(*)::int`;
  return db.select({ tag: tags.tag, posts }).from(tags).groupBy(tags.tag).orderBy(sql`${posts} desc`, tags.tag);
}
