import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetCommentDrafts } from "./comment-drafts.ts";
import { leaveSubscription, takeLeftSubscription } from "./left-subscription.ts";

/** A browser storage, whose keys are its own properties. */
function createStorage(): Storage {
  const storage = Object.create({
    getItem: (name: string) => (Object.hasOwn(storage, name) ? storage[name] : null),
    setItem: (name: string, text: string) => void Reflect.set(storage, name, text),
    removeItem: (name: string) => void Reflect.deleteProperty(storage, name),
  });
  return storage;
}

beforeEach(() => {
  vi.stubGlobal("sessionStorage", createStorage());
  vi.stubGlobal("localStorage", createStorage());
});
afterEach(() => void vi.unstubAllGlobals());

test("a guest's wish for the newsletter is that of the next user, once, unless it is forgotten", () => {
  expect(takeLeftSubscription()).toBe(false);
  leaveSubscription();
  expect(takeLeftSubscription()).toBe(true);
  expect(takeLeftSubscription()).toBe(false);
  leaveSubscription();
  forgetCommentDrafts();
  expect(takeLeftSubscription()).toBe(false);
});
