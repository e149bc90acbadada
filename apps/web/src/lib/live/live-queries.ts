import type { LiveChanges, LiveTopic } from "@daymark/domain/base/live";
import type { QueryClient } from "@tanstack/react-query";

/**
 * What may look otherwise after a change, by the router that answers it. A day moves figures, and where it is the first
 * one, its habit; a habit that is archived or comes back takes its days along; what counts as today is a setting.
 */
const routersOf: Record<LiveTopic, readonly string[]> = {
  habit: ["habit", "progress", "reminder"],
  progress: ["progress", "habit"],
  note: ["note"],
  settings: ["auth", "twoFactor", "habit"],
  vacation: ["vacation", "progress", "habit"],
  reminder: ["reminder", "push"],
};

/** Asks anew for what is on the page and has changed elsewhere, and for the rest when it is next shown. */
export function askAgain(queryClient: QueryClient, changes: LiveChanges | null): void {
  const routers = changes && new Set(changes.topics.flatMap((topic) => routersOf[topic]));
  void queryClient.invalidateQueries({
    // The first part of a key is the procedure's path (getQueryKey of @trpc/react-query).
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && (routers === null || routers.has(path[0])),
  });
}

/** When the oldest of what the page shows was answered, in milliseconds since the epoch. */
export function shownSince(queryClient: QueryClient, now: number): number {
  const answered = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.data !== undefined && !query.state.isInvalidated)
    .map((query) => query.state.dataUpdatedAt);
  return Math.min(now, ...answered);
}
