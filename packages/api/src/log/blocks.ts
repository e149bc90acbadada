import type { FileHandle } from "node:fs/promises";

const newLine = 0x0a;
/**
 * Small enough that the objects made of it live in the young generation of the heap, large enough that the number of
 * calls does not matter.
 */
const chunkBytes = 65_536;
/** Of a longer line only the beginning is read. */
const lineBytesMax = 65_536;

/** Some whole lines of a file, each with its line break (the last line of a file may have none). */
export interface Block {
  /** Valid until the caller requests the next block. */
  bytes: Buffer;
  /** Their start and end in the file. */
  start: number;
  end: number;
  /** Whether it is the beginning of one line that is too long. */
  isCut: boolean;
}

/** Buffers of reads that have ended: the garbage collector frees memory outside of the heap late. */
const spare: Buffer[] = [];
const sparesMax = 4;

/** The buffer to read into. It also holds the part of a line whose rest is still to be read. */
function takeBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes + lineBytesMax);
}

function reuseBuffer(buffer: Buffer): void {
  if (spare.length < sparesMax) spare.push(buffer);
}

/**
 * The lines before a position, the last ones first, in memory that does not grow with the file.
 *
 * @param end where a line begins, or the end of the file
 */
export async function* blocksBefore(file: FileHandle, end: number): AsyncGenerator<Block> {
  const buffer = takeBuffer();
  try {
    yield* readBefore(file, end, buffer);
  } finally {
    reuseBuffer(buffer);
  }
}

async function* readBefore(file: FileHandle, end: number, buffer: Buffer): AsyncGenerator<Block> {
  let position = end;
  // From `chunkBytes` on: the part of the line before `position` that was read and is needed.
  let carried = 0;
  let lineEnd = end;
  let isCut = false;
  while (position > 0) {
    const from = Math.max(0, position - chunkBytes);
    const at = chunkBytes - (position - from);
    const { bytesRead } = await file.read(buffer, at, position - from, from);
    // The file was truncated meanwhile.
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
 * The lines from a position to the end of the file, in order. Text after the last line break is left out, as the line
 * may still be written.
 *
 * @param start where a line begins
 * @param end the length of the file
 */
export async function* blocksAfter(file: FileHandle, start: number, end: number): AsyncGenerator<Block> {
  const buffer = takeBuffer();
  try {
    yield* readAfter(file, start, end, buffer);
  } finally {
    reuseBuffer(buffer);
  }
}

async function* readAfter(file: FileHandle, start: number, end: number, buffer: Buffer): AsyncGenerator<Block> {
  let position = start;
  let lineStart = start;
  // At the buffer's beginning: the needed part of the line that has not ended yet.
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
