import { expect, test } from "vitest";
import { listLines } from "./marked-down.ts";

const items = [0, 1, 1, 0, 1].map((level, index) => ({ text: "abcde".charAt(index), level }));

test("a list in a numbered list counts from 1, and the list around it goes on", () => {
  expect(listLines({ ordered: true, items })).toEqual(["1. a", "  1. b", "  2. c", "2. d", "  1. e"]);
  expect(listLines({ ordered: false, items })).toEqual(["• a", "  • b", "  • c", "• d", "  • e"]);
});
