import type { WrittenBlock } from "../writing.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { markdownBlocks } from "./markdown-blocks.ts";
import { plainBlocks } from "./plain-blocks.ts";

/**
 * Converts pasted content to blocks. HTML that says nothing but words, as code editors copy it, is less than the text
 * beside it, which keeps indentation and may be Markdown.
 */
export function pastedBlocks({ html, text }: { html: string; text: string }): WrittenBlock[] {
  const blocks = html ? htmlBlocks(html) : [];
  const isPlain = blocks.every(({ kind, spans }) => kind === "paragraph" && spans.length === 0);
  if (!isPlain || text.trim() === "" || html.includes("data-pm-slice")) return blocks;
  try {
    return markdownBlocks(text);
  } catch {
    // Thousands of quotes or lists within each other exceed the stack of the Markdown reader.
    return plainBlocks(text);
  }
}
