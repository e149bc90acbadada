import type { LogLine } from "@daymark/domain/operator/log";
import type { Block } from "./blocks.ts";
import { readLine } from "./line.ts";
import type { Wanted } from "./wanted.ts";

const newLine = 0x0a;

export interface Found {
  line: LogLine;
  /** The length of its text. */
  size: number;
  /** Where the next line begins. */
  end: number;
}

/**
 * The matching lines of a block. Each is parsed only when the caller needs it: of most blocks a page takes only some
 * lines.
 */
export function* linesOf(
  { bytes, start, end, isCut }: Block,
  wanted: Wanted,
  order: "older" | "newer",
): Generator<Found> {
  // A page without a filter is built without reading any line twice.
  if (!wanted.isAll && !wanted.mayBeIn(bytes)) return;
  for (let from = 0, until = bytes.length; from < until; ) {
    const [first, last] = isCut ? [from, until] : spanOf(bytes, { from, until, order });
    if (wanted.isAll || wanted.mayBeIn(bytes.subarray(first, last))) {
      const text = bytes.toString("utf8", first, last).replace(/\r?\n?$/, "");
      const line = readLine(text, start + first, { isCut });
      if (text !== "" && wanted.isIn(line)) yield { line, size: text.length, end: isCut ? end : start + last };
    }
    if (order === "older") until = first;
    else from = last;
  }
}

/** The last or the first line of a part of a block, with its line break. */
function spanOf(
  bytes: Buffer,
  { from, until, order }: { from: number; until: number; order: "older" | "newer" },
): [number, number] {
  if (order === "newer") return [from, bytes.indexOf(newLine, from) + 1 || until];
  return [until < 2 ? 0 : bytes.lastIndexOf(newLine, until - 2) + 1, until];
}
