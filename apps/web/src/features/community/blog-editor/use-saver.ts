import type { Blog } from "@daymark/domain/community/blog";
import { type RefObject, useEffect, useReducer, useRef, useState } from "react";
import { apiOf } from "../../../lib/api.tsx";
import { type App, useApp, useBrowser } from "../../../lib/app.ts";
import { isOverForGood } from "../../../lib/drafts/private-data.ts";
import { pageConnection } from "../../../lib/network/connection.ts";
import { isUnreachable, problemOf } from "../../../lib/network/problem.ts";
import { DraftSaver, type SaverParts, theirsOf } from "./draft-saver.ts";
import { isSame } from "./equal.ts";
import { keepLocalCopy, readLocalCopy, type WritingPlace } from "./local-copy.ts";
import { findCopy, type Opened, publishedSince } from "./use-opened.ts";
import { draftOf, draftOfPost, type Writing } from "./writing.ts";

/** The newest state of an editor, also between two renders. */
export interface EditorState {
  writing: Writing;
  /** Null until a new post is published. */
  post: Blog | null;
  place: WritingPlace;
}

/**
 * Saves what the author writes, as long as the editor is open.
 *
 * @param onDraft called with the draft of a new post after its first save
 */
export function useSaver(opened: Opened, latest: RefObject<EditorState>, onDraft: (id: number) => void): DraftSaver {
  const app = useApp();
  const { session } = useBrowser();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [saver] = useState(() => {
    const parts: SaverParts = {
      ...callsOf(app, () => latest.current.post),
      keep: (copy) => keepLocalCopy(session.userId, latest.current.place, copy),
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

  // The content that an earlier page could not save.
  useEffect(() => {
    if (!opened.isUnsaved) return;
    if (opened.theirs) saver.dispute(draftOf(opened.writing), opened.theirs);
    else saver.type(draftOf(opened.writing));
  }, [opened, saver]);

  useDraftAddress(saver.draft?.id, latest, onDraft);
  useFlush(saver);

  useEffect(
    () =>
      session.subscribe(() => {
        if (session.status === "guest" && isOverForGood(session.ended)) saver.reset(null);
      }),
    [session, saver],
  );

  return saver;
}

/**
 * From its first save on, a new post has an address, so that a reload finds it. If another user deletes it meanwhile, it
 * gets a new address, and the content stays.
 */
function useDraftAddress(id: number | undefined, latest: RefObject<EditorState>, onDraft: (id: number) => void): void {
  const { session } = useBrowser();
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
  }, [id, session, latest]);
}

/** Saves at once when the page is hidden or left, when the server is reachable again, and when the editor closes. */
function useFlush(saver: DraftSaver): void {
  const { session } = useBrowser();
  useEffect(() => {
    const flush = () => void saver.flush();
    const onReachable = () => {
      if (pageConnection.isReachable && saver.state === "offline") flush();
    };
    const stop = pageConnection.subscribe(onReachable);
    document.addEventListener("visibilitychange", flush);
    for (const name of ["pagehide", "online"]) addEventListener(name, flush);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", flush);
      for (const name of ["pagehide", "online"]) removeEventListener(name, flush);
      // After a log-out nothing is sent any more.
      if (session.status === "user") flush();
    };
  }, [saver, session]);
}

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
