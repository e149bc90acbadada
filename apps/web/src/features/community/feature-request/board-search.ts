import {
  type Category,
  type CloseReason,
  categories,
  closeReasons,
  type RequestSort,
  type RequestStatus,
  requestSorts,
  requestStatuses,
  type StageFilter,
  searchLengthMax,
  stageFilters,
} from "@daymark/domain/community/request-kind";
import { searchWords } from "../../../lib/form/search-words.ts";

export const anyStatus = "any";

/** The search parameters of the list of requests; a missing one has its default. */
export interface BoardSearch {
  search?: string;
  category?: Category;
  /** If it is missing, `shownStatus` of board-view.ts says what the list shows. */
  status?: RequestStatus | typeof anyStatus;
  /** Only for open requests, to distinguish how far the work is. */
  stage?: StageFilter;
  /** Only for closed requests, to distinguish their reasons. */
  reason?: CloseReason;
  sort?: Exclude<RequestSort, "top">;
  mine?: true;
  /** A cursor, for readers without scripts. */
  cursor?: string;
}

const cursorLengthMax = 500;

/** Reads an address's parameters, without invalid ones and defaults. */
export function readBoardSearch(given: Record<string, unknown>): BoardSearch {
  const { cursor, mine } = given;
  const search = searchWords(given.search, searchLengthMax);
  const category = categories.find((each) => each === given.category);
  const status = ([...requestStatuses, anyStatus] as const).find((each) => each === given.status);
  const stage = status === "open" ? stageFilters.find((each) => each === given.stage) : undefined;
  const reason = status === "closed" ? closeReasons.find((each) => each === given.reason) : undefined;
  const sort = requestSorts.find((each) => each === given.sort);
  return {
    ...(search && { search }),
    ...(category && { category }),
    ...(status && { status }),
    ...(stage && { stage }),
    ...(reason && { reason }),
    ...(sort && sort !== "top" && { sort }),
    ...(mine === true && { mine }),
    ...(typeof cursor === "string" && cursor !== "" && cursor.length <= cursorLengthMax && { cursor }),
  };
}
