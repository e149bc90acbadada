import type { BlogCard, BlogDraftCopy } from "@daymark/domain/community/blog";
import type { Language } from "@daymark/domain/text/language";

/** A working copy as the list of them has it. */
export type ListedDraft = Omit<BlogDraftCopy, "content"> & { title: string; language: Language };

/** Something that readers do not have yet: a post before it is published, or what is being written of one. */
export interface Unfinished {
  /** Empty where nobody has given it one. */
  title: string;
  language: Language;
  /** Of the post; null for what is none yet. */
  slug: string | null;
  /** The working copy of it, if there is one. */
  draft: ListedDraft | null;
  status: "draft" | "scheduled" | "published";
  /** When it is to be published; null for a draft, and for what is published already. */
  published_at: string | null;
  saved_at: string;
}

/** All that is not finished, the one that was saved last first. A post and its working copy are one. */
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

/** Where it is gone on with. */
export function pathOf({ slug, draft }: Pick<Unfinished, "slug" | "draft">): string {
  return slug === null ? `/blog/new?draft=${draft?.id ?? ""}` : `/blog/${slug}/edit`;
}
