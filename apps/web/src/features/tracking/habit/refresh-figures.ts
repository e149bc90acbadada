import type { trpc } from "../../../lib/network/trpc.ts";

/**
 * Refetches all queries on the screen whose results depend on days; the others are refetched when they are next shown.
 */
export function refreshFigures({ habit }: ReturnType<typeof trpc.useUtils>): Promise<unknown> {
  return Promise.all(
    [
      habit.statisticsList,
      habit.statistics,
      habit.analysis,
      habit.streak,
      habit.analytics,
      habit.trend,
      habit.correlation,
      habit.insights,
      habit.review,
    ].map((query) => query.invalidate()),
  );
}
