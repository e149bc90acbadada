import { composed } from "../text/text.ts";
import type { Block } from "./blog.ts";

/** What a post says. */
type Written = { readonly title: string; readonly description: string; readonly blocks: readonly Block[] };

const wordsAMinute = 200;

/** How long a post takes to read, in whole minutes, at least 1. */
export function readingMinutes({ blocks }: Pick<Written, "blocks">): number {
  const words = textsOf(blocks).reduce((sum, text) => sum + (text.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0), 0);
  return Math.max(1, Math.round(words / wordsAMinute));
}

/** All that a search of a post looks at, as {@link searchedText} has it. */
export function searchTextOf({ title, description, blocks }: Written): string {
  return searchedText([title, description, ...textsOf(blocks)].join(" "));
}

/** A text as searches compare it: lower-cased, in one form (NFC), with single spaces. */
export function searchedText(text: string): string {
  return composed(text).toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "divider") return [];
    return [block.kind === "image" ? block.alt : block.text];
  });
}
