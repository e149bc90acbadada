import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";

const inflate = promisify(inflateRaw);

/** A file in an archive, not unpacked yet. */
export interface ZipEntry {
  /** As it stands in the archive; it is never used as a path. */
  name: string;
  /** Bytes, as the archive claims. */
  size: number;
  /** Bytes that it takes in the archive. Entries of an honest archive do not overlap. */
  packedSize: number;
  /**
   * Unpacks it.
   *
   * @param bytesMax unpacking stops there, whatever the archive claims
   * @throws ZipError
   */
  read: (bytesMax: number) => Promise<Buffer>;
}

/** No archive, a damaged one, or one that unpacks to more than is wanted. */
export class ZipError extends Error {
  override readonly name = "ZipError";
  readonly isTooLarge: boolean;
  constructor(message: string, { isTooLarge = false } = {}) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

const endSignature = 0x06054b50;
const endLength = 22;
const commentLengthMax = 0xffff;
const directorySignature = 0x02014b50;
const directoryEntryLength = 46;
const localSignature = 0x04034b50;
const localEntryLength = 30;
const methods = { stored: 0, deflated: 8 };
const encryptedFlag = 1;
/** Of a whole path. Loop writes some 120 bytes; the rest is for a folder that somebody put around its files. */
const nameBytesMax = 512;

/**
 * What a ZIP archive holds, by its central directory (PKWARE APPNOTE 6.3.10, 4.3.12). No ZIP64: what is read here is
 * far below 4 GiB. Node's own zlib unpacks it, beside the event loop and with an end to what it makes; a library that
 * does both is not among those we have.
 *
 * Leaves out files whose name is longer than {@link nameBytesMax} or ends in another way, without decoding the name, because
 * an archive may be twenty megabytes of names.
 *
 * @param options.entriesMax an archive of more is refused, whatever their names
 * @param options.nameEndings of the files that are listed
 * @throws ZipError
 */
export function listZip(archive: Uint8Array, options: ListOptions): ZipEntry[] {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    return listEntries(bytes, options);
  } catch (error) {
    // Offsets that point outside of the archive.
    if (error instanceof RangeError) throw new ZipError("the archive is cut off");
    throw error;
  }
}

interface ListOptions {
  entriesMax: number;
  nameEndings: readonly string[];
}

function listEntries(bytes: Buffer, { entriesMax, nameEndings }: ListOptions): ZipEntry[] {
  const end = findEnd(bytes);
  const endings = nameEndings.map((ending) => Buffer.from(ending));
  const count = bytes.readUInt16LE(end + 10);
  if (count > entriesMax) throw new ZipError("too many files", { isTooLarge: true });
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== directorySignature) throw new ZipError("no entry where one should be");
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const nameAt = at + directoryEntryLength;
    if (nameAt + nameLength > bytes.length) throw new ZipError("the archive is cut off");
    const packed: Packed = {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      length: bytes.readUInt32LE(at + 20),
      localAt: bytes.readUInt32LE(at + 42),
    };
    const name = bytes.subarray(nameAt, nameAt + nameLength);
    if (nameLength <= nameBytesMax && endings.some((ending) => name.subarray(-ending.length).equals(ending))) {
      entries.push({
        name: name.toString("utf8"),
        size: bytes.readUInt32LE(at + 24),
        packedSize: packed.length,
        read: (bytesMax) => unpack(bytes, packed, bytesMax),
      });
    }
    at = nameAt + nameLength + extraLength + noteLength;
  }
  return entries;
}

/** The record that ends an archive; a comment of any length may follow it. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endLength - commentLengthMax);
  for (let at = bytes.length - endLength; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  throw new ZipError("no archive");
}

interface Packed {
  flags: number;
  method: number;
  checksum: number;
  /** Bytes in the archive. */
  length: number;
  localAt: number;
}

async function unpack(bytes: Buffer, { flags, method, checksum, length, localAt }: Packed, bytesMax: number) {
  if (flags & encryptedFlag) throw new ZipError("encrypted");
  if (localAt + localEntryLength > bytes.length || bytes.readUInt32LE(localAt) !== localSignature) {
    throw new ZipError("no file where one should be");
  }
  const start = localAt + localEntryLength + bytes.readUInt16LE(localAt + 26) + bytes.readUInt16LE(localAt + 28);
  const packed = bytes.subarray(start, start + length);
  if (packed.length < length) throw new ZipError("the archive is cut off");
  const content = await inflateTo(packed, method, bytesMax);
  if (crc32(content) !== checksum) throw new ZipError("damaged");
  return content;
}

async function inflateTo(packed: Buffer, method: number, bytesMax: number): Promise<Buffer> {
  if (method === methods.stored) {
    if (packed.length > bytesMax) throw new ZipError("too large", { isTooLarge: true });
    return packed;
  }
  if (method !== methods.deflated) throw new ZipError("packed in an unknown way");
  try {
    return await inflate(packed, { maxOutputLength: bytesMax });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new ZipError(isTooLarge ? "too large" : "damaged", { isTooLarge });
  }
}
