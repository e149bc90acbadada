import type { RequestListInput } from "@daymark/domain/community/feature-request";
import {
  type Category,
  type CloseReason,
  categories,
  closeReasons,
  type RequestSort,
  type RequestStatus,
  requestSorts,
  requestStatuses,
  searchLengthMax,
} from "@daymark/domain/community/request-kind";
import { searchWords } from "../../../lib/form/search-words.ts";

/** What the list of requests shows, as its address has it; what is missing is the default. */
export interface BoardSearch {
  search?: string;
  category?: Category;
  status?: RequestStatus;
  /** Of closed ones alone, which it can tell apart. */
  reason?: CloseReason;
  sort?: Exclude<RequestSort, "top">;
  mine?: true;
  /** A place further down, for readers without scripts. */
  cursor?: string;
}

const cursorLengthMax = 500;

/** Takes what is known of an address's parameters; what is wrong, or said without need, is left out. */
export function readBoardSearch(given: Record<string, unknown>): BoardSearch {
  const { cursor, mine } = given;
  const search = searchWords(given.search, searchLengthMax);
  const category = categories.find((each) => each === given.category);
  const status = requestStatuses.find((each) => each === given.status);
  const reason = status === "closed" ? closeReasons.find((each) => each === given.reason) : undefined;
  const sort = requestSorts.find((each) => each === given.sort);
  return {
    ...(search && { search }),
    ...(category && { category }),
    ...(status && { status }),
    ...(reason && { reason }),
    ...(sort && sort !== "top" && { sort }),
    ...(mine === true && { mine }),
    ...(typeof cursor === "string" && cursor !== "" && cursor.length <= cursorLengthMax && { cursor }),
  };
}

/** What is asked of the API for a page of the list. */
export function listInputOf(search: BoardSearch): RequestListInput {
  return { ...search };
}

/** True where some requests are left out. */
export function isFiltered({ search, category, status, mine }: BoardSearch): boolean {
  return Boolean(search || category || status || mine);
}

/** The same list from its beginning. */
export function fromStart({ cursor: _, ...rest }: BoardSearch): BoardSearch {
  return rest;
}
