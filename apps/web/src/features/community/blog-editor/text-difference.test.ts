import { expect, test } from "vitest";
import { compareLines } from "./text-difference.ts";

test("added and removed lines are found, and changed words within a line", () => {
  expect(compareLines(["Title", "One two three", "Gone"], ["Title", "One four three"])).toEqual([
    { kind: "same", pieces: [{ kind: "same", text: "Title" }] },
    {
      kind: "changed",
      pieces: [
        { kind: "same", text: "One " },
        { kind: "removed", text: "two " },
        { kind: "added", text: "four " },
        { kind: "same", text: "three" },
      ],
    },
    { kind: "removed", pieces: [{ kind: "removed", text: "Gone" }] },
  ]);
});

test("equal texts have no difference", () => {
  expect(compareLines(["a", "b"], ["a", "b"]).every(({ kind }) => kind === "same")).toBe(true);
});
