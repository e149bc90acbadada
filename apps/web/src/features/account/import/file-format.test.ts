import { importBytesMax, importUnpackedBytesMax } from "@daymark/domain/account/import";
import { expect, test } from "vitest";
import { formatOf } from "./file-format.ts";

test.each<[string, BlobPart, string]>([
  ["JSON", '{"format":"daymark"}', "daymark"],
  ["JSON behind spaces and a mark", "\u{feff}\r\n\t {", "daymark"],
  ["an archive", new Uint8Array([0x50, 0x4b, 3, 4, 20]), "loop"],
  ["an archive of nothing", new Uint8Array([0x50, 0x4b, 5, 6]), "unknown_format"],
  ["a list", "[]", "unknown_format"],
  ["a table", "Position,Name\n", "unknown_format"],
  ["nothing", "", "unknown_format"],
  ["JSON that is packed before it is sent", `{${" ".repeat(importBytesMax)}`, "daymark"],
  ["an archive larger than is taken", withStart([0x50, 0x4b, 3, 4], importBytesMax + 1), "too_large"],
  ["JSON larger than is taken", withStart([0x7b], importUnpackedBytesMax + 1), "too_large"],
])("%s is known by what is in it", async (_, content, format) => {
  expect(await formatOf(new Blob([content]))).toBe(format);
});

function withStart(start: readonly number[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set(start);
  return bytes;
}
