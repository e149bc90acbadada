import type { AppRouter } from "@daymark/api/router";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { apiOf } from "../../../lib/api.tsx";
import type { App } from "../../../lib/app.ts";
import { type Month, monthOf } from "../clock/month.ts";
import { pageClock } from "../clock/today.ts";
import { rangeShown } from "./grid/range.ts";
import { readSearch } from "./grid/search.ts";

export const activeHabits = { archived: false } as const;
export const archivedHabits = { archived: true } as const;

/**
 * Fetches everything that a dashboard shows in one request, before its code has loaded. The screen uses the same
 * queries; it fetches failed ones again and reports the errors.
 *
 * @param month of the address; without one, the current month
 */
export function warmDashboard(app: App, month: Month | undefined): void {
  const today = pageClock().read();
  const utils = createTRPCQueryUtils<AppRouter>(apiOf(app));
  void utils.habit.list.prefetch(activeHabits);
  void utils.habit.list.prefetch(archivedHabits);
  void utils.progress.list.prefetch(rangeShown(month ?? monthOf(today)));
  void utils.habit.statisticsList.prefetch({});
  void utils.note.list.prefetch({});
  void utils.auth.profile.prefetch({});
  void utils.auth.settings.get.prefetch({});
}

/**
 * As {@link warmDashboard}, for an address that the router has not read yet.
 *
 * @param search of the address, with its question mark
 */
export function warmDashboardAt(app: App, search: string): void {
  warmDashboard(app, readSearch(Object.fromEntries(new URLSearchParams(search))).month);
}
