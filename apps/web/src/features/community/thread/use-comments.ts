import { repliesAPage } from "@daymark/domain/base/bounds";
import type { Comment } from "@daymark/domain/community/comment";
import { useState } from "react";
import { useRestoredState } from "../../../lib/use-restored-state.ts";
import { commentTree } from "./data/comment-tree.ts";
import type { Thread } from "./data/thread.ts";
import { useThread } from "./data/use-thread.ts";

export interface CommentPage {
  results: readonly Comment[];
  next: string | null;
}

/** Additions to the page since it was loaded. */
interface Grown {
  /** The first page from the loader. */
  first: CommentPage;
  /** The comments after it, as far as they were fetched. */
  more: CommentPage;
  /** By id, null for a deleted comment. Newly loaded data of the page replaces it. */
  changed: ReadonlyMap<number, Comment | null>;
  added: readonly Comment[];
}

/** What is loading: further comments, or replies of the comment with this id. */
type Loading = "comments" | number;

/** The server's maximum: to find a comment far down, fewer calls are needed. */
const searchedPage = 100;
const searchedPagesMax = 50;

/** The comments on the page: those of the first page, those fetched since, and those written and changed here. */
export function useComments(thread: Thread, first: CommentPage, count: number) {
  const { calls, tell } = useThread(thread);
  // Most pages have no additions, and nothing is stored for those.
  const [kept, setKept] = useRestoredState<Grown | null>("comments", () => null);
  const grown = kept === null ? grownFrom(first) : kept.first === first ? kept : readAnew(kept, first);
  if (kept !== null && grown !== kept) setKept(grown);
  const setGrown = (change: (state: Grown) => Grown) => setKept((state) => change(state ?? grownFrom(first)));
  const [loading, setLoading] = useState<Loading | null>(null);
  const [counted, setCounted] = useState({ of: count, since: 0 });
  if (counted.of !== count) setCounted({ of: count, since: 0 });

  const grow = (by: number) => setCounted((state) => ({ ...state, since: state.since + by }));
  const load = async (cursor: string, limit?: number) => {
    const { listComments } = await calls();
    const page = await listComments({ cursor, ...(limit && { limit }) });
    setGrown((state) => ({
      ...state,
      more: { results: [...state.more.results, ...page.results], next: page.next },
    }));
    return page;
  };
  const loadReplies = async (cursor: string, limit: number) => {
    const { listComments } = await calls();
    const { results } = await listComments({ cursor, limit });
    setGrown((state) => ({ ...state, more: { ...state.more, results: [...state.more.results, ...results] } }));
    return results;
  };
  const asOneGoes = async <T>(what: Loading, work: () => Promise<T>): Promise<T | undefined> => {
    setLoading(what);
    try {
      return await work();
    } catch (error) {
      void tell(error);
    } finally {
      setLoading(null);
    }
  };

  const { more, changed, added } = grown;
  return {
    tree: commentTree([...first.results, ...more.results], { changed, added }),
    count: Math.max(0, counted.of + counted.since),
    next: more.next,
    loading,
    /** Fetches the next comments; returns the first of them. */
    more: () => asOneGoes("comments", async () => (more.next ? (await load(more.next)).results[0] : undefined)),
    /** Fetches the next replies of a comment; returns the first of them. */
    moreReplies: (id: number, cursor: string) =>
      asOneGoes(id, async () => (await loadReplies(cursor, repliesAPage)).find(({ parent_id }) => parent_id === id)),
    /** Fetches pages until a comment is loaded; false if it is not found. */
    find: (id: number) =>
      asOneGoes("comments", async () => {
        const sought = await (await calls()).getComment(id);
        if (!sought) return false;
        const parentId = sought.parent_id ?? id;
        const known = [...first.results, ...more.results];
        const has = (wanted: number) => known.some((comment) => comment.id === wanted);
        let next = more.next;
        for (let pages = 0; next && !has(parentId) && pages < searchedPagesMax; pages += 1) {
          const page = await load(next, searchedPage);
          known.push(...page.results);
          next = page.next;
        }
        for (let pages = 0; has(parentId) && !has(id) && pages < searchedPagesMax; pages += 1) {
          const cursor = known.findLast((comment) => comment.id === parentId)?.replies_next;
          if (!cursor) break;
          known.push(...(await loadReplies(cursor, searchedPage)));
        }
        return has(id);
      }),
    add(comment: Comment) {
      // After an answer that was lost the page may have been loaded with it.
      if ([...first.results, ...more.results].some(({ id }) => id === comment.id)) return;
      setGrown((state) => ({ ...state, added: [...state.added, comment] }));
      grow(1);
    },
    change(comment: Comment) {
      setGrown((state) => ({ ...state, changed: new Map(state.changed).set(comment.id, comment) }));
    },
    remove(id: number) {
      setGrown((state) => ({ ...state, changed: new Map(state.changed).set(id, null) }));
      grow(-1);
    },
  };
}

function grownFrom(first: CommentPage): Grown {
  return { first, more: { results: [], next: first.next }, changed: new Map(), added: [] };
}

/** The page was loaded again, for a user whose session became known, or after a change: fetched comments stay. */
function readAnew({ first: before, more, changed, added }: Grown, first: CommentPage): Grown {
  const known = new Set(first.results.map(({ id }) => id));
  return {
    first,
    // A comment may have moved from the first page meanwhile, and now comes between it and the next ones.
    more:
      more.results.length > 0
        ? { ...more, results: [...before.results.filter(({ id }) => !known.has(id)), ...more.results] }
        : { ...first, results: [] },
    changed: new Map([...changed].filter(([id]) => !known.has(id))),
    added,
  };
}
