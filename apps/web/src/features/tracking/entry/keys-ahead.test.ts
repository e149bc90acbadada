import { expect, test } from "vitest";
import { EntryEditor } from "../day-writes/entry-editor.ts";
import { takeKeyAhead } from "./keys-ahead.ts";

const nothing = async () => {};
const habit = { id: 1, unit: "minutes", target: 10, type: "good" } as Parameters<EntryEditor["open"]>[0];
const plain = { ctrlKey: false, metaKey: false, altKey: false };

function open(typed?: string) {
  const editor = new EntryEditor({
    read: () => ({ value: null, unit: "minutes", skipped: false, note: null, confirmed: false }),
    load: nothing,
    record: () => {},
    recordAll: () => {},
  });
  editor.open(habit, "2026-11-21", typed === undefined ? {} : { typed });
  return editor;
}

test("keys pressed before the entry's field exists are not lost", () => {
  const editor = open("1");
  for (const key of ["2", "5", "Backspace", "3"]) expect(takeKeyAhead(editor, { key, ...plain }, () => {})).toBe(true);
  expect(editor.read()?.text).toBe("123");
  let isSaved = false;
  takeKeyAhead(editor, { key: "Enter", ...plain }, () => {
    isSaved = true;
  });
  expect(isSaved).toBe(true);
  takeKeyAhead(editor, { key: "Escape", ...plain }, () => {});
  expect(editor.read()).toBeNull();
});

test("other keys, and all keys without an open entry, go to the calendar", () => {
  const editor = open("1");
  expect(takeKeyAhead(editor, { key: "ArrowLeft", ...plain }, () => {})).toBe(false);
  expect(takeKeyAhead(editor, { key: "5", ...plain, ctrlKey: true }, () => {})).toBe(false);
  editor.cancel();
  expect(takeKeyAhead(editor, { key: "5", ...plain }, () => {})).toBe(false);
});
