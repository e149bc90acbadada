import type { Blog, BlogDraft } from "@daymark/domain/community/blog";
import { useEffect, useReducer, useRef, useState } from "react";
import { apiOf } from "../../../lib/api.tsx";
import { type App, useApp, useBrowser } from "../../../lib/app.ts";
import { isOverForGood } from "../../../lib/drafts/private-data.ts";
import { pageConnection } from "../../../lib/network/connection.ts";
import { isUnreachable, problemOf } from "../../../lib/network/problem.ts";
import type { Caret, Edit } from "./block-list.ts";
import { DraftSaver, type SaverParts, theirsOf } from "./draft-saver.ts";
import { isSame } from "./equal.ts";
import { keepLocalCopy, readLocalCopy, type WritingPlace } from "./local-copy.ts";
import { findCopy, type Opened, publishedSince } from "./use-opened.ts";
import { draftOf, draftOfPost, imageAddresses, isEmpty, type Writing, writingOf } from "./writing.ts";

/** A post while it is written: what it says, and where that stands. */
export function useEditor(opened: Opened, onDraft: (id: number) => void) {
  const app = useApp();
  const { session } = useBrowser();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [writing, setWriting] = useState(opened.writing);
  const [post, setPost] = useState<Blog | null>(opened.post);
  /** Where the focus goes once the page has drawn what was changed. */
  const [caret, setCaret] = useState<Caret | null>(null);
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
    // Nobody wants a list of drafts with nothing in them.
    if (!saver.draft && !latest.current.post && isEmpty(next)) return;
    saver.type(draftOf(next));
  };

  /** What somebody else wrote, with the pictures that are known here. */
  const writingBy = (content: BlogDraft) => {
    const { post, writing } = latest.current;
    return writingOf(content, imageAddresses([...(post?.blocks ?? []), ...writing.blocks]));
  };

  // What an earlier page could not save.
  useEffect(() => {
    if (!opened.isUnsaved) return;
    if (opened.theirs) saver.dispute(draftOf(opened.writing), opened.theirs);
    else saver.type(draftOf(opened.writing));
  }, [opened, saver]);

  // From its first save on a new one has an address, so that it is here after a reload. It gets another one where
  // somebody threw it away meanwhile, and what is written goes on.
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
    // What was written while it was saved, and is not yet.
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
      // Of whoever logged out nothing is sent any more.
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
    ...{ app, saver, writing, post, caret, write, writingBy },
    /** The newest, whoever asks when. */
    read: () => latest.current,
    change: (change: Partial<Writing>) => write({ ...latest.current.writing, ...change }),
    /** Changes the blocks, and takes the focus where the writer goes on. */
    edit: (edit: Edit | null) => {
      if (!edit) return;
      write({ ...latest.current.writing, blocks: edit.blocks });
      if (edit.caret) setCaret(edit.caret);
    },
    focus: setCaret,
    /** Ends a dispute about who wrote what. */
    settle: (choice: "mine" | "theirs") => {
      const content = saver.settle(choice);
      if (!content || choice === "mine") return;
      latest.current.writing = writingBy(content);
      setWriting(latest.current.writing);
    },
    /** Saves what is written under the revision it was read with; false where that is not to be. */
    isCurrent: async () => {
      if (saver.draft) saver.type(draftOf(latest.current.writing));
      await saver.flush();
      return saver.state === "saved";
    },
    /**
     * Goes on with what the post says now: it was published, or its working copy thrown away.
     *
     * @param from what was written when that was asked for: whatever was written since goes on as the next change
     */
    restart: (next: Blog, from: Writing) => {
      saver.reset(next.updated_at);
      latest.current.post = next;
      latest.current.place = { post: next.slug };
      setPost(next);
      if (latest.current.writing !== from) return saver.type(draftOf(latest.current.writing));
      const content = draftOfPost(next);
      // What is on the screen stays, with the caret in it, where it says the same.
      if (isSame(content, draftOf(latest.current.writing))) return;
      latest.current.writing = writingOf(content);
      setWriting(latest.current.writing);
    },
    /** When the post is read has changed, not what is written of it. */
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
      // It may have been published or taken back, which is nobody's words.
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
