import type { Database, Transaction } from "@daymark/db/connection/client";
import { blogs, formerSlugs } from "@daymark/db/schema/blog";
import { isSlug, numberedSlug, slugOf } from "@daymark/domain/community/blog";
import { and, eq, ne } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

/**
 * The first free slug for a title: `habits`, `habits-2`, … One that leads on to a renamed post is not free.
 *
 * @param ownId of the post that is to be called so, null for a new one: its own slug is free to it
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
 * Makes a slug that was asked for the post's: it may be one that led on to another post, which it does no longer. The
 * blog must be held, so that nobody takes it meanwhile.
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
