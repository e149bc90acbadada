import { composed } from "../text/characters.ts";
import type { Block } from "./blog-block.ts";

/** The text of a post. */
type Written = {
  readonly title: string;
  readonly description: string;
  readonly blocks: readonly Block[];
  readonly tags?: readonly string[];
};

const wordsAMinute = 200;

/** The reading time of a post in whole minutes, at least 1. */
export function readingMinutes({ blocks }: Pick<Written, "blocks">): number {
  const words = textsOf(blocks).reduce((sum, text) => sum + (text.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0), 0);
  return Math.max(1, Math.round(words / wordsAMinute));
}

/** The text that a search of a post compares, in the form of {@link searchedText}. */
export function searchTextOf({ title, description, blocks, tags = [] }: Written): string {
  return searchedText([title, description, ...tags, ...textsOf(blocks)].join(" "));
}

/** A text in the form that searches compare: lower case, NFC, single spaces. */
export function searchedText(text: string): string {
  return composed(text).toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "divider") return [];
    if (block.kind === "list") return block.items.map(({ text }) => text);
    return [block.kind === "image" ? block.alt : block.text];
  });
}
