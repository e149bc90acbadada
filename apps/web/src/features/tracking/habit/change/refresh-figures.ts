import type { trpc } from "../../../../lib/network/trpc.ts";

/**
 * Refetches all queries on the screen whose results depend on days; the others are refetched when they are next shown.
 * The habits are among them if a total decides when one of them ends, also an archived one: its days can be recorded too.
 */
export function refreshFigures({ habit }: ReturnType<typeof trpc.useUtils>): Promise<unknown> {
  const hasTotal = [false, true].some((archived) =>
    habit.list.getData({ archived })?.results.some(({ end }) => end?.total),
  );
  return Promise.all(
    [
      ...(hasTotal ? [habit.list] : []),
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
