import type { Blog, BlogDraftCopy } from "@daymark/domain/community/blog";
import { useQuery } from "@tanstack/react-query";
import { apiOf } from "../../../lib/api.tsx";
import { type App, useApp, useBrowser } from "../../../lib/app.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { type LocalCopy, type Theirs, theirsOf } from "./draft-saver.ts";
import { isSame } from "./equal.ts";
import { readLocalCopy, type WritingPlace } from "./local-copy.ts";
import { addressesOf, draftOfPost, emptyWriting, translationOf, type Writing, writingOf } from "./writing.ts";

/** The content to open: a post, a working copy of a new one, or a new post. */
export interface Asked {
  slug: string | null;
  draftId: number | null;
  /** Slug of the post that a new one translates. */
  translate: string | null;
}

export interface Opened {
  place: WritingPlace;
  /** Null for a new one. */
  post: Blog | null;
  draft: BlogDraftCopy | null;
  /** The content to continue with: content that an earlier page could not save, if there is any. */
  writing: Writing;
  isUnsaved: boolean;
  /** Set if another user has saved since. */
  theirs: Theirs | null;
}

/** The initial data of the editor. It is fetched once: after that, the page has the newest content. */
export function useOpened(asked: Asked) {
  const app = useApp();
  const { session } = useBrowser();
  const { slug, draftId, translate } = asked;
  return useQuery({
    queryKey: ["blog-editor", slug, draftId, translate],
    queryFn: () => open(app, asked, session.userId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

async function open(app: App, { slug, draftId, translate }: Asked, userId: string | null): Promise<Opened> {
  const { blog } = apiOf(app).client;
  const post = slug === null ? null : await blog.get.query({ blog_slug: slug });
  const place = post ? { post: post.slug } : newPlace(draftId, translate);
  const local = readLocalCopy(userId, place);
  const draft = post ? await findCopy(app, post.slug) : draftId && (await readDraft(app, draftId, local !== null));
  const begun = draft ? draft.content : post ? draftOfPost(post) : null;
  const addresses = addressesOf(post);
  const isUnsaved = local !== null && !isSame(local.content, begun);
  const content = isUnsaved ? local.content : begun;
  const original = content === null && translate !== null ? await blog.get.query({ blog_slug: translate }) : null;
  const fresh = original ? translationOf(original) : emptyWriting(app.languages.current);
  return {
    ...{ place, post, isUnsaved },
    draft: draft || null,
    writing: content ? writingOf(content, addresses) : fresh,
    theirs: isUnsaved ? theirsSince(local, { draft: draft || null, post }) : null,
  };
}

function newPlace(draftId: number | null, translate: string | null): WritingPlace {
  if (draftId !== null) return { draft: draftId };
  return translate === null ? "new" : { translate };
}

/** A working copy; null if another user deleted it while this browser has unsaved content of it. */
async function readDraft(app: App, id: number, isKeptHere: boolean): Promise<BlogDraftCopy | null> {
  try {
    return await apiOf(app).client.blog.draft.get.query({ id });
  } catch (error) {
    if (isKeptHere && problemOf(error)?.code === "blog_draft_not_found") return null;
    throw error;
  }
}

/** The content that another user saved after this browser stored its copy. */
function theirsSince(local: LocalCopy, { draft, post }: Pick<Opened, "draft" | "post">): Theirs | null {
  if (draft) return isBasedOn(local, draft) ? null : theirsOf(draft);
  return post && post.updated_at !== local.base ? publishedSince(post) : null;
}

/** A post that has changed since, as another user's content. */
export function publishedSince(post: Blog): Theirs {
  const { updated_at } = post;
  return { draft: null, content: draftOfPost(post), author: null, updated_at, base: updated_at };
}

function isBasedOn({ draft }: LocalCopy, { id, revision }: BlogDraftCopy): boolean {
  return draft?.id === id && draft.revision === revision;
}

/** The working copy of a post, if there is one. */
export async function findCopy(app: App, slug: string): Promise<BlogDraftCopy | null> {
  const { client } = apiOf(app);
  const { results } = await client.blog.draft.list.query({});
  const found = results.find(({ blog_slug }) => blog_slug === slug);
  return found ? client.blog.draft.get.query({ id: found.id }) : null;
}
