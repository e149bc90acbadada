import { EditorState } from "prosemirror-state";
import { expect, test } from "vitest";
import { createBlock, type WrittenBlock } from "../writing.ts";
import { docOf, nodesOf } from "./convert.ts";
import { type Limit, limitGuard } from "./limit-guard.ts";

function start(blocks: readonly WrittenBlock[]) {
  const told: Limit[] = [];
  return {
    told,
    state: EditorState.create({ doc: docOf(blocks), plugins: [limitGuard((limit) => told.push(limit))] }),
  };
}

const item = { text: "tea", spans: [], level: 0 };

test("an edit that makes a text too long to save is refused, with the reason", () => {
  const { told, state } = start([createBlock("paragraph", { text: "a".repeat(19_990) })]);
  expect(state.applyTransaction(state.tr.insertText("b".repeat(10), 1)).transactions).toHaveLength(1);
  expect(state.applyTransaction(state.tr.insertText("b".repeat(11), 1)).transactions).toHaveLength(0);
  expect(told).toEqual(["length"]);
});

test("lists that together have too many items to save are not joined", () => {
  const list = createBlock("list", { items: Array(101).fill(item) });
  const { told, state } = start([list, list]);
  const { transactions } = state.applyTransaction(state.tr.join(state.doc.child(0).nodeSize));
  expect(transactions).toHaveLength(0);
  expect(told).toEqual(["length"]);
});

test("content that is too long already can become shorter, and other blocks can change", () => {
  const { told, state } = start([createBlock("code", { text: "a".repeat(20_100) }), createBlock("paragraph")]);
  for (const tr of [state.tr.delete(1, 2), state.tr.insertText("b", state.doc.content.size - 1)]) {
    expect(state.applyTransaction(tr).transactions).toHaveLength(1);
  }
  expect(told).toEqual([]);
});

test("a post gets no more blocks than it may have", () => {
  const { told, state } = start(Array(200).fill(createBlock("divider")));
  const more = nodesOf([createBlock("divider")]);
  expect(state.applyTransaction(state.tr.insert(0, more)).transactions).toHaveLength(0);
  expect(told).toEqual(["blocks"]);
});
