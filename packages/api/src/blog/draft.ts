import type { CallingUser } from "@daymark/auth/session/caller";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { blogDrafts, blogs } from "@daymark/db/schema/blog";
import { users } from "@daymark/db/schema/user";
import type { BlogDraft, BlogDraftCopy } from "@daymark/domain/community/blog";
import type { Block } from "@daymark/domain/community/blog-block";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Writing } from "../procedure/context.ts";
import { isNamed } from "./find.ts";

/** All working copies, the last changed first. */
export async function listDrafts(db: Database) {
  const rows = await selectDrafts(db).orderBy(desc(blogDrafts.updated_at), desc(blogDrafts.id));
  return rows.map((row) => {
    const { content, ...draft } = toCopy(row);
    return { ...draft, title: content.title, language: content.language };
  });
}

/** @throws ApiError blog_draft_not_found */
export async function readDraft(db: Database | Transaction, id: number): Promise<BlogDraftCopy> {
  const [row] = await selectDrafts(db).where(eq(blogDrafts.id, id));
  if (!row) throw new ApiError("blog_draft_not_found");
  return toCopy(row);
}

/**
 * Opens a working copy for a new post, or the one copy of a post, which all admins share.
 *
 * @throws ApiError blog_not_found
 */
export async function openDraft(
  ctx: Writing,
  { blog_slug, content }: { blog_slug?: string | undefined; content?: BlogDraft | undefined },
): Promise<BlogDraftCopy & { created: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const post = blog_slug === undefined ? null : await readPostContent(tx, blog_slug);
    const values = { author_id: ctx.user.id, updated_at: new Date(ctx.now()) };
    const [created] = await tx
      .insert(blogDrafts)
      .values({ ...values, blog_id: post?.id ?? null, content: content ?? post?.content ?? emptyContent })
      .onConflictDoNothing({ target: blogDrafts.blog_id })
      .returning({ id: blogDrafts.id });
    const [kept] =
      created || !post ? [created] : await tx.select().from(blogDrafts).where(eq(blogDrafts.blog_id, post.id));
    // The copy may have been published and deleted between the two statements.
    if (!kept) throw new ApiError("conflict");
    return { ...(await readDraft(tx, kept.id)), created: created !== undefined };
  });
}

/**
 * Saves a working copy.
 *
 * @throws ApiError blog_draft_not_found; conflict if another save followed since the caller read `revision`
 */
export async function saveDraft(
  ctx: Writing & { user: Pick<CallingUser, "username"> },
  { id, revision, content }: { id: number; revision: number; content: BlogDraft },
): Promise<BlogDraftCopy> {
  const [draft] = await ctx.db
    .update(blogDrafts)
    .set({
      content,
      revision: sql`${blogDrafts.revision} + 1`,
      author_id: ctx.user.id,
      updated_at: new Date(ctx.now()),
    })
    .where(and(eq(blogDrafts.id, id), eq(blogDrafts.revision, revision)))
    .returning();
  if (!draft) {
    await readDraft(ctx.db, id);
    throw new ApiError("conflict");
  }
  // The rest of the answer is what this call wrote: another save may have followed by now, and its revision would let the
  // next save of this caller overwrite it.
  const blog = draft.blog_id === null ? undefined : await readSlug(ctx.db, draft.blog_id);
  return toCopy({ draft, blog_slug: blog?.slug ?? null, author: ctx.user.username });
}

async function readSlug(db: Database, blogId: number): Promise<{ slug: string } | undefined> {
  const [blog] = await db.select({ slug: blogs.slug }).from(blogs).where(eq(blogs.id, blogId));
  return blog;
}

/** @throws ApiError blog_draft_not_found */
export async function deleteDraft(db: Database, id: number): Promise<void> {
  const rows = await db.delete(blogDrafts).where(eq(blogDrafts.id, id)).returning({ id: blogDrafts.id });
  if (rows.length === 0) throw new ApiError("blog_draft_not_found");
}

/** Deletes the working copy that became the post; a copy of another post stays. */
export async function dropDraft(tx: Transaction, id: number, blogId: number | null): Promise<void> {
  const isItsOwn = blogId === null ? isNull(blogDrafts.blog_id) : eq(blogDrafts.blog_id, blogId);
  await tx.delete(blogDrafts).where(and(eq(blogDrafts.id, id), isItsOwn));
}

const emptyContent: BlogDraft = {
  title: "",
  description: "",
  slug: "",
  language: "en",
  translation_of: null,
  blocks: [],
};

function selectDrafts(db: Database | Transaction) {
  return db
    .select({ draft: blogDrafts, blog_slug: blogs.slug, author: users.username })
    .from(blogDrafts)
    .leftJoin(blogs, eq(blogs.id, blogDrafts.blog_id))
    .leftJoin(users, eq(users.id, blogDrafts.author_id));
}

interface DraftRow {
  draft: typeof blogDrafts.$inferSelect;
  blog_slug: string | null;
  author: string | null;
}

function toCopy({ draft, blog_slug, author }: DraftRow): BlogDraftCopy {
  const { id, revision, updated_at, content } = draft;
  return { id, blog_slug, revision, author, updated_at: updated_at.toISOString(), content };
}

/** The present content of a post, with which a working copy begins. */
async function readPostContent(tx: Transaction, slug: string): Promise<{ id: number; content: BlogDraft }> {
  const [post] = await tx
    .select({
      id: blogs.id,
      title: blogs.title,
      description: blogs.description,
      slug: blogs.slug,
      language: blogs.language,
      tags: blogs.tags,
      cover_image_id: blogs.cover_image_id,
      cover_alt: blogs.cover_alt,
      signed_by: sql<string | null>`(select signer.username from users signer where signer.id = blogs.signed_by)`,
      blocks: blogs.blocks,
      // Written out, because Drizzle omits the table of a column if the statement has only one table.
      translation_of: sql<string | null>`(
        select other.slug from blogs other where other.thread_id = blogs.thread_id and other.id <> blogs.id
        order by other.id limit 1
      )`,
    })
    .from(blogs)
    .where(isNamed(slug))
    // Another admin may be deleting the post.
    .for("key share");
  if (!post) throw new ApiError("blog_not_found");
  const { id, tags, cover_image_id, cover_alt, signed_by, ...content } = post;
  const cover = cover_image_id === null ? null : { image_id: cover_image_id, alt: cover_alt ?? "" };
  const blocks = content.blocks.map((block: Block) => ({ ...block }));
  return {
    id,
    content: {
      ...content,
      ...(tags.length > 0 && { tags }),
      ...(cover && { cover }),
      ...(signed_by !== null && { signed_by }),
      blocks,
    },
  };
}
