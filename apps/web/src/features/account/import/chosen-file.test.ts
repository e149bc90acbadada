import { importBytesMax } from "@daymark/domain/account/import";
import { expect, test } from "vitest";
import { recognize } from "./chosen-file.ts";

const latin1 = new Uint8Array([0xc4, 0x2c, 0xd6, 0x0a]);
const tooLong = new Uint8Array(importBytesMax + 1).fill(0x61);

test.each([
  ["a table in another encoding", "days.csv", latin1, "not_utf8"],
  ["a table above the limit", "days.csv", tooLong, "too_large"],
  ["a file above the limit that is no table", "song.mp3", tooLong, "unknown_format"],
  ["bytes that are no text", "song.mp3", latin1, "unknown_format"],
] as const)("%s is refused with its own reason", async (_, name, bytes, fault) => {
  expect(await recognize(new File([bytes], name), { isAlone: true })).toEqual({ fault });
});
