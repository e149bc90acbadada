import { blocksMax } from "@daymark/domain/community/blog";
import { expect, test } from "vitest";
import { insertBlocks, joinBack, moveBlock, pasteInto, removeBlock, splitBlock } from "./block-list.ts";
import { createBlock, type WrittenBlock } from "./writing.ts";

const paragraph = (text: string) => createBlock("paragraph", { text });
const texts = (blocks: readonly WrittenBlock[] | undefined) =>
  blocks?.map(({ kind, text }) => `${kind} ${text}`.trim());

test("Enter splits a text at the caret and removes the selection", () => {
  const block = paragraph("One. Two.");
  const edit = splitBlock([block], block.key, 4, 5);
  expect(texts(edit?.blocks)).toEqual(["paragraph One.", "paragraph Two."]);
  expect(edit?.caret).toEqual({ key: edit?.blocks[1]?.key, at: 0 });
});

test("Enter at the end of a heading starts a paragraph", () => {
  const block = createBlock("title", { text: "One" });
  expect(texts(splitBlock([block], block.key, 3, 3)?.blocks)).toEqual(["title One", "paragraph"]);
});

test("Backspace removes an empty block and moves the caret to the end of the previous one", () => {
  const [title, empty] = [createBlock("title", { text: "One" }), paragraph("")];
  const edit = joinBack([title, empty], empty.key);
  expect(texts(edit?.blocks)).toEqual(["title One"]);
  expect(edit?.caret).toEqual({ key: title.key });
  expect(joinBack([empty], empty.key)).toBeNull();
});

test("Backspace joins two paragraphs, but not a heading with the previous block", () => {
  const [one, two] = [paragraph("One"), paragraph("Two")];
  const edit = joinBack([one, two], two.key);
  expect(texts(edit?.blocks)).toEqual(["paragraph OneTwo"]);
  expect(edit?.caret).toEqual({ key: one.key, at: 3 });
  const heading = createBlock("title", { text: "Two" });
  expect(joinBack([one, heading], heading.key)).toBeNull();
});

test("content pasted into a text is inserted at the caret, and the rest of the text follows", () => {
  const block = paragraph("Before after");
  const edit = pasteInto([block], block.key, 7, 7, [paragraph("one"), createBlock("divider")]);
  expect(texts(edit?.blocks)).toEqual(["paragraph Before one", "divider", "paragraph after"]);
});

test("pasted content replaces an empty paragraph", () => {
  const block = paragraph("");
  const edit = pasteInto([block], block.key, 0, 0, [createBlock("title", { text: "A" }), paragraph("b")]);
  expect(texts(edit?.blocks)).toEqual(["title A", "paragraph b"]);
});

test("no edit exceeds the maximum of blocks", () => {
  const full = Array.from({ length: blocksMax }, (_, index) => paragraph(String(index)));
  const first = full[0]?.key ?? "";
  expect(insertBlocks(full, 0, [paragraph("more")]).blocks).toHaveLength(blocksMax);
  expect(splitBlock(full, first, 1, 1)).toBeNull();
  expect(pasteInto(full, first, 1, 1, [paragraph("a"), paragraph("b")])?.blocks).toHaveLength(blocksMax);
});

test("removing the last block leaves an empty paragraph", () => {
  const block = createBlock("divider");
  expect(texts(removeBlock([block], block.key).blocks)).toEqual(["paragraph"]);
});

test("a block can be moved, but not out of the list", () => {
  const blocks = [paragraph("a"), paragraph("b"), paragraph("c")];
  expect(texts(moveBlock(blocks, 0, 2))).toEqual(["paragraph b", "paragraph c", "paragraph a"]);
  expect(moveBlock(blocks, 0, -1)).toBe(blocks);
  expect(moveBlock(blocks, 2, 3)).toBe(blocks);
});
