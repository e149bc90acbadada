import type { Database } from "@daymark/db/connection/client";
import { blogs } from "@daymark/db/schema/blog";
import { threads } from "@daymark/db/schema/thread";
import { isSlug } from "@daymark/domain/community/blog";
import { and, eq, isNull } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { holdBlog } from "./lock.ts";
import { forgetPublication } from "./publish.ts";
import { hasOtherVersions } from "./translation.ts";

/**
 * Deletes a post in its language, by its present slug alone: whoever follows an old link must not delete what they did
 * not mean. What was said of it goes with its last version.
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
      // Its subscribers were told of the post, whichever version is left.
      await tx
        .update(blogs)
        .set({ announced_at: post.announced_at, announced_to: post.announced_to })
        .where(and(isSameThread, isNull(blogs.announced_at)));
    }
  });
}
