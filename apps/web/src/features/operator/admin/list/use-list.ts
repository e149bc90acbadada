import { useInfiniteQuery } from "@tanstack/react-query";

export type List<Row> = ReturnType<typeof useList<Row>>;

/**
 * A list with pages. It does not use tRPC's infinite query, which sends a direction that the API's strict input
 * refuses.
 *
 * @param key of the query cache: the procedure's key and the filters
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
