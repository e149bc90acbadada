import type { Blog, BlogDraft } from "@daymark/domain/community/blog";
import { useEffect, useReducer, useRef, useState } from "react";
import { apiOf } from "../../../lib/api.tsx";
import { type App, useApp, useBrowser } from "../../../lib/app.ts";
import { isOverForGood } from "../../../lib/drafts/private-data.ts";
import { pageConnection } from "../../../lib/network/connection.ts";
import { isUnreachable, problemOf } from "../../../lib/network/problem.ts";
import { DraftSaver, type SaverParts, theirsOf } from "./draft-saver.ts";
import { isSame } from "./equal.ts";
import { keepLocalCopy, readLocalCopy, type WritingPlace } from "./local-copy.ts";
import { findCopy, type Opened, publishedSince } from "./use-opened.ts";
import { addressesOf, draftOf, draftOfPost, imageAddresses, isEmpty, type Writing, writingOf } from "./writing.ts";

/** A post while the author writes it: its content and its save state. */
export function useEditor(opened: Opened, onDraft: (id: number) => void) {
  const app = useApp();
  const { session } = useBrowser();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [writing, setWriting] = useState(opened.writing);
  const [post, setPost] = useState<Blog | null>(opened.post);
  const latest = useRef({ writing, post, place: opened.place as WritingPlace });
  const [saver] = useState(() => {
    const place = () => latest.current.place;
    const parts: SaverParts = {
      ...callsOf(app, () => latest.current.post),
      keep: (copy) => keepLocalCopy(session.userId, place(), copy),
      onChange: redraw,
      now: Date.now,
      later: (callback, milliseconds) => {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
    };
    const { draft } = opened;
    return new DraftSaver(parts, {
      draft: draft && { id: draft.id, revision: draft.revision },
      base: opened.post?.updated_at ?? null,
    });
  });

  const write = (next: Writing) => {
    latest.current.writing = next;
    setWriting(next);
    // A list of empty drafts would be useless.
    if (!saver.draft && !latest.current.post && isEmpty(next)) return;
    saver.type(draftOf(next));
  };

  /** The content of another user, with the image addresses known here. */
  const writingBy = (content: BlogDraft) => {
    const { post, writing } = latest.current;
    const cover = writing.cover && new Map([[writing.cover.image_id, writing.cover.url]]);
    const known = [...addressesOf(post), ...imageAddresses(writing.blocks), ...(cover ?? [])];
    return writingOf(content, new Map(known));
  };

  // The content that an earlier page could not save.
  useEffect(() => {
    if (!opened.isUnsaved) return;
    if (opened.theirs) saver.dispute(draftOf(opened.writing), opened.theirs);
    else saver.type(draftOf(opened.writing));
  }, [opened, saver]);

  // From its first save on, a new post has an address, so that a reload finds it. If another user deletes it meanwhile,
  // it gets a new address, and the content stays.
  const id = saver.draft?.id;
  const tellDraft = useRef(onDraft);
  useEffect(() => {
    tellDraft.current = onDraft;
  });
  useEffect(() => {
    const { place, post } = latest.current;
    if (id === undefined || post || (place !== "new" && "draft" in place && place.draft === id)) return;
    const next = { draft: id };
    latest.current.place = next;
    // Content written during the save, and not saved yet.
    keepLocalCopy(session.userId, next, readLocalCopy(session.userId, place));
    keepLocalCopy(session.userId, place, null);
    tellDraft.current(id);
  }, [id, session]);

  useEffect(() => {
    const flush = () => void saver.flush();
    const onReachable = () => {
      if (pageConnection.isReachable && saver.state === "offline") flush();
    };
    const stop = [pageConnection.subscribe(onReachable)];
    document.addEventListener("visibilitychange", flush);
    for (const name of ["pagehide", "online"]) addEventListener(name, flush);
    return () => {
      for (const end of stop) end();
      document.removeEventListener("visibilitychange", flush);
      for (const name of ["pagehide", "online"]) removeEventListener(name, flush);
      // After a log-out nothing is sent any more.
      if (session.status === "user") flush();
    };
  }, [saver, session]);

  useEffect(
    () =>
      session.subscribe(() => {
        if (session.status === "guest" && isOverForGood(session.ended)) saver.reset(null);
      }),
    [session, saver],
  );

  return {
    ...{ app, saver, writing, post, write, writingBy },
    /** Always returns the newest state. */
    read: () => latest.current,
    change: (change: Partial<Writing>) => write({ ...latest.current.writing, ...change }),
    /** Resolves a conflict between two versions. */
    settle: (choice: "mine" | "theirs") => {
      const content = saver.settle(choice);
      if (!content || choice === "mine") return;
      latest.current.writing = writingBy(content);
      setWriting(latest.current.writing);
    },
    /** Saves the content with the revision on which it is based; false if there is a conflict or an error. */
    isCurrent: async () => {
      if (saver.draft) saver.type(draftOf(latest.current.writing));
      await saver.flush();
      return saver.state === "saved";
    },
    /**
     * Continues from the post's current content: it was published, or its working copy deleted.
     *
     * @param from the content at the time of the call: later changes become the next edit
     */
    restart: (next: Blog, from: Writing) => {
      saver.reset(next.updated_at);
      latest.current.post = next;
      latest.current.place = { post: next.slug };
      setPost(next);
      if (latest.current.writing !== from) return saver.type(draftOf(latest.current.writing));
      const content = draftOfPost(next);
      // If the content is the same, the screen and its caret stay.
      if (isSame(content, draftOf(latest.current.writing))) return;
      latest.current.writing = writingOf(content);
      setWriting(latest.current.writing);
    },
    /** Only the publication of the post has changed, not its content. */
    update: (next: Blog) => {
      const known = latest.current.post ?? next;
      if (isSame(draftOfPost(next), draftOfPost(known))) saver.rebase(next.updated_at);
      const { published, published_at } = next;
      latest.current.post = { ...known, published, published_at };
      setPost(latest.current.post);
    },
  };
}

export type Editor = ReturnType<typeof useEditor>;

function callsOf(
  app: App,
  post: () => Blog | null,
): Pick<SaverParts, "create" | "update" | "get" | "unseen" | "failureOf"> {
  const { blog } = apiOf(app).client;
  return {
    create: (content) => {
      const of = post();
      return blog.draft.create.mutate({ content, ...(of && { blog_slug: of.slug }) });
    },
    update: ({ id, revision }, content) => blog.draft.update.mutate({ id, revision, content }),
    get: (id) => blog.draft.get.query({ id }),
    unseen: async (base) => {
      const known = post();
      if (!known) return null;
      const now = await blog.get.query({ blog_slug: known.slug });
      // The post may have been published or unpublished, which changes no text.
      if (now.updated_at === base || isSame(draftOfPost(now), draftOfPost(known))) return null;
      const copy = await findCopy(app, now.slug);
      return copy ? { ...theirsOf(copy), base: now.updated_at } : publishedSince(now);
    },
    failureOf: (error) => {
      if (isUnreachable(error)) return "unreachable";
      const code = problemOf(error)?.code;
      return code === "conflict" ? "conflict" : code === "blog_draft_not_found" ? "gone" : "refused";
    },
  };
}
