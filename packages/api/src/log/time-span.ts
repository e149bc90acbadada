import type { FileHandle } from "node:fs/promises";
import { headAt } from "./line.ts";

const newLine = 0x0a;
/** The search ends when it has come this near, and reads as much at each step. */
const nearBytes = 65_536;

/**
 * The part of a file that may have entries of a time. One process writes a file and does so in the order of time, so a
 * binary search finds the part with some twenty reads. Up to 64 KB at each end may have entries of another time.
 *
 * @returns offsets at which lines begin, or the end of the file
 */
export async function spanOfTime(
  file: FileHandle,
  bytes: number,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<{ start: number; end: number }> {
  const start = from === undefined ? 0 : (await narrow(file, bytes, Date.parse(from))).before;
  const end = to === undefined ? bytes : (await narrow(file, bytes, Date.parse(to))).after;
  return { start, end: Math.max(start, end) };
}

/**
 * @returns two offsets: every entry before the first is older than the time, and no entry from the second on is
 */
async function narrow(file: FileHandle, bytes: number, time: number): Promise<{ before: number; after: number }> {
  const buffer = Buffer.allocUnsafe(nearBytes);
  let [before, after] = [0, bytes];
  while (after - before > nearBytes) {
    const middle = before + Math.floor((after - before) / 2);
    const entry = await firstEntryAfter(file, middle, buffer);
    // Lines that are no entries, or too long ones: the time of what follows is unknown.
    if (!entry || entry.offset >= after) break;
    if (entry.time < time) before = entry.offset;
    else after = entry.offset;
  }
  return { before, after };
}

async function firstEntryAfter(
  file: FileHandle,
  position: number,
  buffer: Buffer,
): Promise<{ offset: number; time: number } | null> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
  const read = buffer.subarray(0, bytesRead);
  for (let at = read.indexOf(newLine) + 1; at > 0 && at < read.length; at = read.indexOf(newLine, at) + 1) {
    const head = headAt(read, at);
    if (head) return { offset: position + at, time: head.time };
  }
  return null;
}
