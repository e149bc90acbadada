import type { ShownBlock } from "@daymark/domain/community/blog-block";
import { type ListBranch, listTree, type RichText, runsOf } from "@daymark/domain/community/rich-text";

const signs = { bold: "**", italic: "*", code: "`" } as const;

/** A text with its marks as Markdown has them, for a comparison that shows words only. */
export function markedDown(text: RichText): string {
  return runsOf(text)
    .map(({ href, pieces }) => {
      const words = pieces.map(({ text, marks }) => {
        const before = marks.map((mark) => signs[mark]).join("");
        const after = marks
          .toReversed()
          .map((mark) => signs[mark])
          .join("");
        return before + text + after;
      });
      return href === null ? words.join("") : `[${words.join("")}](${href})`;
    })
    .join("");
}

/** The items of a list as lines. As on the page, each list in a list counts from 1. */
export function listLines({ ordered, items }: Pick<ListBlock, "ordered" | "items">): string[] {
  const linesOf = (branches: readonly ListBranch<ListBlock["items"][number]>[], indent: string): string[] =>
    branches.flatMap(({ item, children }, index) => [
      `${indent}${ordered ? `${index + 1}.` : "•"} ${markedDown(item)}`,
      ...linesOf(children, `${indent}  `),
    ]);
  return linesOf(listTree(items), "");
}

type ListBlock = Extract<ShownBlock, { kind: "list" }>;
