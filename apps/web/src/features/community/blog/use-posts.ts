import type { BlogCard } from "@daymark/domain/community/blog";
import { useState } from "react";
import { useApp } from "../../../lib/app.ts";

export interface PostPage {
  results: readonly BlogCard[];
  next: string | null;
}

/**
 * The posts fetched after the first page, restored on back navigation from a post. Only for the list that the user
 * viewed last.
 */
let kept: { key: string; next: string | null; more: PostPage } | undefined;

/**
 * The posts on the page: those of the first page, and those fetched since.
 *
 * @param key of the list: the search and the language
 * @param read fetches the page at a cursor
 */
export function usePosts(key: string, first: PostPage, read: (cursor: string) => Promise<PostPage>) {
  const { browser } = useApp();
  const [isLoading, setLoading] = useState(false);
  const [, redraw] = useState({});
  const own = kept?.key === key && kept.next === first.next ? kept.more : { results: [], next: first.next };
  return {
    posts: [...first.results, ...own.results],
    next: own.next,
    isLoading,
    /** Fetches the next page; returns its first post. */
    async more(): Promise<BlogCard | undefined> {
      if (isLoading || own.next === null) return undefined;
      setLoading(true);
      try {
        const page = await read(own.next);
        kept = { key, next: first.next, more: { results: [...own.results, ...page.results], next: page.next } };
        redraw({});
        return page.results[0];
      } catch (error) {
        void browser?.report.failure(error);
        return undefined;
      } finally {
        setLoading(false);
      }
    },
  };
}
