import { unreadable } from "../report.ts";

/** The byte order marks of UTF-16 (Unicode 17, 23.8), which spreadsheets write for "Unicode text". */
const utf16 = [
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
] as const;

/**
 * The text of a table in UTF-8, or in UTF-16 with a byte order mark.
 *
 * @throws ApiError validation_failed for another encoding
 */
export function readTableText(file: Uint8Array): string {
  const encoding = utf16.find(({ mark: [first, second] }) => file[0] === first && file[1] === second)?.encoding;
  try {
    return new TextDecoder(encoding ?? "utf-8", { fatal: true }).decode(file);
  } catch {
    throw unreadable("import_not_utf8");
  }
}
