import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetCommentDrafts } from "./comment-drafts.ts";
import { leaveSubscription, takeLeftSubscription } from "./left-subscription.ts";
import { createStorage } from "./testing-storage.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", createStorage());
  vi.stubGlobal("localStorage", createStorage());
});
afterEach(() => void vi.unstubAllGlobals());

test("a guest's choice of the newsletter applies once to the next user who logs in, unless it is forgotten", () => {
  expect(takeLeftSubscription()).toBe(false);
  leaveSubscription();
  expect(takeLeftSubscription()).toBe(true);
  expect(takeLeftSubscription()).toBe(false);
  leaveSubscription();
  forgetCommentDrafts();
  expect(takeLeftSubscription()).toBe(false);
});
