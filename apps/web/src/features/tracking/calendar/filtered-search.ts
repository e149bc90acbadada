import type { HabitFilter } from "@daymark/domain/tracking/dashboard";
import { type DashboardSearch, readSearch } from "./grid/search.ts";

/** The filter of an address, in the format of the settings. */
export function filterOf({ type, unit_kind, time_of_day, hue, archived, at_risk, q }: DashboardSearch): HabitFilter {
  return {
    ...(type && { type }),
    ...(unit_kind && { unit_kind }),
    ...(time_of_day && { time_of_day }),
    ...(hue !== undefined && { hue }),
    ...(archived && { archived }),
    ...(at_risk && { at_risk }),
    ...(q && { text: q }),
  };
}

/** True if some habits are hidden. */
export function isFiltered(search: DashboardSearch): boolean {
  return Object.keys(filterOf(search)).length > 0;
}

/**
 * The address with another filter. If the user has saved a default view, showing all habits needs an explicit
 * parameter.
 */
export function withFilter(
  { month }: DashboardSearch,
  { text, archived, at_risk, ...rest }: HabitFilter,
  saved: HabitFilter | undefined,
): DashboardSearch {
  const next = readSearch({
    month,
    ...rest,
    q: text,
    archived: archived === true || undefined,
    at_risk: at_risk === true || undefined,
  });
  return !isFiltered(next) && isSaved(saved) ? { ...next, view: "all" } : next;
}

/** The view of an address: without a filter, the saved default view. */
export function shownSearch(search: DashboardSearch, saved: HabitFilter | undefined): DashboardSearch {
  if (search.view === "all" || isFiltered(search) || !isSaved(saved)) return search;
  return withFilter(search, saved, undefined);
}

function isSaved(saved: HabitFilter | undefined): saved is HabitFilter {
  return saved !== undefined && Object.keys(saved).length > 0;
}
