import { isWebAddress } from "@daymark/domain/community/blog";
import { createBlock, type WrittenBlock } from "../writing.ts";
import { readHtml } from "./html-text.ts";

/**
 * Converts pasted content to blocks of the matching kinds.
 *
 * @returns null for a plain text in one piece, which is inserted at the caret
 */
export function pastedBlocks({ html, text }: { html: string; text: string }): WrittenBlock[] | null {
  const blocks = html ? htmlBlocks(html) : [];
  const found = blocks.length > 0 ? blocks : plainBlocks(text);
  const [only] = found;
  if (!only || (found.length === 1 && only.kind === "paragraph")) return null;
  return found;
}

/** Text without markup: empty lines separate paragraphs; if there are none, every line is a paragraph. */
export function plainBlocks(text: string): WrittenBlock[] {
  const lines = text.replaceAll(/\r\n?/g, "\n").trim();
  const isLoose = /\n[ \t]*\n/.test(lines);
  return lines
    .split(isLoose ? /\n[ \t]*\n\s*/ : "\n")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const heading = /^(#{1,6}) +(\S[^\n]*)$/.exec(part);
      if (heading) return createBlock(heading[1] === "#" ? "title" : "subtitle", { text: heading[2] ?? "" });
      if (/^(?:(?:\* ?){3,}|(?:- ?){3,}|_{3,})$/.test(part)) return createBlock("divider");
      if (!/\s/.test(part) && isWebAddress(part)) return createBlock("link", { text: part, url: part });
      return createBlock("paragraph", { text: part });
    });
}

const headings: Record<string, "title" | "subtitle"> = {
  h1: "title",
  h2: "title",
  h3: "subtitle",
  h4: "subtitle",
  h5: "subtitle",
  h6: "subtitle",
};

/** Block-level elements. */
const blockNames = new Set([
  ...Object.keys(headings),
  ...(
    "p div section article aside main header footer nav address blockquote pre ul ol li dl dt dd " +
    "table caption thead tbody tfoot tr td th figure figcaption form fieldset details summary body html"
  ).split(" "),
]);

interface Link {
  url: string;
  text: string;
}

/** A document as blocks: headings, paragraphs, links on separate lines, images by their address, dividers. */
export function htmlBlocks(html: string): WrittenBlock[] {
  const reader = new BlockReader();
  for (const part of readHtml(html)) {
    if (part.kind === "text") reader.text(part.text);
    else if (part.kind === "open") reader.open(part.name, part.attributes);
    else reader.close(part.name);
  }
  return reader.end();
}

class BlockReader {
  readonly #blocks: WrittenBlock[] = [];
  #text = "";
  #kind: "title" | "subtitle" | "paragraph" = "paragraph";
  /** Links of the current block. */
  #links: Link[] = [];
  #link: Link | null = null;
  /** The enclosing lists: the number of items so far for a numbered list, null for a bulleted one. */
  readonly #lists: (number | null)[] = [];
  #bullet = "";
  #preDepth = 0;

  text(text: string): void {
    const shown = this.#preDepth > 0 ? text : text.replaceAll(/[ \t\n\r\f]+/g, " ");
    this.#text += shown;
    if (this.#link) this.#link.text += shown;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === "br") this.#breakLine();
    else if (name === "hr") {
      this.#flush();
      this.#blocks.push(createBlock("divider"));
    } else if (name === "img") this.#addImage(attributes);
    else if (name === "a") {
      this.#endLink();
      this.#link = { url: attributes.get("href")?.trim() ?? "", text: "" };
    }
    if (!blockNames.has(name)) return;
    this.#flush();
    this.#kind = headings[name] ?? "paragraph";
    if (name === "pre") this.#preDepth += 1;
    if (name === "ul") this.#lists.push(null);
    if (name === "ol") this.#lists.push(0);
    if (name === "li") this.#beginItem();
  }

  close(name: string): void {
    if (name === "a") this.#endLink();
    if (!blockNames.has(name)) return;
    this.#flush();
    if (name === "pre") this.#preDepth = Math.max(0, this.#preDepth - 1);
    if (name === "ul" || name === "ol") this.#lists.pop();
  }

  end(): WrittenBlock[] {
    this.#flush();
    return this.#blocks;
  }

  #breakLine(): void {
    this.#text += "\n";
    if (this.#link) this.#link.text += "\n";
  }

  #beginItem(): void {
    const count = this.#lists.pop() ?? null;
    this.#lists.push(count === null ? null : count + 1);
    this.#bullet = count === null ? "• " : `${count + 1}. `;
  }

  #addImage(attributes: ReadonlyMap<string, string>): void {
    const url = attributes.get("src")?.trim() ?? "";
    // Images embedded in the page or on the user's disk can only be pasted as files.
    if (!isWebAddress(url)) return;
    this.#flush();
    this.#blocks.push(createBlock("image", { url, alt: tidy(attributes.get("alt") ?? "") }));
  }

  #endLink(): void {
    const link = this.#link;
    this.#link = null;
    if (!link || !isWebAddress(link.url) || tidy(link.text) === "") return;
    this.#links.push({ url: link.url, text: tidy(link.text) });
    // Text blocks have no links, so the address follows the link text. If the link is alone in its block, the address
    // is removed again.
    if (tidy(link.text) !== link.url) this.#text += ` (${link.url})`;
  }

  #flush(): void {
    this.#endLink();
    const text = tidy(this.#text);
    const kind = this.#kind;
    const [link, ...others] = this.#links;
    const bullet = this.#bullet;
    this.#text = "";
    this.#links = [];
    this.#kind = "paragraph";
    if (text === "") return;
    this.#bullet = "";
    const isAlone =
      link &&
      others.length === 0 &&
      (text === link.url || text === `${link.text} (${link.url})`) &&
      kind === "paragraph";
    if (isAlone) this.#blocks.push(createBlock("link", { text: link.text, url: link.url }));
    else if (kind === "paragraph") this.#blocks.push(createBlock(kind, { text: bullet + text }));
    // A heading has one line.
    else this.#blocks.push(createBlock(kind, { text: text.replaceAll(/\s*\n\s*/g, " ") }));
  }
}

/** Removes spaces at line ends and whitespace used for layout. */
function tidy(text: string): string {
  return text
    .replaceAll("\u00a0", " ")
    .replaceAll(/[ \t]+\n|\n[ \t]+/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
