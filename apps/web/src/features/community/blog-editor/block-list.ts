import { type BlockKind, blocksMax } from "@daymark/domain/community/blog";
import { createBlock, isRoom, type WrittenBlock } from "./writing.ts";

type Blocks = readonly WrittenBlock[];

/** The caret position: a block, and an offset in its text; without the offset, its end. */
export interface Caret {
  key: string;
  at?: number;
}

export interface Edit {
  blocks: Blocks;
  caret: Caret | null;
}

const indexOf = (blocks: Blocks, key: string) => blocks.findIndex((block) => block.key === key);

/** How many more blocks fit. */
export function roomIn(blocks: Blocks): number {
  return blocksMax - blocks.length;
}

export function changeBlock(blocks: Blocks, key: string, change: Partial<Omit<WrittenBlock, "key">>): Blocks {
  return blocks.map((block) => (block.key === key ? { ...block, ...change } : block));
}

/** Inserts blocks at `index`; blocks beyond the limit are left out. */
export function insertBlocks(blocks: Blocks, index: number, added: Blocks): Edit {
  const taken = added.slice(0, roomIn(blocks));
  const last = taken.at(-1);
  return { blocks: blocks.toSpliced(index, 0, ...taken), caret: last ? { key: last.key } : null };
}

/** Removes a block. The caret moves to the end of the previous block, or to the next one. */
export function removeBlock(blocks: Blocks, key: string): Edit {
  const index = indexOf(blocks, key);
  if (index < 0) return { blocks, caret: null };
  const left = blocks.toSpliced(index, 1);
  // A post always has a block to write in.
  const rest = left.length > 0 ? left : [createBlock("paragraph")];
  const next = rest[index - 1] ?? rest[0];
  return { blocks: rest, caret: next ? { key: next.key } : null };
}

export function moveBlock(blocks: Blocks, from: number, to: number): Blocks {
  const moved = blocks[from];
  if (!moved || to < 0 || to >= blocks.length) return blocks;
  return blocks.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Enter: the text after the caret or the selection starts the next paragraph. */
export function splitBlock(blocks: Blocks, key: string, from: number, to: number): Edit | null {
  const index = indexOf(blocks, key);
  const block = blocks[index];
  if (!block || roomIn(blocks) <= 0) return null;
  const next = createBlock("paragraph", { text: block.text.slice(to) });
  const before = { ...block, text: block.text.slice(0, from) };
  return { blocks: blocks.toSpliced(index, 1, before, next), caret: { key: next.key, at: 0 } };
}

/**
 * Backspace at the beginning of a block: an empty block is removed; a paragraph is joined to the text before it.
 *
 * @returns null if nothing changes
 */
export function joinBack(blocks: Blocks, key: string): Edit | null {
  const index = indexOf(blocks, key);
  const [before, block] = [blocks[index - 1], blocks[index]];
  if (!block || !isText(block.kind)) return null;
  if (block.text === "") return before ? removeBlock(blocks, key) : null;
  if (!before || block.kind !== "paragraph" || before.kind !== "paragraph") return null;
  const joined = { ...before, text: before.text + block.text };
  return { blocks: blocks.toSpliced(index - 1, 2, joined), caret: { key: before.key, at: before.text.length } };
}

/**
 * Inserts pasted blocks at the caret: the text after it follows in a separate paragraph.
 *
 * @returns null if they do not fit
 */
export function pasteInto(blocks: Blocks, key: string, from: number, to: number, pasted: Blocks): Edit | null {
  const index = indexOf(blocks, key);
  const block = blocks[index];
  const [first, ...rest] = pasted;
  if (!block || !first) return null;
  const [before, after] = [block.text.slice(0, from), block.text.slice(to)];
  const joins = first.kind === "paragraph" && before !== "";
  const head: Blocks = before === "" ? [] : [{ ...block, text: joins ? before + first.text : before }];
  const middle = joins ? rest : pasted;
  const tail = after.trim() === "" ? [] : [createBlock("paragraph", { text: after })];
  const whole = [...head, ...middle, ...tail].slice(0, roomIn(blocks) + 1);
  const last = whole[Math.min(head.length + middle.length, whole.length) - 1];
  return { blocks: blocks.toSpliced(index, 1, ...whole), caret: last ? { key: last.key } : null };
}

/** True for kinds that consist of text only. */
function isText(kind: BlockKind): kind is "title" | "subtitle" | "paragraph" {
  return kind === "title" || kind === "subtitle" || kind === "paragraph";
}

/** Where a new block goes: in place of an empty paragraph, or after the block. */
export function placeFor(blocks: Blocks, key: string): { index: number; replaces: boolean } {
  const index = indexOf(blocks, key);
  const block = blocks[index];
  return block && isRoom(block) ? { index, replaces: true } : { index: index + 1, replaces: false };
}
