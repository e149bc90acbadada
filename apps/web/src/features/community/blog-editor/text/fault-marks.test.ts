import { EditorState, type Transaction } from "prosemirror-state";
import type { DecorationSet } from "prosemirror-view";
import { expect, test } from "vitest";
import { createBlock } from "../writing.ts";
import { docOf } from "./convert.ts";
import { faultMarks, faultsKey } from "./fault-marks.ts";

const faults = { 1: { url: [{ code: "url_invalid" as const }] } };

function start() {
  const blocks = [
    createBlock("paragraph", { text: "a" }),
    createBlock("link", { url: "ftp://x" }),
    createBlock("image"),
  ];
  const state = EditorState.create({ doc: docOf(blocks), plugins: [faultMarks] });
  return state.apply(state.tr.setMeta(faultsKey, faults));
}

/** The places of the marked blocks, from 0. */
function marked(state: EditorState): number[] {
  const starts: number[] = [];
  state.doc.forEach((_, from) => void starts.push(from));
  const marks = faultMarks.props.decorations?.call(faultMarks, state) as DecorationSet;
  return marks.find().map(({ from }) => starts.indexOf(from));
}

test.each<[string, (state: EditorState) => Transaction]>([
  ["its own field changes", ({ tr }) => tr.setNodeMarkup(3, null, { text: "", url: "ftp://xy" })],
  ["a file is chosen in another one", ({ tr }) => tr.setNodeMarkup(4, null, { file: {} })],
  ["the text before it changes", ({ tr }) => tr.insertText("more", 1)],
])("a card keeps its error when %s", (_, change) => {
  const state = start();
  expect(marked(state)).toEqual([1]);
  expect(marked(state.apply(change(state)))).toEqual([1]);
});

test("an error moves with its block when blocks are added, and goes when it is corrected", () => {
  const state = start();
  const added = state.apply(state.tr.insert(0, docOf([createBlock("divider")]).child(0)));
  expect(marked(added)).toEqual([2]);
  expect(marked(added.apply(added.tr.setMeta(faultsKey, {})))).toEqual([]);
});
