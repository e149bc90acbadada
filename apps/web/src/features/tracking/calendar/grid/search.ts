import type { UnitKind } from "@daymark/domain/base/unit";
import type { HabitFilter } from "@daymark/domain/tracking/dashboard";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { searchWords } from "../../../../lib/form/search-words.ts";
import type { Month } from "../../clock/month.ts";

// Every page reads this file, as the router knows all addresses: it takes nothing but types from the domain, which
// would bring its schemas along.

/** What of the dashboard is a view, and so in the address: the month and which habits. */
export interface DashboardSearch {
  /** Absent: the month of today, whenever that is. */
  month?: Month;
  type?: HabitType;
  unit_kind?: UnitKind;
  /** Degrees. */
  hue?: number;
  archived?: true;
  at_risk?: true;
  /** Part of a title or description. */
  q?: string;
  /** All habits, by choice: without it and without a filter, the view saved as one's own is shown. */
  view?: "all";
  /** The id of the habit whose statistics are open over it. */
  statistics?: number;
  /** Analytics are open over it, and begin with this habit; 0 for whichever comes first. */
  analytics?: number;
}

const textLengthMax = 80;
const types: readonly HabitType[] = ["good", "bad"];
export const unitKindsOfSearch: readonly UnitKind[] = ["numeric", "time", "distance", "mass", "volume", "energy"];

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
const monthMin: Month = "2001-01";
const monthMax: Month = "2100-12";

/** A month the product knows. */
function isMonth(text: unknown): text is Month {
  return typeof text === "string" && monthPattern.test(text) && text >= monthMin && text <= monthMax;
}

/** An id on the wire, or 0; not a number where it is neither. */
function readId(value: unknown): number {
  return /^\d{1,15}$/.test(String(value)) ? Number(value) : Number.NaN;
}

function isHue(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 360;
}

/** Reads an address; what makes no sense in it is left out rather than refused. */
export function readSearch(search: Record<string, unknown>): DashboardSearch {
  const { month } = search;
  const type = types.find((known) => known === search.type);
  const unitKind = unitKindsOfSearch.find((known) => known === search.unit_kind);
  const hue = /^\d{1,3}$/.test(String(search.hue)) ? Number(search.hue) : Number.NaN;
  const q = searchWords(search.q, textLengthMax);
  return {
    ...(isMonth(month) && { month }),
    ...(type && { type }),
    ...(unitKind && { unit_kind: unitKind }),
    ...(isHue(hue) && { hue }),
    ...(search.archived === true && { archived: true as const }),
    ...(search.at_risk === true && { at_risk: true as const }),
    ...(q && { q }),
    ...(search.view === "all" && { view: "all" as const }),
    ...(readId(search.statistics) > 0 && { statistics: readId(search.statistics) }),
    ...(readId(search.analytics) >= 0 && { analytics: readId(search.analytics) }),
  };
}

/** The filter of an address, in the words of the settings. */
export function filterOf({ type, unit_kind, hue, archived, at_risk, q }: DashboardSearch): HabitFilter {
  return {
    ...(type && { type }),
    ...(unit_kind && { unit_kind }),
    ...(hue !== undefined && { hue }),
    ...(archived && { archived }),
    ...(at_risk && { at_risk }),
    ...(q && { text: q }),
  };
}

/** True where some habits are left out of sight. */
export function isFiltered(search: DashboardSearch): boolean {
  return Object.keys(filterOf(search)).length > 0;
}

/** An address with another filter. Where a view of one's own is saved, showing all is said and not left out. */
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

/** What an address shows: where it names no filter, the view saved as one's own. */
export function shownSearch(search: DashboardSearch, saved: HabitFilter | undefined): DashboardSearch {
  if (search.view === "all" || isFiltered(search) || !isSaved(saved)) return search;
  return withFilter(search, saved, undefined);
}

function isSaved(saved: HabitFilter | undefined): saved is HabitFilter {
  return saved !== undefined && Object.keys(saved).length > 0;
}
