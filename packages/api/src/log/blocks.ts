import type { FileHandle } from "node:fs/promises";

const newLine = 0x0a;
/** So small that what is made of it lives in the young generation of the heap, so large that calls do not count. */
const chunkBytes = 65_536;
/** Of a longer line there is the beginning alone. */
const lineBytesMax = 65_536;

/** Some whole lines of a file, each with its new line (but for the last of a file that ends without one). */
export interface Block {
  /** Valid until the next block is asked for. */
  bytes: Buffer;
  /** Where they begin and end in the file. */
  start: number;
  end: number;
  /** Whether it is the beginning of one line that is too long. */
  isCut: boolean;
}

/** Of readings that have ended: memory outside of the heap waits long for its collector. */
const spare: Buffer[] = [];
const sparesMax = 4;

/** What is read into; what was read of a line whose rest is still to come is kept in it. */
function takeBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes + lineBytesMax);
}

function giveBack(buffer: Buffer): void {
  if (spare.length < sparesMax) spare.push(buffer);
}

/**
 * The lines before a place, the last ones first, in memory that does not grow with the file.
 *
 * @param end where a line begins, or the end of the file
 */
export async function* blocksBefore(file: FileHandle, end: number): AsyncGenerator<Block> {
  const buffer = takeBuffer();
  try {
    yield* readBefore(file, end, buffer);
  } finally {
    giveBack(buffer);
  }
}

async function* readBefore(file: FileHandle, end: number, buffer: Buffer): AsyncGenerator<Block> {
  let position = end;
  // From `chunkBytes` on: what is known of the line that begins before `position`, as far as it is wanted.
  let carried = 0;
  let lineEnd = end;
  let isCut = false;
  while (position > 0) {
    const from = Math.max(0, position - chunkBytes);
    const at = chunkBytes - (position - from);
    const { bytesRead } = await file.read(buffer, at, position - from, from);
    // Cut short meanwhile.
    if (bytesRead < position - from) return;
    const inFile = (index: number) => from + index - at;
    const filled = chunkBytes + carried;
    const first = from === 0 ? at : buffer.subarray(0, chunkBytes).indexOf(newLine, at) + 1;
    if (first === 0 && from > 0) {
      carried = Math.min(filled - at, lineBytesMax);
      isCut ||= filled - at > lineBytesMax;
      buffer.copyWithin(chunkBytes, at, at + carried);
      position = from;
      continue;
    }
    let until = filled;
    if (isCut) {
      until = Math.max(buffer.subarray(0, chunkBytes).lastIndexOf(newLine) + 1, first);
      yield { bytes: buffer.subarray(until, filled), start: inFile(until), end: lineEnd, isCut };
      lineEnd = inFile(until);
    }
    if (until > first) yield { bytes: buffer.subarray(first, until), start: inFile(first), end: lineEnd, isCut: false };
    lineEnd = inFile(first);
    carried = first - at;
    isCut = false;
    buffer.copyWithin(chunkBytes, at, first);
    position = from;
  }
}

/**
 * The lines from a place to the end of the file, in their order; not what follows the last new line, as it may still
 * be written.
 *
 * @param start where a line begins
 * @param end how long the file is
 */
export async function* blocksAfter(file: FileHandle, start: number, end: number): AsyncGenerator<Block> {
  const buffer = takeBuffer();
  try {
    yield* readAfter(file, start, end, buffer);
  } finally {
    giveBack(buffer);
  }
}

async function* readAfter(file: FileHandle, start: number, end: number, buffer: Buffer): AsyncGenerator<Block> {
  let position = start;
  let lineStart = start;
  // At the buffer's beginning: the line that has not ended yet, as far as it is wanted.
  let carried = 0;
  let isCut = false;
  while (position < end) {
    const { bytesRead } = await file.read(buffer, carried, Math.min(chunkBytes, end - position), position);
    if (bytesRead === 0) return;
    const read = buffer.subarray(0, carried + bytesRead);
    const inFile = (index: number) => position + index - carried;
    const last = read.lastIndexOf(newLine) + 1;
    if (last <= carried) {
      isCut ||= read.length > lineBytesMax;
      position += bytesRead;
      carried = Math.min(read.length, lineBytesMax);
      continue;
    }
    let from = 0;
    if (isCut) {
      from = read.indexOf(newLine, carried) + 1;
      yield { bytes: read.subarray(0, carried), start: lineStart, end: inFile(from), isCut };
      lineStart = inFile(from);
    }
    if (last > from) yield { bytes: read.subarray(from, last), start: lineStart, end: inFile(last), isCut: false };
    lineStart = inFile(last);
    position += bytesRead;
    carried = read.length - last;
    isCut = false;
    buffer.copyWithin(0, last, read.length);
  }
}
