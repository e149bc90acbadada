import type { SecurityEvent } from "@daymark/domain/account/security-event";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "../../../lib/network/trpc.ts";

interface EventPagesOptions {
  /** Of one session; of the whole account where none is given. */
  sessionId?: string | undefined;
  /** How many at a time. */
  limit: number;
  enabled?: boolean;
}

/**
 * Security events, page after page. Not the library's own infinite query: it sends a direction along, which the API's
 * strict input refuses.
 */
export function useEventPages({ sessionId, limit, enabled = true }: EventPagesOptions) {
  const { client } = trpc.useUtils();
  const pages = useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.securityEvent), "pages", sessionId ?? null, limit],
    queryFn: ({ pageParam }) => {
      const page = { limit, ...(pageParam !== null && { cursor: pageParam }) };
      return sessionId === undefined
        ? client.securityEvent.list.query(page)
        : client.securityEvent.listOfSession.query({ ...page, id: sessionId });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled,
  });
  const events: SecurityEvent[] | undefined = pages.data?.pages.flatMap((page) => page.results);
  return {
    /** Newest first; undefined until they are known. */
    events,
    error: pages.error,
    onRetry: () => void pages.refetch(),
    /** Absent where there is no more. */
    onMore: pages.hasNextPage ? () => void pages.fetchNextPage() : undefined,
    isLoadingMore: pages.isFetchingNextPage,
  };
}
