import type { BlockInput } from "@daymark/domain/community/blog-block";
import { normalSpans, type Span } from "@daymark/domain/community/rich-text";
import { withoutControls } from "@daymark/domain/text/characters";
import type { WrittenBlock, WrittenItem, WrittenText } from "./writing.ts";

/** True for a block of text without text, which is not published. */
export function isEmptyText({ kind, text, items }: WrittenBlock): boolean {
  if (kind === "list") return items.every(isBlank);
  return kind !== "link" && kind !== "image" && kind !== "divider" && isBlank({ text });
}

function isBlank({ text }: Pick<WrittenText, "text">): boolean {
  return withoutControls(text).trim() === "";
}

/** A block in the format of the API. */
export function sentBlock(block: WrittenBlock): BlockInput {
  const { kind, text, url, alt, image_id } = block;
  switch (kind) {
    case "divider":
      return { kind };
    case "link":
      return { kind, text, url: fullAddress(url) };
    case "image":
      return { kind, alt, ...(image_id !== null ? { image_id } : url.trim() ? { url: fullAddress(url) } : {}) };
    case "list":
      return { kind, ordered: block.ordered, items: sentItems(block.items) };
    case "code":
      return { kind, text };
    default:
      return { kind, ...storedText(block) };
  }
}

/** The indexes of the items that are sent. */
export function sentIndexes(items: readonly WrittenItem[]): number[] {
  return items.flatMap((item, index) => (isBlank(item) ? [] : [index]));
}

/** The items with text. An item whose upper ones were empty moves up. */
function sentItems(items: readonly WrittenItem[]) {
  let deepest = 0;
  return items
    .filter((item) => !isBlank(item))
    .map((item) => {
      const level = Math.min(item.level, deepest);
      deepest = level + 1;
      return { ...storedText(item), ...(level > 0 && { level }) };
    });
}

/**
 * A text without control characters and the white space around it. The server removes them too, and counts the bounds of
 * spans in the text that remains.
 */
function storedText({ text, spans }: WrittenText): { text: string; spans?: Span[] } {
  const visible = withoutControls(text);
  const stored = visible.trim();
  const start = visible.length - visible.trimStart().length;
  const inside = (at: number) =>
    Math.min(Math.max(withoutControls(text.slice(0, at)).length - start, 0), stored.length);
  const kept = spans
    .map((span) => ({ ...span, from: inside(span.from), to: inside(span.to) }))
    .filter(({ from, to }) => from < to);
  return { text: stored, ...(kept.length > 0 && { spans: normalSpans(kept) }) };
}

/** The full address of typed text: a host without a scheme gets https, an email address `mailto:`. */
export function fullAddress(typed: string): string {
  const url = typed.trim();
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/u.test(url) ? `https://${url}` : url;
}

/** The full address of a link in a text, which may be an email address. */
export function fullLinkAddress(typed: string): string {
  const url = typed.trim();
  return /^[^\s:/?#@]+@[^\s:/?#@]+\.[^\s:/?#@]+$/.test(url) ? `mailto:${url}` : fullAddress(url);
}
