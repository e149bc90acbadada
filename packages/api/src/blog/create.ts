import { blogs } from "@daymark/db/schema/blog";
import type { BlogCreateInput } from "@daymark/domain/community/blog";
import { readingMinutes, searchTextOf } from "@daymark/domain/community/blog-words";
import type { Writing } from "../procedure/context.ts";
import { keepBlocks } from "./content.ts";
import { keepCover } from "./cover.ts";
import { dropDraft } from "./draft.ts";
import { holdBlog } from "./lock.ts";
import { followPublication, publishedAt } from "./publication/publish.ts";
import { claimSlug, proposeSlug } from "./slug.ts";
import { createThread, threadOfTranslation } from "./translation.ts";
import { addVersion } from "./version.ts";

/**
 * Adds a post, or a version of one in another language.
 *
 * @returns its slug
 * @throws ApiError slug_taken; validation_failed for an image that does not exist, or a translation that is not
 *   possible
 */
export function createPost(ctx: Writing, input: BlogCreateInput): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    await holdBlog(tx);
    const now = new Date(ctx.now());
    const { title, description, language = "en", tags = [], cover = null, translation_of, draft_id } = input;
    const content = { title, description, blocks: await keepBlocks(tx, input.blocks) };
    const thread_id = translation_of
      ? await threadOfTranslation(tx, { id: null, language }, translation_of)
      : await createThread(tx);
    const slug = input.slug ?? (await proposeSlug(tx, title, null));
    await claimSlug(tx, slug, null);
    const [post] = await tx
      .insert(blogs)
      .values({
        ...content,
        thread_id,
        slug,
        language,
        tags,
        ...(await keepCover(tx, cover)),
        reading_minutes: readingMinutes(content),
        search_text: searchTextOf({ ...content, tags }),
        author_id: ctx.user.id,
        signed_by: input.signed ? ctx.user.id : null,
        published_at: publishedAt(null, input, now.getTime()),
        created_at: now,
        updated_at: now,
      })
      .returning();
    if (!post) throw new Error("an insert gave no row back");
    await addVersion(tx, post, { author_id: ctx.user.id, written_at: now });
    if (draft_id !== undefined) await dropDraft(tx, draft_id, null);
    await followPublication(tx, post, now.getTime());
    return slug;
  });
}
