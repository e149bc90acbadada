import type { Database, Transaction } from "@daymark/db/connection/client";
import { blogs, formerSlugs } from "@daymark/db/schema/blog";
import { isSlug } from "@daymark/domain/community/blog";
import { and, lte, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";

/** The reader: guests have no user. */
export type Reader = Pick<Context, "caller" | "now">;

/**
 * The post of a present or former slug.
 *
 * @throws ApiError blog_not_found, also for a draft or a scheduled post if the caller is no admin
 */
export async function findPost(
  db: Database | Transaction,
  reader: Reader,
  slug: string,
): Promise<{ id: number; thread_id: number }> {
  const [post] = await db
    .select({ id: blogs.id, thread_id: blogs.thread_id })
    .from(blogs)
    .where(and(isNamed(slug), isReadableBy(reader)));
  if (!post) throw new ApiError("blog_not_found");
  return post;
}

/** A present slug names only its post: a post that takes a former slug ends its redirect. */
export function isNamed(slug: string): SQL {
  if (!isSlug(slug)) return sql`false`;
  return sql`${blogs.id} = coalesce(
    (select named.id from ${blogs} named where named.slug = ${slug}),
    (select ${formerSlugs.blog_id} from ${formerSlugs} where ${formerSlugs.slug} = ${slug})
  )`;
}

/** Published posts; for admins all posts. */
export function isReadableBy(reader: Reader): SQL | undefined {
  return isAdmin(reader) ? undefined : isPublishedAt(reader.now());
}

/** @param now milliseconds since the epoch */
export function isPublishedAt(now: number): SQL {
  return lte(blogs.published_at, new Date(now));
}

export function isAdmin({ caller }: Pick<Reader, "caller">): boolean {
  return caller?.user.is_staff === true;
}
