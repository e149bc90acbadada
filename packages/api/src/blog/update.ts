import type { Transaction } from "@daymark/db/connection/client";
import { blogs, formerSlugs } from "@daymark/db/schema/blog";
import type { BlogUpdateInput } from "@daymark/domain/community/blog";
import { readingMinutes, searchTextOf } from "@daymark/domain/community/blog-words";
import type { Language } from "@daymark/domain/text/language";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Writing } from "../procedure/context.ts";
import { keepBlocks } from "./content.ts";
import { keepCover } from "./cover.ts";
import { dropDraft } from "./draft.ts";
import { isNamed } from "./find.ts";
import { holdBlog } from "./lock.ts";
import { followPublication, publishedAt } from "./publication/publish.ts";
import { claimSlug } from "./slug.ts";
import { assertLanguageFree, createThread, hasOtherVersions, mergeThread, threadOfTranslation } from "./translation.ts";
import { addVersion, isOtherVersion, type WrittenContent } from "./version.ts";

type Post = typeof blogs.$inferSelect;

/**
 * Changes the given members. Each state is stored as a version, and a former slug redirects to the post.
 *
 * @returns its slug
 * @throws ApiError blog_not_found, slug_taken; validation_failed as `createPost`
 */
export function updatePost(ctx: Writing, input: BlogUpdateInput): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    await holdBlog(tx);
    const now = new Date(ctx.now());
    const [post] = await tx.select().from(blogs).where(isNamed(input.blog_slug)).for("update");
    if (!post) throw new ApiError("blog_not_found");
    const { language = post.language, slug = post.slug, tags = post.tags } = input;
    const content = await contentOf(tx, post, input);
    const threadId = await threadFor(tx, post, { language, translation_of: input.translation_of });
    if (slug !== post.slug) await rename(tx, post, slug);
    const [updated] = await tx
      .update(blogs)
      .set({
        ...content,
        thread_id: threadId,
        signed_by: signerOf(post, input.signed, ctx.user.id),
        slug,
        language,
        tags,
        ...(input.cover !== undefined && (await keepCover(tx, input.cover))),
        reading_minutes: readingMinutes(content),
        search_text: searchTextOf({ ...content, tags }),
        published_at: publishedAt(post.published_at, input, now.getTime()),
        updated_at: now,
      })
      .where(eq(blogs.id, post.id))
      .returning();
    if (!updated) throw new Error("an update gave no row back");
    if (threadId !== post.thread_id && !(await hasOtherVersions(tx, post.thread_id, post.id))) {
      await mergeThread(tx, post.thread_id, threadId);
    }
    if (isOtherVersion(post, updated)) await addVersion(tx, updated, { author_id: ctx.user.id, written_at: now });
    if (input.draft_id !== undefined) await dropDraft(tx, input.draft_id, post.id);
    await followPublication(tx, updated, now.getTime());
    return slug;
  });
}

async function contentOf(tx: Transaction, post: Post, input: BlogUpdateInput): Promise<WrittenContent> {
  const { title = post.title, description = post.description, blocks } = input;
  return { title, description, blocks: blocks ? await keepBlocks(tx, blocks) : post.blocks };
}

/** No admin signs with the name of another, but every admin may remove a name. */
function signerOf({ signed_by }: Post, signed: boolean | undefined, callerId: number): number | null {
  if (signed === undefined) return signed_by;
  return signed ? (signed_by ?? callerId) : null;
}

/** The thread of the post: it stays, or the post joins the thread of another post, or it leaves its other versions and gets a new one. */
async function threadFor(
  tx: Transaction,
  post: Post,
  { language, translation_of }: { language: Language; translation_of?: string | null | undefined },
): Promise<number> {
  const version = { id: post.id, language };
  if (translation_of) return threadOfTranslation(tx, version, translation_of);
  if (translation_of === null && (await hasOtherVersions(tx, post.thread_id, post.id))) return createThread(tx);
  if (language !== post.language) await assertLanguageFree(tx, post.thread_id, version);
  return post.thread_id;
}

async function rename(tx: Transaction, post: Post, slug: string): Promise<void> {
  await claimSlug(tx, slug, post.id);
  await tx.insert(formerSlugs).values({ slug: post.slug, blog_id: post.id });
}
