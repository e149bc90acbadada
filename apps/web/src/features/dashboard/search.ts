import type { HabitType } from "@daymark/domain/habit";
import type { Month } from "./month.ts";

// Every page reads this file, as the router knows all addresses: it takes nothing but types from the domain, which
// would bring its schemas along.

/** What of the dashboard is a view, and so in the address: the month and which habits. */
export interface DashboardSearch {
  /** Absent: the month of today, whenever that is. */
  month?: Month;
  type?: HabitType;
  archived?: true;
  /** Part of a title or description. */
  q?: string;
}

const textLengthMax = 80;
const types: readonly HabitType[] = ["good", "bad"];

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
const monthMin: Month = "2001-01";
const monthMax: Month = "2100-12";

/** A month the product knows. */
function isMonth(text: unknown): text is Month {
  return typeof text === "string" && monthPattern.test(text) && text >= monthMin && text <= monthMax;
}

/** Reads an address; what makes no sense in it is left out rather than refused. */
export function readSearch(search: Record<string, unknown>): DashboardSearch {
  const { month } = search;
  const type = types.find((known) => known === search.type);
  const q =
    typeof search.q === "string" || typeof search.q === "number" ? String(search.q).slice(0, textLengthMax) : "";
  return {
    ...(isMonth(month) && { month }),
    ...(type && { type }),
    ...(search.archived === true && { archived: true as const }),
    ...(q.trim() && { q }),
  };
}

/** True where some habits are left out of sight. */
export function isFiltered({ type, archived, q }: DashboardSearch): boolean {
  return type !== undefined || archived === true || q !== undefined;
}

/** True for a habit that a view shows; archived or not is decided by the list it comes from. */
export function isShown(habit: { type: HabitType; title: string; description: string }, search: DashboardSearch) {
  if (search.type && habit.type !== search.type) return false;
  const wanted = search.q?.trim().toLocaleLowerCase();
  return !wanted || `${habit.title}\n${habit.description}`.toLocaleLowerCase().includes(wanted);
}
