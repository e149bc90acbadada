import type { ShownBlock } from "@daymark/domain/community/blog-block";
import {
  type ListBranch,
  listTree,
  type Piece,
  type PlainMark,
  type RichText,
  runsOf,
} from "@daymark/domain/community/rich-text";
import { escapeXml } from "./xml.ts";

/** Writes a block as HTML that works in any feed reader: with absolute addresses and without styles. */
export function htmlOf(block: ShownBlock, publicUrl: string): string {
  switch (block.kind) {
    case "title":
      return `<h2>${htmlOfText(block)}</h2>`;
    case "subtitle":
      return `<h3>${htmlOfText(block)}</h3>`;
    case "paragraph":
      return `<p>${htmlOfText(block)}</p>`;
    case "link":
      return `<p>${linkTo(block.url, escapeXml(block.text))}</p>`;
    case "image": {
      // An absolute address stays as it is and is not parsed.
      const source = block.url.startsWith("/") ? new URL(block.url, publicUrl).href : block.url;
      return `<p><img src="${escapeXml(source)}" alt="${escapeXml(block.alt)}"></p>`;
    }
    case "divider":
      return "<hr>";
    case "list":
      return htmlOfList(block.ordered ? "ol" : "ul", listTree(block.items));
    case "quote":
      return `<blockquote><p>${htmlOfText(block)}</p></blockquote>`;
    case "code":
      return `<pre><code>${escapeXml(block.text)}</code></pre>`;
  }
}

function htmlOfList(name: "ol" | "ul", branches: readonly ListBranch<RichText>[]): string {
  const items = branches.map(({ item, children }) => {
    return `<li>${htmlOfText(item)}${children.length > 0 ? htmlOfList(name, children) : ""}</li>`;
  });
  return `<${name}>${items.join("")}</${name}>`;
}

function htmlOfText(text: RichText): string {
  return runsOf(text)
    .map(({ href, pieces }) => {
      const html = pieces.map(htmlOfPiece).join("");
      return href === null ? html : linkTo(href, html);
    })
    .join("");
}

function linkTo(url: string, html: string): string {
  return `<a href="${escapeXml(url)}">${html}</a>`;
}

const elements: Record<PlainMark, string> = { bold: "strong", italic: "em", code: "code" };

function htmlOfPiece({ text, marks }: Piece): string {
  const html = escapeXml(text).replaceAll("\n", "<br>");
  return marks.reduceRight((inner, mark) => `<${elements[mark]}>${inner}</${elements[mark]}>`, html);
}
