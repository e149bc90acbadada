import type { Database, Transaction } from "@daymark/db/connection/client";
import { blogs, formerSlugs } from "@daymark/db/schema/blog";
import { isSlug, numberedSlug, slugOf } from "@daymark/domain/community/blog";
import { and, eq, ne } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

/**
 * The first free slug for a title: `habits`, `habits-2`, … A slug that redirects to a renamed post is not free.
 *
 * @param ownId the id of the post, null for a new one: its own slug is free for it
 */
export async function proposeSlug(db: Database | Transaction, title: string, ownId: number | null): Promise<string> {
  const slug = slugOf(title);
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? slug : numberedSlug(slug, count);
    if (isSlug(candidate) && !(await isTaken(db, candidate, ownId)) && !(await isFormer(db, candidate, ownId))) {
      return candidate;
    }
  }
}

/**
 * Gives a requested slug to a post. If the slug redirected to another post, that redirect ends. The caller holds the
 * blog's lock, so that no other post takes the slug meanwhile.
 *
 * @throws ApiError slug_taken
 */
export async function claimSlug(tx: Transaction, slug: string, ownId: number | null): Promise<void> {
  if (await isTaken(tx, slug, ownId)) throw new ApiError("slug_taken");
  await tx.delete(formerSlugs).where(eq(formerSlugs.slug, slug));
}

async function isTaken(db: Database | Transaction, slug: string, ownId: number | null): Promise<boolean> {
  const isOther = ownId === null ? undefined : ne(blogs.id, ownId);
  return (await db.$count(blogs, and(eq(blogs.slug, slug), isOther))) > 0;
}

async function isFormer(db: Database | Transaction, slug: string, ownId: number | null): Promise<boolean> {
  const isOther = ownId === null ? undefined : ne(formerSlugs.blog_id, ownId);
  return (await db.$count(formerSlugs, and(eq(formerSlugs.slug, slug), isOther))) > 0;
}
