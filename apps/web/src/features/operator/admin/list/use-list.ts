import { useInfiniteQuery } from "@tanstack/react-query";

export type List<Row> = ReturnType<typeof useList<Row>>;

/**
 * A list that comes in pages. Not tRPC's own infinite query: it sends a direction, which the API's strict input refuses.
 *
 * @param key of the cache: the procedure's, and what is looked for
 */
export function useList<Row>(
  key: readonly unknown[],
  read: (page: { cursor?: string }) => Promise<{ results: Row[]; next: string | null }>,
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  return { query, rows: query.data?.pages.flatMap(({ results }) => results) ?? [] };
}
