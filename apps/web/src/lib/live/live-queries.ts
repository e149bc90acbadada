import type { LiveChanges, LiveTopic } from "@daymark/domain/base/live";
import type { QueryClient } from "@tanstack/react-query";

/**
 * The queries that a change affects, by router. A day changes figures and, if it is the first one, its habit. Archiving
 * or restoring a habit also changes which days are shown. A setting decides what counts as today.
 */
const routersOf: Record<LiveTopic, readonly string[]> = {
  habit: ["habit", "progress", "reminder"],
  progress: ["progress", "habit", "dayLog"],
  note: ["note"],
  settings: ["auth", "twoFactor", "habit"],
  vacation: ["vacation", "progress", "habit"],
  reminder: ["reminder", "push"],
};

/** Refetches the changed queries that are on the screen. The others are refetched when they are next shown. */
export function refetchChanged(queryClient: QueryClient, changes: LiveChanges | null): void {
  const routers = changes && new Set(changes.topics.flatMap((topic) => routersOf[topic]));
  void queryClient.invalidateQueries({
    // The first part of a key is the procedure's path (getQueryKey of @trpc/react-query).
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && (routers === null || routers.has(path[0])),
  });
}

/** The time of the oldest answer that the page shows, in milliseconds since the epoch. */
export function shownSince(queryClient: QueryClient, now: number): number {
  const answered = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.data !== undefined && !query.state.isInvalidated)
    .map((query) => query.state.dataUpdatedAt);
  return Math.min(now, ...answered);
}
