import { createBlock, type WrittenBlock } from "../writing.ts";

/** Pasted text as it is: every line is a paragraph. */
export function plainBlocks(text: string): WrittenBlock[] {
  return withLineFeeds(text)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => createBlock("paragraph", { text: line }));
}

/** Ends each line with a line feed. Word processors write a line break within a paragraph as a vertical tab. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?|\v/g, "\n");
}
