import { listLevelMax } from "@daymark/domain/community/blog-block";
import { isLinkAddress } from "@daymark/domain/community/rich-text-input";
import { isWebAddress } from "@daymark/domain/text/linked-address";
import { type MarkedToken, marked, type Token, type Tokens } from "marked";
import { createBlock, type WrittenBlock, type WrittenItem, type WrittenText } from "../writing.ts";
import { decode } from "./html-text.ts";
import { withLineFeeds } from "./plain-blocks.ts";
import { tableText } from "./table-text.ts";
import { joinTexts, type Marks, noMarks, TextBuilder, withMark } from "./text-builder.ts";

/**
 * Reads text as Markdown (GitHub's). Lines without an empty line between them stay lines; a text of nothing but lines
 * has one paragraph for each. Paragraphs that are indented are code, because Markdown would lose the indentation.
 */
export function markdownBlocks(text: string): WrittenBlock[] {
  const tokens = marked.lexer(withLineFeeds(text), { gfm: true, breaks: true });
  const blocks = blocksOf(withIndentedCode(tokens));
  const [only] = blocks;
  if (!only || blocks.length > 1 || only.kind !== "paragraph" || only.spans.length > 0) return blocks;
  return only.text.split("\n").map((line) => createBlock("paragraph", { text: line }));
}

/** Neighboring tokens that are indented become one token of code. */
function withIndentedCode(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  let group: Token[] = [];
  const flush = () => {
    while (group.at(-1)?.type === "space") group.pop();
    const isCode = group.some(isIndentedParagraph);
    const text = group.map(({ raw }) => raw).join("");
    if (isCode) result.push({ type: "code", raw: text, text: text.replaceAll(/^\n+|\s+$/g, "") });
    else result.push(...group);
    group = [];
  };
  for (const token of tokens) {
    const isIndented = isIndentedParagraph(token) || (token.type === "code" && token.codeBlockStyle === "indented");
    // Lines that follow without an empty one belong to it, such as a closing bracket.
    const last = group.at(-1)?.type ?? "space";
    const follows = token.type === "space" ? group.length > 0 : token.type === "paragraph" && last !== "space";
    if (isIndented || follows) group.push(token);
    else {
      flush();
      result.push(token);
    }
  }
  flush();
  return result;
}

function isIndentedParagraph({ type, raw }: Token): boolean {
  return type === "paragraph" && /(?:^|\n)(?: {2,}|\t)\S/.test(raw);
}

function blocksOf(tokens: readonly Token[]): WrittenBlock[] {
  return (tokens as MarkedToken[]).flatMap((token): WrittenBlock[] => {
    switch (token.type) {
      case "heading": {
        const [text] = textsOf(token.tokens);
        return text ? [createBlock(token.depth === 1 ? "title" : "subtitle", text)] : [];
      }
      case "paragraph":
      case "text":
        return paragraphBlocks(token);
      case "list":
        return listBlocks(token);
      case "blockquote":
        return quoteBlocks(token);
      case "code":
        return token.text.trim() === "" ? [] : [createBlock("code", { text: token.text })];
      case "table": {
        const rows = [token.header, ...token.rows].map((row) => row.map(({ tokens }) => plainText(tokens)));
        return [createBlock("code", { text: tableText(rows) })];
      }
      case "hr":
        return [createBlock("divider")];
      case "html":
        return token.text.trim() === "" ? [] : [createBlock("paragraph", { text: token.text.trim() })];
      default:
        return [];
    }
  });
}

/** A paragraph, and its images after it. An address alone is a link of its own. */
function paragraphBlocks({ tokens = [] }: Tokens.Paragraph | Tokens.Text): WrittenBlock[] {
  const [text] = textsOf(tokens);
  const images = imagesOf(tokens);
  if (!text) return images;
  const isAddress = !/\s/.test(text.text) && isWebAddress(text.text) && text.spans.length === 0;
  return [
    isAddress ? createBlock("link", { text: text.text, url: text.text }) : createBlock("paragraph", text),
    ...images,
  ];
}

function quoteBlocks({ tokens }: Tokens.Blockquote): WrittenBlock[] {
  const quotes: WrittenBlock[] = [];
  for (const block of blocksOf(tokens)) {
    const last = quotes.at(-1);
    if (block.kind !== "paragraph" && block.kind !== "quote") quotes.push(block);
    else if (last?.kind === "quote") quotes.splice(-1, 1, createBlock("quote", joinTexts(last, "\n\n", block)));
    else quotes.push(createBlock("quote", textIn(block)));
  }
  return quotes;
}

function textIn({ text, spans }: WrittenText): WrittenText {
  return { text, spans };
}

/** A list, and after it the blocks of its items that are no texts. */
function listBlocks(list: Tokens.List): WrittenBlock[] {
  const others: WrittenBlock[] = [];
  const items = itemsOf(list, 0, others);
  return items.length > 0 ? [createBlock("list", { ordered: list.ordered, items }), ...others] : others;
}

function itemsOf(list: Tokens.List, level: number, others: WrittenBlock[]): WrittenItem[] {
  return list.items.flatMap((item) => {
    const inner: WrittenItem[] = [];
    let text: WrittenText = { text: "", spans: [] };
    if (item.task) text = { text: item.checked ? "☑ " : "☐ ", spans: [] };
    for (const token of item.tokens as MarkedToken[]) {
      if (token.type === "list") inner.push(...itemsOf(token, Math.min(level + 1, listLevelMax), others));
      else if (token.type === "text" || token.type === "paragraph") {
        for (const more of textsOf(token.tokens ?? [])) {
          text = joinTexts(text, text.text === "" || text.text.endsWith(" ") ? "" : "\n", more);
        }
        others.push(...imagesOf(token.tokens ?? []));
      } else others.push(...blocksOf([token]));
    }
    return [{ ...text, level }, ...inner];
  });
}

/** The text of inline tokens: one, or none if there are no visible characters. */
function textsOf(tokens: readonly Token[]): WrittenText[] {
  const builder = new TextBuilder();
  addTo(builder, tokens, noMarks);
  const text = builder.end();
  return text.text === "" ? [] : [text];
}

function plainText(tokens: readonly Token[]): string {
  return textsOf(tokens)[0]?.text ?? "";
}

function addTo(builder: TextBuilder, tokens: readonly Token[], marks: Marks): void {
  for (const token of tokens as MarkedToken[]) {
    switch (token.type) {
      case "strong":
        addTo(builder, token.tokens, withMark(marks, "bold"));
        break;
      case "em":
        addTo(builder, token.tokens, withMark(marks, "italic"));
        break;
      case "codespan":
        builder.add(token.text, withMark(marks, "code"));
        break;
      case "link":
        addTo(builder, token.tokens, linkMarks(token, marks));
        break;
      case "br":
        builder.break();
        break;
      case "image":
        if (!isWebAddress(token.href)) builder.add(token.text, marks);
        break;
      case "checkbox":
        break;
      case "del":
        addTo(builder, token.tokens, marks);
        break;
      case "text":
        if (token.tokens) addTo(builder, token.tokens, marks);
        else builder.add(decode(token.text), marks);
        break;
      default:
        builder.add("text" in token ? token.text : token.raw, marks);
    }
  }
}

/** An address that is written out needs no mark: the page makes it a link. */
function linkMarks({ href, raw, text }: Tokens.Link, marks: Marks): Marks {
  const isWrittenOut = raw === text || raw === `<${text}>`;
  return isWrittenOut || !isLinkAddress(href) ? marks : { ...marks, href };
}

function imagesOf(tokens: readonly Token[]): WrittenBlock[] {
  return (tokens as MarkedToken[]).flatMap((token) => {
    if (token.type === "image" && isWebAddress(token.href)) {
      return [createBlock("image", { url: token.href, alt: decode(token.text) })];
    }
    return "tokens" in token && token.tokens ? imagesOf(token.tokens) : [];
  });
}
