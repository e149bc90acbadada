import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetLeftVote, leaveVote, takeLeftVote } from "./left-vote.ts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const [ann, bob] = ["7", "8"];
const path = "/feature-requests/3";

test("a guest's vote is that of the user who logs in, there and once", () => {
  leaveVote(path, "dislike", null);
  expect(takeLeftVote("/feature-requests/33", ann)).toBeNull();
  expect(takeLeftVote(path, ann)).toBe("dislike");
  expect(takeLeftVote(path, ann)).toBeNull();
});

test("a user's vote is no other user's", () => {
  leaveVote(path, "like", ann);
  expect(takeLeftVote(path, bob)).toBeNull();
  expect(takeLeftVote(path, ann)).toBe("like");
});

test("a vote that is forgotten, or was not stored by us, is none", () => {
  leaveVote(path, "like", null);
  forgetLeftVote();
  expect(takeLeftVote(path, ann)).toBeNull();
  for (const stored of ["", path, `${path} script`, `${path} script ${ann}`]) {
    sessionStorage.setItem("voteLeft", stored);
    expect(takeLeftVote(path, ann), stored).toBeNull();
  }
});
