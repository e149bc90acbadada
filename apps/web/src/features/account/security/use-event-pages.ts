import type { SecurityEvent } from "@daymark/domain/account/security-event";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "../../../lib/network/trpc.ts";

interface EventPagesOptions {
  /** Events of one session; without it, of the whole account. */
  sessionId?: string | undefined;
  /** Events per page. */
  limit: number;
  enabled?: boolean;
}

/**
 * Security events in pages. It does not use tRPC's infinite query, which also sends a direction, and the API's strict
 * input refuses that.
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
    /** Newest first; undefined until loaded. */
    events,
    error: pages.error,
    onRetry: () => void pages.refetch(),
    /** Absent if there are no more. */
    onMore: pages.hasNextPage ? () => void pages.fetchNextPage() : undefined,
    isLoadingMore: pages.isFetchingNextPage,
  };
}
