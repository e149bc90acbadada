import { importBytesMax, importUnpackedBytesMax } from "@daymark/domain/account/import";

/** Why a file is not sent. */
export type FileFault = "too_large" | "unknown_format";

/**
 * How the files of other apps begin: a ZIP archive (PKWARE APPNOTE 4.3.7), an SQLite database
 * (https://sqlite.org/fileformat.html#magic_header_string), and the CSV files
 * of HabitBull and Habitica. The server tells them apart.
 */
const beginnings = ["PK\u0003\u0004", "SQLite format 3\u0000", "HabitName,", "Task Name,Task ID,Task Type"];
const headBytes = 64;

/**
 * The format of a file by its content: its name may be anything. JSON that is too large to be sent as it is can only be
 * a Daymark file, which the browser packs.
 */
export async function formatOf(file: Blob): Promise<"daymark" | "auto" | FileFault> {
  if (file.size > importUnpackedBytesMax) return "too_large";
  // The decoder leaves out a byte order mark.
  const head = new TextDecoder().decode(await file.slice(0, headBytes).arrayBuffer());
  if (head.trimStart().startsWith("{")) return file.size > importBytesMax ? "daymark" : "auto";
  if (!beginnings.some((beginning) => head.startsWith(beginning))) return "unknown_format";
  return file.size > importBytesMax ? "too_large" : "auto";
}
