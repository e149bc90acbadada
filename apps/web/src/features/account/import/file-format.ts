import { type ImportFormat, importBytesMax, importUnpackedBytesMax } from "@daymark/domain/account/import";

/** Why a file is not sent. */
export type FileFault = "too_large" | "unknown_format";

/** The signature of a ZIP archive, PKWARE APPNOTE 4.3.7. */
const archiveStart = [0x50, 0x4b, 0x03, 0x04];
const openingBrace = 0x7b;
/** Space, tab, line ends, and the three bytes of a byte order mark. */
const passedOver = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const headBytes = 64;

/** The format of a file by its content: its name may be anything. */
export async function formatOf(file: Blob): Promise<ImportFormat | FileFault> {
  if (file.size > importUnpackedBytesMax) return "too_large";
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  if (archiveStart.every((byte, index) => head[index] === byte)) {
    return file.size > importBytesMax ? "too_large" : "loop";
  }
  return head.find((byte) => !passedOver.has(byte)) === openingBrace ? "daymark" : "unknown_format";
}
