import type { trpc } from "../../../lib/network/trpc.ts";

/** Has everything that is worked out from days, and is on the page, asked for again; the rest when it is next shown. */
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
    ].map((query) => query.invalidate()),
  );
}
