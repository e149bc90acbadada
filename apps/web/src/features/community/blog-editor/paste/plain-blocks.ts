import { createBlock, type WrittenBlock } from "../writing.ts";

/** Pasted text as it is: every line is a paragraph. */
export function plainBlocks(text: string): WrittenBlock[] {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => createBlock("paragraph", { text: line }));
}
