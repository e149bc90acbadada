import { type BlockKind, blocksMax } from "@daymark/domain/community/blog";
import { createBlock, isRoom, type WrittenBlock } from "./writing.ts";

type Blocks = readonly WrittenBlock[];

/** Where the writer goes on: a block, and how many characters into its text; its end where that is left out. */
export interface Caret {
  key: string;
  at?: number;
}

export interface Edit {
  blocks: Blocks;
  caret: Caret | null;
}

const indexOf = (blocks: Blocks, key: string) => blocks.findIndex((block) => block.key === key);

/** How many blocks there is still room for. */
export function roomIn(blocks: Blocks): number {
  return blocksMax - blocks.length;
}

export function changeBlock(blocks: Blocks, key: string, change: Partial<Omit<WrittenBlock, "key">>): Blocks {
  return blocks.map((block) => (block.key === key ? { ...block, ...change } : block));
}

/** Puts blocks where the one at `index` is; what there is no room for is left out. */
export function insertBlocks(blocks: Blocks, index: number, added: Blocks): Edit {
  const taken = added.slice(0, roomIn(blocks));
  const last = taken.at(-1);
  return { blocks: blocks.toSpliced(index, 0, ...taken), caret: last ? { key: last.key } : null };
}

/** Takes a block out. The writer goes on at the end of the one before it, or in the one after it. */
export function removeBlock(blocks: Blocks, key: string): Edit {
  const index = indexOf(blocks, key);
  if (index < 0) return { blocks, caret: null };
  const left = blocks.toSpliced(index, 1);
  // There is always somewhere to write.
  const rest = left.length > 0 ? left : [createBlock("paragraph")];
  const next = rest[index - 1] ?? rest[0];
  return { blocks: rest, caret: next ? { key: next.key } : null };
}

export function moveBlock(blocks: Blocks, from: number, to: number): Blocks {
  const moved = blocks[from];
  if (!moved || to < 0 || to >= blocks.length) return blocks;
  return blocks.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Enter: what stands behind the caret, or was selected behind it, begins the next paragraph. */
export function splitBlock(blocks: Blocks, key: string, from: number, to: number): Edit | null {
  const index = indexOf(blocks, key);
  const block = blocks[index];
  if (!block || roomIn(blocks) <= 0) return null;
  const next = createBlock("paragraph", { text: block.text.slice(to) });
  const before = { ...block, text: block.text.slice(0, from) };
  return { blocks: blocks.toSpliced(index, 1, before, next), caret: { key: next.key, at: 0 } };
}

/**
 * Backspace at the beginning of a block: an empty one goes; a paragraph goes on where the text before it ends.
 *
 * @returns null where nothing is to be done
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
 * Puts what was pasted where the caret is: what stood behind it follows in a paragraph of its own.
 *
 * @returns null where there is no room
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

/** True for kinds that are a text and nothing else. */
function isText(kind: BlockKind): kind is "title" | "subtitle" | "paragraph" {
  return kind === "title" || kind === "subtitle" || kind === "paragraph";
}

/** Where something new is put: in place of an empty paragraph, or behind the block. */
export function placeFor(blocks: Blocks, key: string): { index: number; replaces: boolean } {
  const index = indexOf(blocks, key);
  const block = blocks[index];
  return block && isRoom(block) ? { index, replaces: true } : { index: index + 1, replaces: false };
}
