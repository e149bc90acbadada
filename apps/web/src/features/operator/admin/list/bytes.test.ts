import { expect, test } from "vitest";
import { createFormat } from "../../../../lib/language/format.ts";
import { formatBytes } from "./bytes.ts";

test("a size has a suitable unit in the user's language", () => {
  const english = createFormat("en");
  expect([0, 999, 1_000, 1_250_000, 2_000_000_000].map((bytes) => formatBytes(english, bytes))).toEqual([
    "0 byte",
    "999 byte",
    "1 kB",
    "1.3 MB",
    "2 GB",
  ]);
  expect(formatBytes(createFormat("uk"), 1_250_000)).toBe("1,3 МБ");
});
