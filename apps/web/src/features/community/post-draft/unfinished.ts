import type { BlogCard, BlogDraftCopy } from "@daymark/domain/community/blog";
import type { Language } from "@daymark/domain/text/language";

/** A working copy in the list. */
export type ListedDraft = Omit<BlogDraftCopy, "content"> & { title: string; language: Language };

/** Unpublished content: a post before its publication, or a working copy. */
export interface Unfinished {
  /** Empty if the author has not given it one. */
  title: string;
  language: Language;
  /** Slug of the post; null if there is none yet. */
  slug: string | null;
  /** Its working copy, if there is one. */
  draft: ListedDraft | null;
  status: "draft" | "scheduled" | "published";
  /** The publication time; null for a draft, and for a published post. */
  published_at: string | null;
  saved_at: string;
}

/** All unfinished content, last saved first. A post and its working copy are one entry. */
export function unfinishedOf(posts: readonly BlogCard[], drafts: readonly ListedDraft[]): Unfinished[] {
  const waiting = posts.filter(({ published }) => !published);
  const ofPosts = waiting.map((post): Unfinished => {
    const { slug, published_at } = post;
    const draft = drafts.find(({ blog_slug }) => blog_slug === slug) ?? null;
    const { title, language } = draft ?? post;
    const status = published_at === null ? "draft" : "scheduled";
    return {
      ...{ title, language, slug, draft, status, published_at },
      saved_at: draft?.updated_at ?? post.updated_at,
    };
  });
  const known = new Set(waiting.map(({ slug }) => slug));
  const others = drafts
    .filter(({ blog_slug }) => blog_slug === null || !known.has(blog_slug))
    .map((draft): Unfinished => {
      const { title, language, blog_slug: slug, updated_at: saved_at } = draft;
      const status = slug === null ? "draft" : "published";
      return { title, language, slug, draft, status, published_at: null, saved_at };
    });
  return [...ofPosts, ...others].sort((a, b) => Date.parse(b.saved_at) - Date.parse(a.saved_at));
}

/** The page of its editor. */
export function pathOf({ slug, draft }: Pick<Unfinished, "slug" | "draft">): string {
  return slug === null ? `/blog/new?draft=${draft?.id ?? ""}` : `/blog/${slug}/edit`;
}
