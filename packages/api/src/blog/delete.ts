import type { Database } from "@daymark/db/connection/client";
import { blogs } from "@daymark/db/schema/blog";
import { threads } from "@daymark/db/schema/thread";
import { isSlug } from "@daymark/domain/community/blog";
import { and, eq, isNull } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { holdBlog } from "./lock.ts";
import { forgetPublication } from "./publication/publish.ts";
import { hasOtherVersions } from "./translation.ts";

/**
 * Deletes one language version of a post. Only its present slug works: a user who follows an old link must not delete
 * the wrong post. Comments and reactions are deleted with its last version.
 *
 * @throws ApiError blog_not_found
 */
export async function deletePost(db: Database, slug: string): Promise<void> {
  if (!isSlug(slug)) throw new ApiError("blog_not_found");
  await db.transaction(async (tx) => {
    await holdBlog(tx);
    const [post] = await tx.delete(blogs).where(eq(blogs.slug, slug)).returning();
    if (!post) throw new ApiError("blog_not_found");
    await forgetPublication(tx, post.id);
    const isSameThread = eq(blogs.thread_id, post.thread_id);
    if (!(await hasOtherVersions(tx, post.thread_id, post.id))) {
      await tx.delete(threads).where(eq(threads.id, post.thread_id));
    } else if (post.announced_at !== null) {
      // Subscribers were notified of the post, so the remaining version counts as announced.
      await tx
        .update(blogs)
        .set({ announced_at: post.announced_at, announced_to: post.announced_to })
        .where(and(isSameThread, isNull(blogs.announced_at)));
    }
  });
}
