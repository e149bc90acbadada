import type { Database, Transaction } from "@daymark/db/connection/client";
import { blogs, formerSlugs } from "@daymark/db/schema/blog";
import { isSlug } from "@daymark/domain/community/blog";
import { and, lte, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";

/** Who reads: guests have no user. */
export type Reader = Pick<Context, "caller" | "now">;

/**
 * The post that a slug names, or once named.
 *
 * @throws ApiError blog_not_found, also for a draft or a scheduled post where the caller is no admin
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

/** A slug that is in use names its post alone: whoever takes a former one ends where that led. */
export function isNamed(slug: string): SQL {
  if (!isSlug(slug)) return sql`false`;
  return sql`${blogs.id} = coalesce(
    (select named.id from ${blogs} named where named.slug = ${slug}),
    (select ${formerSlugs.blog_id} from ${formerSlugs} where ${formerSlugs.slug} = ${slug})
  )`;
}

/** Posts that are published; for admins all. */
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
