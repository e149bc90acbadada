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

test("a draft of one person is not shown to a guest or to another person, and is there again when they are back", () => {
  keepDraft(ann, place, "Written by Ann");
  expect(readDraft(guest, place)).toBe("");
  adoptGuestDrafts(bob);
  expect(readDraft(bob, place)).toBe("");
  keepDraft(bob, place, "Written by Bob");
  keepDraft(bob, place, "");
  adoptGuestDrafts(ann);
  expect(readDraft(ann, place)).toBe("Written by Ann");
});

test("the drafts of a guest become those of the person who logs in next, at all places, and of nobody after them", () => {
  keepDraft(guest, place, "A comment");
  keepDraft(guest, answer, "An answer");
  expect([place, answer].map((each) => readDraft(guest, each))).toEqual(["A comment", "An answer"]);
  adoptGuestDrafts(ann);
  expect([place, answer].map((each) => readDraft(ann, each))).toEqual(["A comment", "An answer"]);
  adoptGuestDrafts(bob);
  for (const other of [bob, guest]) expect([place, answer].map((each) => readDraft(other, each))).toEqual(["", ""]);
});

test("an edit of a comment has a draft of its own, beside that of a reply to it", () => {
  const edit: DraftPlace = { ...place, editedId: 5 };
  keepDraft(ann, edit, "Better words");
  keepDraft(ann, answer, "An answer");
  expect([place, answer, edit].map((each) => readDraft(ann, each))).toEqual(["", "An answer", "Better words"]);
  expect([readDraft(bob, edit), readDraft(ann, { ...edit, editedId: 6 })]).toEqual(["", ""]);
  forgetCommentDrafts();
  expect(readDraft(ann, edit)).toBe("");
});

test("what is typed after a session has ended is appended to the draft that its writer had at the same place", () => {
  keepDraft(ann, place, "A long comment");
  keepDraft(guest, place, "and more");
  adoptGuestDrafts(ann);
  expect(readDraft(ann, place)).toBe("A long comment\nand more");
});

test("what a guest left in order to log in is in every tab of the person who logs in next, and in none of another", () => {
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

test("a log-out removes the drafts of the tab", () => {
  keepDraft(ann, place, "Written by Ann");
  leaveDraft(answer, "Left as a guest", "/blog/first#comment-5");
  forgetCommentDrafts();
  expect([Object.keys(sessionStorage), Object.keys(localStorage)]).toEqual([[], []]);
});
