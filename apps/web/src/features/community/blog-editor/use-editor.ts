import type { Blog, BlogDraft } from "@daymark/domain/community/blog";
import { useRef, useState } from "react";
import { useApp } from "../../../lib/app.ts";
import { isSame } from "./equal.ts";
import type { Opened } from "./use-opened.ts";
import { type EditorState, useSaver } from "./use-saver.ts";
import { addressesOf, draftOf, draftOfPost, imageAddresses, isEmpty, type Writing, writingOf } from "./writing.ts";

/** A post while the author writes it: its content and its save state. */
export function useEditor(opened: Opened, onDraft: (id: number) => void) {
  const app = useApp();
  const [writing, setWriting] = useState(opened.writing);
  const [post, setPost] = useState<Blog | null>(opened.post);
  const latest = useRef<EditorState>({ writing, post, place: opened.place });
  const saver = useSaver(opened, latest, onDraft);

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
