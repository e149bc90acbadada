import { type RichText, runsOf } from "@daymark/domain/community/rich-text";

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
