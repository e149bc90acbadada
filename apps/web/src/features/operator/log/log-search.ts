import { type LogLevel, logLevels, logSearchLengthMax } from "@daymark/domain/operator/log-kind";
import { searchWords } from "../../../lib/form/search-words.ts";

/** What the viewer shows, as its address has it; what is missing is everything. */
export interface LogSearch {
  level?: LogLevel;
  search?: string;
  /** The line that a link names. */
  line?: number;
}

/** Takes what is known of an address's parameters; what is wrong is left out. */
export function readLogSearch(given: Record<string, unknown>): LogSearch {
  const level = logLevels.find((each) => each === given.level);
  const search = searchWords(given.search, logSearchLengthMax);
  const line = /^\d{1,15}$/.test(String(given.line)) ? Number(given.line) : undefined;
  return { ...(level && { level }), ...(search && { search }), ...(line !== undefined && { line }) };
}
