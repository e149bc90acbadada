import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetCommentDrafts } from "./comment-drafts.ts";
import { leaveVote, takeLeftVote } from "./left-vote.ts";
import { createStorage } from "./testing-storage.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", createStorage());
  vi.stubGlobal("localStorage", createStorage());
});
afterEach(() => void vi.unstubAllGlobals());

const [ann, bob] = ["7", "8"];
const path = "/feature-requests/3";

test("a guest's vote is that of the user who logs in, there and once", () => {
  leaveVote(path, "dislike", null);
  expect(takeLeftVote("/feature-requests/33", ann)).toBeNull();
  expect(takeLeftVote(path, ann)).toEqual({ type: "dislike", hasWaited: false });
  expect(takeLeftVote(path, ann)).toBeNull();
});

test("a user's vote is no other user's", () => {
  leaveVote(path, "like", ann);
  expect(takeLeftVote(path, bob)).toBeNull();
  expect(takeLeftVote(path, ann)).toEqual({ type: "like", hasWaited: true });
});

test("a vote of yesterday is none", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 26, 12) });
  leaveVote(path, "like", null);
  vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
  expect(takeLeftVote(path, ann)).toBeNull();
  vi.useRealTimers();
});

test("a vote that is forgotten, or was not stored by us, is none", () => {
  leaveVote(path, "like", null);
  forgetCommentDrafts();
  expect(takeLeftVote(path, ann)).toBeNull();
  for (const stored of ["", path, `${path} script`, `${path} script ${ann}`]) {
    sessionStorage.setItem("comment:vote", stored);
    expect(takeLeftVote(path, ann), stored).toBeNull();
  }
});
