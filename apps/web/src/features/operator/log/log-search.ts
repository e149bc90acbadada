import { type LogLevel, logLevels, logPathLengthMax, logSearchLengthMax } from "@daymark/domain/operator/log-kind";
import { searchWords } from "../../../lib/form/search-words.ts";

/** The filters of the viewer; a missing one lets every line pass. */
export interface LogFilter {
  level?: LogLevel;
  search?: string;
  /** A part of the route or the path of a request. */
  path?: string;
  /** The time of a line in ISO 8601: not before `from`, and before `to`. */
  from?: string;
  to?: string;
}

/** The search parameters of the viewer. */
export interface LogSearch extends LogFilter {
  /** The linked line. */
  line?: number;
}

/** Reads an address's parameters, without invalid ones. */
export function readLogSearch(given: Record<string, unknown>): LogSearch {
  const level = logLevels.find((each) => each === given.level);
  const search = searchWords(given.search, logSearchLengthMax);
  const path = searchWords(given.path, logPathLengthMax);
  const line = /^\d{1,15}$/.test(String(given.line)) ? Number(given.line) : undefined;
  return {
    ...(level && { level }),
    ...(search && { search }),
    ...(path && { path }),
    ...readRange(given),
    ...(line !== undefined && { line }),
  };
}

/** The filter of a search: a filter may hide the linked line, so a changed filter drops it. */
export function filterOf({ line, ...filter }: LogSearch): LogFilter {
  return filter;
}

function readRange(given: Record<string, unknown>): Pick<LogFilter, "from" | "to"> {
  const [from, to] = [instantOf(given.from), instantOf(given.to)];
  if (from && to && from >= to) return {};
  return { ...(from && { from }), ...(to && { to }) };
}

/** An instant as `Date.toISOString` writes it, in a year of four digits; undefined for any other text. */
function instantOf(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(value)) return undefined;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) || value.startsWith("0000") ? undefined : time.toISOString();
}
