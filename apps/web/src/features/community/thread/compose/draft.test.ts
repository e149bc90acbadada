import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { adoptGuestDrafts, forgetCommentDrafts, leftComment } from "../../../../lib/drafts/comment-drafts.ts";
import { type DraftPlace, keepDraft, leaveDraft, readDraft } from "./draft.ts";

const place: DraftPlace = { thread: { kind: "blog", slug: "first" } };
const answer: DraftPlace = { ...place, parentId: 5 };
const [ann, bob, guest] = ["7", "8", null];

/** A browser storage, whose keys are its own properties. */
function createStorage(): Storage {
  const methods = {
    getItem: (name: string) => (Object.hasOwn(storage, name) ? storage[name] : null),
    setItem: (name: string, text: string) => void Reflect.set(storage, name, text),
    removeItem: (name: string) => void Reflect.deleteProperty(storage, name),
  };
  const storage = Object.create(methods);
  return storage;
}

function openTab() {
  vi.stubGlobal("sessionStorage", createStorage());
}

beforeEach(() => {
  vi.stubGlobal("localStorage", createStorage());
  openTab();
});
afterEach(() => void vi.unstubAllGlobals());

test("a user's draft is hidden from guests and other users, and restored when the user returns", () => {
  keepDraft(ann, place, "Written by Ann");
  expect(readDraft(guest, place)).toBe("");
  adoptGuestDrafts(bob);
  expect(readDraft(bob, place)).toBe("");
  keepDraft(bob, place, "Written by Bob");
  keepDraft(bob, place, "");
  adoptGuestDrafts(ann);
  expect(readDraft(ann, place)).toBe("Written by Ann");
});

test("a guest's drafts are taken over by the next user who logs in, and by no one later", () => {
  keepDraft(guest, place, "A comment");
  keepDraft(guest, answer, "An answer");
  expect([place, answer].map((each) => readDraft(guest, each))).toEqual(["A comment", "An answer"]);
  adoptGuestDrafts(ann);
  expect([place, answer].map((each) => readDraft(ann, each))).toEqual(["A comment", "An answer"]);
  adoptGuestDrafts(bob);
  for (const other of [bob, guest]) expect([place, answer].map((each) => readDraft(other, each))).toEqual(["", ""]);
});

test("an edit of a comment and a reply to it have separate drafts", () => {
  const edit: DraftPlace = { ...place, editedId: 5 };
  keepDraft(ann, edit, "Better words");
  keepDraft(ann, answer, "An answer");
  expect([place, answer, edit].map((each) => readDraft(ann, each))).toEqual(["", "An answer", "Better words"]);
  expect([readDraft(bob, edit), readDraft(ann, { ...edit, editedId: 6 })]).toEqual(["", ""]);
  forgetCommentDrafts();
  expect(readDraft(ann, edit)).toBe("");
});

test("text typed after a session has ended is appended to its writer's draft", () => {
  keepDraft(ann, place, "A long comment");
  keepDraft(guest, place, "and more");
  adoptGuestDrafts(ann);
  expect(readDraft(ann, place)).toBe("A long comment\nand more");
});

test("a comment left by a guest to log in is in every tab of the next user, and of no other", () => {
  leaveDraft(place, "Left as a guest", "/blog/first#comment-form");
  adoptGuestDrafts(ann);
  openTab();
  expect(readDraft(bob, place)).toBe("");
  expect(readDraft(guest, place)).toBe("");
  expect(readDraft(ann, place)).toBe("Left as a guest");
  // Text that another user types there does not change it, and neither does a guest's log-in.
  keepDraft(bob, place, "By Bob");
  adoptGuestDrafts(bob);
  openTab();
  expect(readDraft(ann, place)).toBe("Left as a guest");
  keepDraft(ann, place, "");
  expect(leftComment()).toBeNull();
});

test("a log-out removes the tab's drafts", () => {
  keepDraft(ann, place, "Written by Ann");
  leaveDraft(answer, "Left as a guest", "/blog/first#comment-5");
  forgetCommentDrafts();
  expect([Object.keys(sessionStorage), Object.keys(localStorage)]).toEqual([[], []]);
});
