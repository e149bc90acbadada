import type { FileHandle } from "node:fs/promises";
import { pageLimitDefault } from "@daymark/domain/base/pagination";
import type { LogLine, LogLineList, LogLineListInput } from "@daymark/domain/operator/log";
import * as z from "zod/mini";
import { readCursor, writeCursor } from "../base/pagination.ts";
import type { Services } from "../procedure/context.ts";
import { blocksAfter, blocksBefore } from "./blocks.ts";
import { linesOf } from "./lines.ts";
import { spanOfTime } from "./time-span.ts";
import { createWanted, type Wanted } from "./wanted.ts";

const newLine = 0x0a;
/** How much of a file one call searches, and how much it answers, at most. */
export const scanBytesMax = 16 * 1024 * 1024;
const answerLengthMax = 1024 * 1024;

/** The start of a page, in bytes, and its direction. */
const place = z.tuple([z.enum(["older", "newer"]), z.int().check(z.gte(0))]);

interface Page {
  file: FileHandle;
  bytes: number;
  /** The part of the file that has the wanted time; without one, the whole file. */
  start: number;
  end: number;
  limit: number;
  wanted: Wanted;
}

/**
 * Entries of one file, newest first: from its end, or from the end of the previous page.
 *
 * @throws ApiError app_dir_not_found, date_file_not_found, invalid_cursor
 */
export async function listLines(
  { logFiles }: Pick<Services, "logFiles">,
  { app_dir, date_file, limit = pageLimitDefault, cursor, line, ...filter }: LogLineListInput,
): Promise<LogLineList> {
  const from = readCursor(place, cursor);
  const file = await logFiles.open(app_dir, date_file);
  try {
    const { size: bytes } = await file.stat();
    const page = { file, bytes, ...(await spanOfTime(file, bytes, filter)), limit, wanted: createWanted(filter) };
    if (from?.[0] === "newer") return await readNewer(page, from[1]);
    if (from) return await readOlder(page, Math.min(from[1], page.end));
    return await readOlder(page, line === undefined ? page.end : Math.min(page.end, await endOfLine(page, line)));
  } finally {
    await file.close();
  }
}

async function readOlder(page: Page, end: number): Promise<LogLineList> {
  const results: LogLine[] = [];
  let below = end;
  let newest: number | undefined;
  let length = 0;
  read: for await (const block of blocksBefore(page.file, end)) {
    // A line without a line break may still grow: a call for newer entries returns it again.
    newest ??= block.end === page.end ? block.start + block.bytes.lastIndexOf(newLine) + 1 : end;
    for (const { line, size } of linesOf(block, page.wanted, "older")) {
      results.push(line);
      length += size;
      below = line.offset;
      if (results.length === page.limit || length >= answerLengthMax) break read;
    }
    below = block.start;
    if (below <= page.start || end - below >= scanBytesMax) break;
  }
  return {
    results,
    next: below > page.start ? writeCursor(["older", below]) : null,
    newer: writeCursor(["newer", newest ?? end]),
    is_newest: end >= page.end,
    below,
    bytes: page.bytes,
  };
}

async function readNewer(page: Page, given: number): Promise<LogLineList> {
  // The file is shorter than before: it was emptied, and all its content is new.
  const start = given > page.bytes ? 0 : given;
  const stop = Math.max(start, page.end);
  const results: LogLine[] = [];
  let above = start;
  let length = 0;
  let isNewest = true;
  read: for await (const block of blocksAfter(page.file, start, stop)) {
    for (const { line, size, end } of linesOf(block, page.wanted, "newer")) {
      results.push(line);
      length += size;
      above = end;
      isNewest = above >= stop;
      if (results.length === page.limit || length >= answerLengthMax) break read;
    }
    above = block.end;
    // A line without a line break is not searched.
    isNewest = true;
    if (above - start < scanBytesMax) continue;
    isNewest = above >= stop;
    break;
  }
  return {
    results: results.reverse(),
    next: start > page.start ? writeCursor(["older", start]) : null,
    newer: writeCursor(["newer", above]),
    is_newest: isNewest,
    below: start,
    bytes: page.bytes,
  };
}

/** The end of the line that begins at a position; the end of the file if no line begins there. */
async function endOfLine({ file, bytes }: Page, start: number): Promise<number> {
  for await (const block of blocksAfter(file, Math.min(start, bytes), Math.min(bytes, start + scanBytesMax))) {
    const at = block.bytes.indexOf(newLine);
    return at === -1 ? block.end : block.start + at + 1;
  }
  return bytes;
}
