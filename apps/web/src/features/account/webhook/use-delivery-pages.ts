import type { Delivery } from "@daymark/domain/webhook/webhook";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "../../../lib/network/trpc.ts";

const pageLength = 50;

/** The log of a webhook in pages, newest first. It is fetched again when the next attempt to send a message is due. */
export function useDeliveryPages(webhookId: number, { enabled }: { enabled: boolean }) {
  const { client } = trpc.useUtils();
  const pages = useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.webhook), "pages", webhookId],
    queryFn: ({ pageParam }) =>
      client.webhook.delivery.list.query({
        id: webhookId,
        limit: pageLength,
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled,
    refetchInterval: ({ state }) => untilNextAttempt(state.data?.pages.flatMap((page) => page.results) ?? []),
  });
  return {
    /** Undefined until loaded. */
    deliveries: pages.data?.pages.flatMap((page) => page.results),
    error: pages.error,
    isLoading: pages.isLoading,
    /** Absent if there are no more. */
    onMore: pages.hasNextPage ? () => void pages.fetchNextPage() : undefined,
    isLoadingMore: pages.isFetchingNextPage,
  };
}

const soonest = 2_000;
const latest = 60_000;

/** Milliseconds until the answer of a waiting message may be there; false if none is waiting. */
function untilNextAttempt(deliveries: readonly Delivery[]): number | false {
  const waiting = deliveries.filter(({ state }) => state === "waiting");
  if (waiting.length === 0) return false;
  const nextAt = Math.min(...waiting.map(({ next_at, created_at }) => Date.parse(next_at ?? created_at)));
  return Math.min(latest, Math.max(soonest, nextAt - Date.now()));
}
