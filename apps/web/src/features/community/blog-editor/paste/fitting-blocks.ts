import {
  blockTextLengthMax,
  linkTextLengthMax,
  listItemLengthMax,
  listItemsMax,
} from "@daymark/domain/community/blog-block";
import { spansMax } from "@daymark/domain/community/rich-text-input";
import { altLengthMax } from "@daymark/domain/community/stored-image";
import { createBlock, type WrittenBlock, type WrittenItem, type WrittenText } from "../writing.ts";

/**
 * Divides pasted blocks that are longer than a post's blocks may be. A working copy with a longer one could not be saved.
 * Only a picture's description is cut.
 */
export function fittingBlocks(blocks: readonly WrittenBlock[]): WrittenBlock[] {
  return blocks.flatMap((block) => {
    const { kind, text, alt, url } = block;
    if (kind === "list") return listsOf(block);
    if (kind === "image") return { ...block, alt: partsOf({ text: alt, spans: [] }, altLengthMax)[0]?.text ?? "" };
    if (kind === "link" && text.length > linkTextLengthMax) {
      const spans = [{ from: 0, to: text.length, mark: "link" as const, href: url }];
      return fittingBlocks([createBlock("paragraph", { text, spans })]);
    }
    return partsOf(block, blockTextLengthMax).map((part) => ({ ...block, ...part }));
  });
}

function listsOf(block: WrittenBlock): WrittenBlock[] {
  const items = block.items.flatMap(({ level, ...item }) =>
    partsOf(item, listItemLengthMax).map((part) => ({ ...part, level })),
  );
  const count = Math.max(1, Math.ceil(items.length / listItemsMax));
  return Array.from({ length: count }, (_, index) => ({
    ...block,
    items: withReachableLevels(items.slice(index * listItemsMax, (index + 1) * listItemsMax)),
  }));
}

/** An item is at most one level deeper than the item before it. */
function withReachableLevels(items: readonly WrittenItem[]): WrittenItem[] {
  let deepest = 0;
  return items.map((item) => {
    const level = Math.min(item.level, deepest);
    deepest = level + 1;
    return { ...item, level };
  });
}

/** The parts of a text with as many characters and spans as one may have, divided between lines or words. */
function partsOf(whole: WrittenText, lengthMax: number): WrittenText[] {
  const { text, spans } = whole;
  if (text.length <= lengthMax && spans.length <= spansMax) return [{ text, spans }];
  const parts: WrittenText[] = [];
  for (let from = 0; from < text.length; ) {
    const { to, next } = breakAfter(whole, from, lengthMax);
    parts.push(partOf(whole, from, to));
    from = next;
  }
  return parts.filter((part) => part.text.trim() !== "");
}

/** Where a part that begins at `from` ends, and where the next one begins. */
function breakAfter({ text, spans }: WrittenText, from: number, lengthMax: number): { to: number; next: number } {
  const excluded = spans.filter(({ to }) => to > from)[spansMax];
  const limit = Math.min(from + lengthMax, excluded && excluded.from > from ? excluded.from : text.length);
  if (limit >= text.length) return { to: text.length, next: text.length };
  for (const separator of ["\n", " "]) {
    const at = text.lastIndexOf(separator, limit);
    if (at > from) return { to: at, next: at + 1 };
  }
  const isInCharacter = (text.codePointAt(limit - 1) ?? 0) > 0xffff;
  const to = isInCharacter && limit - 1 > from ? limit - 1 : limit;
  return { to, next: to };
}

function partOf({ text, spans }: WrittenText, from: number, to: number): WrittenText {
  const inside = (at: number) => Math.min(Math.max(at, from), to) - from;
  const own = spans.map((span) => ({ ...span, from: inside(span.from), to: inside(span.to) }));
  return { text: text.slice(from, to), spans: own.filter((span) => span.from < span.to) };
}
