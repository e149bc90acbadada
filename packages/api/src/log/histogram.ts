import type { LogHistogram, LogHistogramInput } from "@daymark/domain/operator/log";
import { bucketSecondsOf } from "@daymark/domain/operator/log-buckets";
import { type LogLevel, logLevels } from "@daymark/domain/operator/log-kind";
import * as z from "zod/mini";
import { readCursor, writeCursor } from "../base/pagination.ts";
import type { Services } from "../procedure/context.ts";
import { type Block, blocksBefore } from "./blocks.ts";
import { headAt } from "./line.ts";
import { linesOf } from "./lines.ts";
import { scanBytesMax } from "./list.ts";
import { spanOfTime } from "./time-span.ts";
import { createWanted, type LogFilter } from "./wanted.ts";

const newLine = 0x0a;
const dayMilliseconds = 86_400_000;
const place = z.tuple([z.literal("count"), z.int().check(z.gte(0))]);

/**
 * The numbers of matching entries over time, of the part of a file that one call may read: from its end, or from the end
 * of the previous part.
 *
 * @throws ApiError app_dir_not_found, date_file_not_found, invalid_cursor
 */
export async function countLines(
  { logFiles }: Pick<Services, "logFiles">,
  { app_dir, date_file, cursor, ...filter }: LogHistogramInput,
): Promise<LogHistogram> {
  const given = readCursor(place, cursor)?.[1];
  const file = await logFiles.open(app_dir, date_file);
  try {
    const { size: bytes } = await file.stat();
    const range = rangeOf(date_file, filter);
    const span = await spanOfTime(file, bytes, filter);
    const end = Math.min(given ?? span.end, span.end);
    const counts = createCounts(range);
    let below = end;
    for await (const block of blocksBefore(file, end)) {
      for (const { level, time } of entriesOf(block, filter)) counts.add(level, time);
      below = block.start;
      if (below <= span.start || end - below >= scanBytesMax) break;
    }
    const next = below > span.start ? writeCursor(["count", below]) : null;
    return { ...counts.answer(), next, below, bytes };
  } finally {
    await file.close();
  }
}

interface Range {
  from: number;
  to: number;
}

/** The time of the filter; where it is open, the file's day. */
function rangeOf(file: string, { from, to }: LogFilter): Range {
  const day = Date.parse(`${file.slice(0, 10)}T00:00:00Z`);
  const first = from === undefined ? Math.min(day, to === undefined ? day : Date.parse(to) - 1000) : Date.parse(from);
  const end = to === undefined ? Math.max(day + dayMilliseconds, first + 1000) : Date.parse(to);
  return { from: first, to: end };
}

interface Entry {
  level: LogLevel;
  time: number;
}

/** The matching entries of a block. Without a text to search, no line is parsed. */
function* entriesOf(block: Block, filter: LogFilter): Generator<Entry> {
  const { level, search, path } = filter;
  if (search || path) {
    // Times are compared while counting.
    for (const { line } of linesOf(block, createWanted({ level, search, path }), "older")) {
      if (line.level && line.time) yield { level: line.level, time: Date.parse(line.time) };
    }
    return;
  }
  const least = level ? logLevels.indexOf(level) : 0;
  for (let at = 0; at < block.bytes.length; ) {
    const head = headAt(block.bytes, at);
    if (head && logLevels.indexOf(head.level) >= least) yield head;
    at = block.isCut ? block.bytes.length : block.bytes.indexOf(newLine, at) + 1 || block.bytes.length;
  }
}

function createCounts({ from, to }: Range) {
  const bucket_seconds = bucketSecondsOf(to - from);
  const buckets = new Map<number, Record<LogLevel, number>>();
  return {
    add(level: LogLevel, time: number): void {
      if (!(time >= from && time < to)) return;
      const index = Math.floor((time - from) / 1000 / bucket_seconds);
      const lines = buckets.get(index) ?? { trace: 0, debug: 0, info: 0, warn: 0, error: 0, fatal: 0 };
      lines[level] += 1;
      buckets.set(index, lines);
    },
    answer: () => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      bucket_seconds,
      buckets: [...buckets]
        .sort(([one], [other]) => one - other)
        .map(([index, lines]) => ({ from: new Date(from + index * bucket_seconds * 1000).toISOString(), lines })),
    }),
  };
}
