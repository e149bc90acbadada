/** POSIX.1-1988, ustar: blocks of 512 bytes, a header's numbers in octal. Any `tar` reads what we write. */
const blockBytes = 512;
const nameBytesMax = 100;
/** What eleven octal digits hold. */
const sizeMax = 8 ** 11 - 1;
const checksumAt = 148;

export interface TarEntry {
  name: string;
  /** Bytes. */
  size: number;
}

/**
 * @param entry.name ASCII, at most 100 characters
 * @param seconds when it was written, since the epoch
 */
export function tarHeader({ name, size }: TarEntry, seconds: number): Buffer {
  if (Buffer.byteLength(name) > nameBytesMax || size > sizeMax) throw new RangeError(`${name} does not fit into a tar`);
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  block.write(name, 0, "latin1");
  block.write(octal(0o600, 7), 100, "latin1");
  block.write(octal(0, 7), 108, "latin1");
  block.write(octal(0, 7), 116, "latin1");
  block.write(octal(size, 11), 124, "latin1");
  block.write(octal(Math.floor(seconds), 11), 136, "latin1");
  block.write("0", 156, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  block.write(`${checksumOf(block).toString(8).padStart(6, "0")}\0 `, checksumAt, "latin1");
  return block;
}

/** What follows an entry's content, up to the end of its last block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
}

/** Two empty blocks, which nothing follows. */
export const tarEnd = Buffer.alloc(2 * blockBytes);

/** With each byte of the checksum itself counted as a space. */
function checksumOf(block: Buffer): number {
  let sum = 0;
  for (const [index, byte] of block.entries()) {
    sum += index >= checksumAt && index < checksumAt + 8 ? 0x20 : byte;
  }
  return sum;
}

/**
 * Reads a tar as it comes. Each entry's content has to be read to its end before the next entry is asked for.
 *
 * @throws TornTar where it ends too soon or is none
 */
export async function* readTar(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<TarEntry & { content: AsyncIterable<Buffer> }> {
  const reader = createReader(source);
  for (;;) {
    const block = await reader.take(blockBytes);
    if (block.every((byte) => byte === 0)) return reader.finish();
    const entry = parseHeader(block);
    yield { ...entry, content: reader.stream(entry.size) };
    await reader.take(tarPadding(entry.size).length);
  }
}

/** The archive is not whole, or never was one. */
export class TornTar extends Error {}

function parseHeader(block: Buffer): TarEntry {
  const octal = (from: number, to: number) => Number.parseInt(block.toString("latin1", from, to), 8);
  const name = block.toString("latin1", 0, nameBytesMax).replace(/\0.*$/s, "");
  const size = octal(124, 136);
  if (octal(checksumAt, checksumAt + 8) !== checksumOf(block) || !(size >= 0)) throw new TornTar("a header is damaged");
  return { name, size };
}

function createReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  /** At most so many bytes, and at least one. */
  async function next(bytes: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { value, done } = await chunks.next();
      if (done) throw new TornTar("it ends too soon");
      rest = value;
    }
    const piece = rest.subarray(0, bytes);
    rest = rest.subarray(piece.length);
    return piece;
  }

  async function* stream(bytes: number): AsyncGenerator<Buffer> {
    let left = bytes;
    while (left > 0) {
      const piece = await next(left);
      left -= piece.length;
      yield piece;
    }
  }

  return {
    stream,
    /** Exactly so many. */
    async take(bytes: number): Promise<Buffer> {
      const pieces: Buffer[] = [];
      for await (const piece of stream(bytes)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    /** To the end of the source, so that what compresses it sees its own checksum. */
    async finish(): Promise<void> {
      for (let piece = rest; ; ) {
        if (piece.some((byte) => byte !== 0)) throw new TornTar("something follows its end");
        const { value, done } = await chunks.next();
        if (done) return;
        piece = value;
      }
    },
  };
}
