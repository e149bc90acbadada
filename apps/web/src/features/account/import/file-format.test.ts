import { importBytesMax, importUnpackedBytesMax } from "@daymark/domain/account/import";
import { expect, test } from "vitest";
import { formatOf } from "./file-format.ts";

test.each<[string, BlobPart, string]>([
  ["JSON", '{"format":"daymark"}', "auto"],
  ["JSON after spaces and a byte order mark", "\u{feff}\r\n\t {", "auto"],
  ["an archive", new Uint8Array([0x50, 0x4b, 3, 4, 20]), "auto"],
  ["a database", "SQLite format 3\0\u0010", "auto"],
  ["a table of HabitBull", "\u{feff}HabitName,HabitDescription,HabitCategory\n", "auto"],
  ["a history of Habitica", "Task Name,Task ID,Task Type,Date,Value\n", "auto"],
  ["an empty archive", new Uint8Array([0x50, 0x4b, 5, 6]), "unknown_format"],
  ["a list", "[]", "unknown_format"],
  ["a table", "Position,Name\n", "unknown_format"],
  ["nothing", "", "unknown_format"],
  ["JSON too large to be sent unpacked", `{${" ".repeat(importBytesMax)}`, "daymark"],
  ["an archive over the limit", withStart([0x50, 0x4b, 3, 4], importBytesMax + 1), "too_large"],
  ["JSON over the limit", withStart([0x7b], importUnpackedBytesMax + 1), "too_large"],
])("%s is recognized by its content", async (_, content, format) => {
  expect(await formatOf(new Blob([content]))).toBe(format);
});

function withStart(start: readonly number[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set(start);
  return bytes;
}
