import type { ShownBlock } from "@daymark/domain/community/blog-block";

export interface Heading {
  /** Id of the element, as in an address: `part-small-steps`. */
  id: string;
  text: string;
  level: "title" | "subtitle";
}

/**
 * The headings of a post, each with a unique id, in any script.
 *
 * @returns by the index of their blocks
 */
export function headingsOf(blocks: readonly ShownBlock[]): Map<number, Heading> {
  const headings = new Map<number, Heading>();
  const taken = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== "title" && block.kind !== "subtitle") continue;
    const words =
      block.text
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu)
        ?.join("-") ?? "";
    const wanted = words ? `part-${words}` : "part";
    let id = wanted;
    for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`;
    taken.add(id);
    headings.set(index, { id, text: block.text, level: block.kind });
  }
  return headings;
}
