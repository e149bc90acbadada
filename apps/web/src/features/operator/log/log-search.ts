import { type LogLevel, logLevels, logSearchLengthMax } from "@daymark/domain/operator/log-kind";
import { searchWords } from "../../../lib/form/search-words.ts";

/** The search parameters of the viewer; a missing one means no filter. */
export interface LogSearch {
  level?: LogLevel;
  search?: string;
  /** The linked line. */
  line?: number;
}

/** Reads an address's parameters, without invalid ones. */
export function readLogSearch(given: Record<string, unknown>): LogSearch {
  const level = logLevels.find((each) => each === given.level);
  const search = searchWords(given.search, logSearchLengthMax);
  const line = /^\d{1,15}$/.test(String(given.line)) ? Number(given.line) : undefined;
  return { ...(level && { level }), ...(search && { search }), ...(line !== undefined && { line }) };
}
