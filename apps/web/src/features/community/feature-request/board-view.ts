import type { RequestListInput } from "@daymark/domain/community/feature-request";
import type { RequestStatus } from "@daymark/domain/community/request-kind";
import { anyStatus, type BoardSearch } from "./board-search.ts";

// Separate from the reading of the address, which every page loads with the routes.

/** The input of the API for a page of the list. */
export function listInputOf(search: BoardSearch): RequestListInput {
  const { status: _, ...rest } = search;
  const status = shownStatus(search);
  return { ...rest, ...(status !== anyStatus && { status }) };
}

/** The status that the list shows. The board begins with what is open; a search, and the user's own list, with all. */
export function shownStatus({ status, search, mine }: BoardSearch): RequestStatus | typeof anyStatus {
  return status ?? (search || mine ? anyStatus : "open");
}

/** True if a filter that was chosen leaves some requests out. */
export function isFiltered({ search, category, status, mine }: BoardSearch): boolean {
  return Boolean(search || category || (status && status !== anyStatus) || mine);
}

/** The same list from its beginning. */
export function fromStart({ cursor: _, ...rest }: BoardSearch): BoardSearch {
  return rest;
}
