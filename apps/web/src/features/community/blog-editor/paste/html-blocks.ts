import { listLevelMax } from "@daymark/domain/community/blog-block";
import { isLinkAddress } from "@daymark/domain/community/rich-text-input";
import { uploadsPath } from "@daymark/domain/community/stored-image";
import { isWebAddress } from "@daymark/domain/text/linked-address";
import { createBlock, type WrittenBlock, type WrittenItem, type WrittenText } from "../writing.ts";
import { readHtml } from "./html-text.ts";
import { MarkStack } from "./mark-stack.ts";
import { tableText } from "./table-text.ts";
import { joinTexts, TextBuilder } from "./text-builder.ts";

const headingNames = ["h1", "h2", "h3", "h4", "h5", "h6"];

/** Block-level elements. */
const blockNames = new Set([
  ...headingNames,
  ...(
    "p div section article aside main header footer nav address blockquote pre ul ol li dl dt dd " +
    "table caption thead tbody tfoot tr td th figure figcaption form fieldset details summary body html"
  ).split(" "),
]);

/** A document as blocks. What was copied in this editor has its attributes, which say more than its elements. */
export function htmlBlocks(html: string): WrittenBlock[] {
  const reader = new BlockReader(html.includes("data-pm-slice"));
  for (const part of readHtml(html)) {
    if (part.kind === "text") reader.text(part.text);
    else if (part.kind === "open") reader.open(part.name, part.attributes);
    else reader.close(part.name);
  }
  return reader.end();
}

class BlockReader {
  readonly #isOwn: boolean;
  readonly #blocks: WrittenBlock[] = [];
  readonly #marks = new MarkStack();
  readonly #text: TextBuilder;
  #kind: "title" | "subtitle" | "paragraph" = "paragraph";
  #isCard = false;
  /** The enclosing lists, outermost first: whether they are numbered. */
  readonly #lists: boolean[] = [];
  #items: WrittenItem[] = [];
  /** Whether the next text begins an item, or continues the last one. */
  #beginsItem = false;
  #quoteDepth = 0;
  /** The last block is a quote that the next paragraph of the same element continues. */
  #isQuoteOpen = false;
  /** The text of the enclosing `pre`; null outside. */
  #code: string | null = null;
  /** The rows of the enclosing table; null outside. */
  #rows: string[][] | null = null;
  #tableDepth = 0;

  constructor(isOwn: boolean) {
    this.#isOwn = isOwn;
    this.#text = new TextBuilder({ isExact: isOwn });
  }

  text(text: string): void {
    if (this.#code !== null) this.#code += text;
    else this.#text.add(text, this.#marks.current);
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#code !== null) {
      if (name === "br" || (blockNames.has(name) && this.#code !== "" && !this.#code.endsWith("\n")))
        this.#code += "\n";
      return;
    }
    if (name === "br") this.#text.break();
    else if (name === "img") this.#addImage(attributes);
    else if (name === "hr") this.#addBlock(createBlock("divider"));
    else if (blockNames.has(name)) this.#openBlock(name, attributes);
    else this.#marks.open(name, attributes);
  }

  #openBlock(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#flush();
    this.#kind = this.#kindOf(name);
    this.#isCard = this.#isOwn && attributes.has("data-link-card");
    if (name === "pre" && !this.#isInCell) this.#code = "";
    if (name === "blockquote") this.#quoteDepth += 1;
    if (name === "ul" || name === "ol") this.#openList(name === "ol");
    if (name === "li") this.#beginsItem = true;
    if (name === "table") this.#openTable();
    if (name === "tr") this.#rows?.push([]);
  }

  /** The first level of headings is a title, as in Markdown. The editor's own titles are `h2`, below the post's. */
  #kindOf(name: string): "title" | "subtitle" | "paragraph" {
    if (!headingNames.includes(name)) return "paragraph";
    return name === "h1" || (this.#isOwn && name === "h2") ? "title" : "subtitle";
  }

  close(name: string): void {
    if (this.#code !== null) {
      if (name !== "pre") return;
      const text = this.#code;
      this.#code = null;
      if (text.trim() !== "") this.#addBlock(createBlock("code", { text: text.replace(/^\n/, "").trimEnd() }));
      return;
    }
    this.#marks.close(name);
    if (!blockNames.has(name)) return;
    if (name === "td" || name === "th") this.#closeCell();
    this.#flush();
    if (name === "blockquote") {
      this.#quoteDepth = Math.max(0, this.#quoteDepth - 1);
      this.#isQuoteOpen = false;
    }
    if (name === "ul" || name === "ol") this.#closeList();
    if (name === "table") this.#closeTable();
  }

  end(): WrittenBlock[] {
    if (this.#code !== null) this.close("pre");
    this.#flush();
    this.#lists.length = 0;
    this.#endItems(false);
    this.#tableDepth = Math.min(this.#tableDepth, 1);
    this.#closeTable();
    return this.#blocks;
  }

  #openList(ordered: boolean): void {
    // A list in a list has its kind: the API knows one for the whole list.
    this.#lists.push(this.#lists[0] ?? ordered);
  }

  #closeList(): void {
    const ordered = this.#lists.pop();
    if (this.#lists.length === 0 && ordered !== undefined) this.#endItems(ordered);
  }

  #endItems(ordered: boolean): void {
    const items = this.#items;
    this.#items = [];
    if (items.length > 0) this.#blocks.push(createBlock("list", { ordered, items }));
  }

  /** The text of a cell is one piece, regardless of its elements. */
  get #isInCell(): boolean {
    return this.#rows !== null && this.#rows.length > 0;
  }

  #openTable(): void {
    this.#tableDepth += 1;
    this.#rows ??= [];
  }

  /** A cell in a table in a cell is text of the outer one. */
  #closeCell(): void {
    if (!this.#rows) return;
    const { text } = this.#text.end();
    const row = this.#rows.at(-1);
    if (row) row.push(text);
    else this.#rows.push([text]);
  }

  #closeTable(): void {
    this.#tableDepth = Math.max(0, this.#tableDepth - 1);
    const rows = this.#rows?.filter((row) => row.some((cell) => cell !== ""));
    if (!rows || this.#tableDepth > 0) return;
    this.#rows = null;
    // Tables of one column are used for layout.
    const isLayout = rows.every((row) => row.length < 2);
    if (isLayout) for (const [text = ""] of rows) this.#addBlock(createBlock("paragraph", { text }));
    else this.#addBlock(createBlock("code", { text: tableText(rows) }));
  }

  #addImage(attributes: ReadonlyMap<string, string>): void {
    const url = attributes.get("src")?.trim() ?? "";
    const alt = (attributes.get("alt") ?? "").trim();
    const id = this.#isOwn && url.startsWith(uploadsPath) ? Number(attributes.get("data-image-id")) : Number.NaN;
    // Images embedded in the page or on the user's disk can only be pasted as files.
    if (this.#isInCell) this.#text.add(alt, this.#marks.current);
    else if (Number.isSafeInteger(id) && id > 0) this.#addBlock(createBlock("image", { url, alt, image_id: id }));
    else if (isWebAddress(url)) this.#addBlock(createBlock("image", { url, alt }));
  }

  /** Adds a block that is no text. In a list it ends the items before it. */
  #addBlock(block: WrittenBlock): void {
    if (this.#isInCell) return;
    this.#flush();
    this.#push(block);
  }

  #push(block: WrittenBlock): void {
    const [ordered] = this.#lists;
    if (ordered !== undefined) this.#endItems(ordered);
    this.#isQuoteOpen = false;
    this.#blocks.push(block);
  }

  #flush(): void {
    if (this.#isInCell) this.#text.break();
    else this.#addText(this.#text.end(), { kind: this.#kind, isCard: this.#isCard });
    this.#kind = "paragraph";
    this.#isCard = false;
  }

  #addText(text: WrittenText, { kind, isCard }: { kind: "title" | "subtitle" | "paragraph"; isCard: boolean }): void {
    const link = this.#isOwn && !isCard ? null : linkAlone(text);
    if (text.text === "") return;
    // A heading has one line, whose offsets stay.
    if (kind !== "paragraph") this.#push(createBlock(kind, { ...text, text: text.text.replaceAll("\n", " ") }));
    else if (this.#lists.length > 0) this.#addItemText(text);
    else if (link !== null && isWebAddress(link)) this.#push(createBlock("link", { text: text.text, url: link }));
    else if (this.#quoteDepth > 0) this.#addQuote(text);
    else this.#push(createBlock("paragraph", text));
  }

  #addItemText(text: WrittenText): void {
    const last = this.#items.at(-1);
    const level = Math.min(this.#lists.length - 1, listLevelMax);
    if (last && !this.#beginsItem) this.#items.splice(-1, 1, { ...joinTexts(last, "\n", text), level: last.level });
    else this.#items.push({ ...text, level: Math.min(level, last ? last.level + 1 : 0) });
    this.#beginsItem = false;
  }

  #addQuote(text: WrittenText): void {
    const last = this.#blocks.at(-1);
    if (this.#isQuoteOpen && last?.kind === "quote") {
      this.#blocks.splice(-1, 1, createBlock("quote", joinTexts(last, "\n\n", text)));
    } else this.#blocks.push(createBlock("quote", text));
    this.#isQuoteOpen = true;
  }
}

/** The address of a text that is one link and nothing else; null for another text. */
function linkAlone({ text, spans }: WrittenText): string | null {
  const links = spans.filter(({ mark }) => mark === "link");
  const [link] = links;
  if (link?.mark === "link" && links.length === 1 && link.from === 0 && link.to === text.length) return link.href;
  return isLinkAddress(text) ? text : null;
}
