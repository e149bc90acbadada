import { crc32 } from "node:zlib";
import { Entry, fromBufferPromise, type ZipFile } from "yauzl";

/** A file in an archive, not unpacked yet. */
export interface ZipEntry {
  /** The name in the archive, with slashes for the backslashes of Windows; it is never used as a path. */
  name: string;
  /** Its size in the archive, in bytes. Entries of an honest archive do not overlap. */
  packedSize: number;
  /**
   * Unpacks the file.
   *
   * @param bytesMax unpacking stops there, even if the archive states a smaller size
   * @throws ZipError
   */
  read: (bytesMax: number) => Promise<Buffer>;
}

/** Not an archive, a damaged one, or one that unpacks to more than the limit. */
export class ZipError extends Error {
  override readonly name = "ZipError";
  readonly isTooLarge: boolean;
  constructor(message: string, { isTooLarge = false, ...options }: ErrorOptions & { isTooLarge?: boolean } = {}) {
    super(message, options);
    this.isTooLarge = isTooLarge;
  }
}

/**
 * The length of a whole path. Loop writes some 120 bytes; the rest is for a folder that a user put around its files.
 */
const nameBytesMax = 512;

interface ListOptions {
  entriesMax: number;
  nameEndings: readonly string[];
  signal?: AbortSignal | undefined;
}

/**
 * Lists a ZIP archive by its central directory (PKWARE APPNOTE 6.3.10, 4.3.12), one entry in a turn of the event loop.
 *
 * Skips files whose name is longer than {@link nameBytesMax} or has another ending, without decoding the name, because
 * an archive may be twenty megabytes of names.
 *
 * @param options.entriesMax an archive with more entries is refused, even if their names are not listed
 * @param options.nameEndings of the files that are listed
 * @throws ZipError; the reason of the signal
 */
export async function listZip(archive: Uint8Array, options: ListOptions): Promise<ZipEntry[]> {
  const { entriesMax, nameEndings, signal } = options;
  const endings = nameEndings.map((ending) => Buffer.from(ending));
  const entries: ZipEntry[] = [];
  try {
    // yauzl would decode each name, however long, and refuse an archive because of one name that leads outside.
    // `unpack` counts the sizes, and distinguishes a file that is too large from a damaged one.
    const given = { decodeStrings: false, validateEntrySizes: false };
    const zip = await fromBufferPromise(withoutTrailer(archive), given);
    if (zip.entryCount > entriesMax) throw new ZipError("too many files", { isTooLarge: true });
    for await (const entry of zip.eachEntry()) {
      signal?.throwIfAborted();
      const name = entry.fileNameRaw;
      if (name.length > nameBytesMax || !endings.some((end) => name.subarray(-end.length).equals(end))) continue;
      const kept = withoutExtras(entry);
      entries.push({
        // For a name with many backslashes V8's replaceAll takes eight times as long.
        name: name.toString("utf8").split("\\").join("/"),
        packedSize: entry.compressedSize,
        read: (bytesMax) => unpack(zip, kept, bytesMax),
      });
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw toZipError(error);
  }
  return entries;
}

const endSignature = "PK\x05\x06";
const endBytes = 22;
const commentBytesMax = 0xffff;

/**
 * The archive up to the end of its last record and the comment: yauzl refuses further bytes, which some programs add.
 */
function withoutTrailer(archive: Uint8Array): Buffer {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const searchedFrom = Math.max(0, bytes.length - endBytes - commentBytesMax);
  const at = bytes.subarray(searchedFrom).lastIndexOf(endSignature, -endBytes, "latin1");
  if (at < 0) return bytes;
  const end = searchedFrom + at + endBytes;
  return bytes.subarray(0, end + bytes.readUInt16LE(end - 2));
}

/**
 * Keeps only the members that unpacking needs. yauzl keeps an object for each four bytes of extra fields, of which an
 * archive may have millions.
 */
function withoutExtras(entry: Entry): Entry {
  const { generalPurposeBitFlag, compressionMethod, crc32, compressedSize, uncompressedSize } = entry;
  const { relativeOffsetOfLocalHeader } = entry;
  return Object.assign(new Entry(), {
    ...{ generalPurposeBitFlag, compressionMethod, crc32, compressedSize, uncompressedSize },
    relativeOffsetOfLocalHeader,
  });
}

/** zlib works in its thread pool. The loop ends, and zlib with it, as soon as the output exceeds the limit. */
async function unpack(zip: ZipFile, entry: Entry, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let [bytes, checksum] = [0, 0];
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new ZipError("too large", { isTooLarge: true });
      checksum = crc32(chunk, checksum);
      chunks.push(chunk);
    }
  } catch (error) {
    throw toZipError(error);
  }
  if (checksum !== entry.crc32) throw new ZipError("damaged");
  return Buffer.concat(chunks);
}

/** yauzl's errors have no common class, and nothing else fails here. */
function toZipError(error: unknown): ZipError {
  return error instanceof ZipError ? error : new ZipError("no archive, or a damaged one", { cause: error });
}
