import type { NodeHistoryHours } from "@daymark/domain/operator/node";

/** Written here too, because the schema beside them is no part of this page. */
const hours: readonly NodeHistoryHours[] = [1, 6, 24];

/** The length of the shown history in the address; six hours without one. */
export interface HistorySearch {
  hours?: NodeHistoryHours;
}

export function readHistorySearch(given: Record<string, unknown>): HistorySearch {
  const found = hours.find((each) => String(each) === String(given.hours));
  return found && found !== 6 ? { hours: found } : {};
}
