import { trpc } from "../../../lib/network/trpc.ts";
import { type Unfinished, unfinishedOf } from "./unfinished.ts";

/** The list begins with drafts and scheduled posts. */
const postsMax = 50;

/** All unpublished content; null until it is loaded. */
export function useUnfinished(): {
  unfinished: Unfinished[] | null;
  error: unknown;
  retry: () => void;
} {
  const posts = trpc.blog.list.useQuery({ drafts: true, limit: postsMax }, { staleTime: 0 });
  const drafts = trpc.blog.draft.list.useQuery({}, { staleTime: 0 });
  return {
    unfinished: posts.data && drafts.data ? unfinishedOf(posts.data.results, drafts.data.results) : null,
    error: posts.error ?? drafts.error,
    retry: () => {
      void posts.refetch();
      void drafts.refetch();
    },
  };
}
