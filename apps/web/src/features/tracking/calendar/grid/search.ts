import type { UnitKind } from "@daymark/domain/base/unit";
import type { HabitType } from "@daymark/domain/tracking/habit";
import type { TimeOfFilter } from "@daymark/domain/tracking/habit-type";
import { searchWords } from "../../../../lib/form/search-words.ts";
import type { Month } from "../../clock/month.ts";

// Every page loads this file, because the router needs all addresses. So it imports only types from the domain, whose
// schemas would be loaded with it.

/** The part of the dashboard's state that is in the address: the month and the filter. */
export interface DashboardSearch {
  /** Absent: the current month. */
  month?: Month;
  type?: HabitType;
  unit_kind?: UnitKind;
  /** `any`: habits without a part of the day. */
  time_of_day?: TimeOfFilter;
  /** Degrees. */
  hue?: number;
  archived?: true;
  at_risk?: true;
  /** Part of a title or description. */
  q?: string;
  /** The user chose to see all habits: without it and without a filter, the saved default view is shown. */
  view?: "all";
  /** The id of the habit whose statistics are open over the dashboard. */
  statistics?: number;
  /** Analytics are open over the dashboard, starting with this habit; 0 for the first one. */
  analytics?: number;
}

const textLengthMax = 80;
const types: readonly HabitType[] = ["good", "bad"];
export const unitKindsOfSearch: readonly UnitKind[] = ["numeric", "time", "distance", "mass", "volume", "energy"];
/** Without a schema, as above. */
export const timesOfSearch: readonly TimeOfFilter[] = ["morning", "noon", "evening", "any"];

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
const monthMin: Month = "2001-01";
const monthMax: Month = "2100-12";

/** True for a month in the supported range. */
function isMonth(text: unknown): text is Month {
  return typeof text === "string" && monthPattern.test(text) && text >= monthMin && text <= monthMax;
}

/** An id as the API sends it, or 0; NaN if it is neither. */
function readId(value: unknown): number {
  return /^\d{1,15}$/.test(String(value)) ? Number(value) : Number.NaN;
}

function isHue(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 360;
}

/** Reads an address. Invalid parameters are left out and not refused. */
export function readSearch(search: Record<string, unknown>): DashboardSearch {
  const { month } = search;
  const type = types.find((known) => known === search.type);
  const unitKind = unitKindsOfSearch.find((known) => known === search.unit_kind);
  const time = timesOfSearch.find((known) => known === search.time_of_day);
  const hue = /^\d{1,3}$/.test(String(search.hue)) ? Number(search.hue) : Number.NaN;
  const q = searchWords(search.q, textLengthMax);
  return {
    ...(isMonth(month) && { month }),
    ...(type && { type }),
    ...(unitKind && { unit_kind: unitKind }),
    ...(time && { time_of_day: time }),
    ...(isHue(hue) && { hue }),
    ...(search.archived === true && { archived: true as const }),
    ...(search.at_risk === true && { at_risk: true as const }),
    ...(q && { q }),
    ...(search.view === "all" && { view: "all" as const }),
    ...(readId(search.statistics) > 0 && { statistics: readId(search.statistics) }),
    ...(readId(search.analytics) >= 0 && { analytics: readId(search.analytics) }),
  };
}
