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
const types = ["like", "dislike"] as const;

test("a guest's vote counts once for the user who logs in there", () => {
  leaveVote(path, "dislike", null);
  expect(takeLeftVote("/feature-requests/33", ann, types)).toBeNull();
  expect(takeLeftVote(path, ann, types)).toEqual({ type: "dislike", hasWaited: false });
  expect(takeLeftVote(path, ann, types)).toBeNull();
});

test("a user's vote is no other user's", () => {
  leaveVote(path, "like", ann);
  expect(takeLeftVote(path, bob, types)).toBeNull();
  expect(takeLeftVote(path, ann, types)).toEqual({ type: "like", hasWaited: true });
});

test("a reaction to a comment is not taken for one to its post, nor for an unknown one", () => {
  leaveVote(`${path}#comment-4`, "heart", null);
  expect(takeLeftVote(path, ann, ["heart"])).toBeNull();
  expect(takeLeftVote(`${path}#comment-4`, ann, ["heart"])).toEqual({ type: "heart", hasWaited: false });
  leaveVote(`${path}#comment-4`, "heart", null);
  expect(takeLeftVote(`${path}#comment-4`, ann, types)).toBeNull();
});

test("a vote of yesterday is none", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 26, 12) });
  leaveVote(path, "like", null);
  vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
  expect(takeLeftVote(path, ann, types)).toBeNull();
  vi.useRealTimers();
});

test("a vote that is forgotten, or was not stored by us, is none", () => {
  leaveVote(path, "like", null);
  forgetCommentDrafts();
  expect(takeLeftVote(path, ann, types)).toBeNull();
  for (const stored of ["", path, `${path} script`, `${path} script ${ann}`]) {
    sessionStorage.setItem("comment:vote", stored);
    expect(takeLeftVote(path, ann, types), stored).toBeNull();
  }
});
