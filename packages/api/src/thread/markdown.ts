import type { CommentBlock } from "@daymark/domain/community/comment";
import { normalSpans, type PlainMark, type Span } from "@daymark/domain/community/rich-text";
import { isLinkAddress } from "@daymark/domain/community/rich-text-input";
import { Marked, type MarkedToken, type Token, Tokenizer, type Tokens } from "marked";

type Item = Extract<CommentBlock, { kind: "list" }>["items"][number];
interface Words {
  text: string;
  spans?: Span[];
}

/** Later links stay text. Each adds about 200 bytes of markup to the page, so a text of only links would grow thirtyfold. */
const linksMax = 20;
const marksMax = 200;
const levelMax = 3;
/** Blocks and items of a list. Each takes a page as long as a sentence, so a text of only short lines would grow thirtyfold. */
const partsMax = 100;
/**
 * How many characters the search for the ends of bold and italic words may read in one comment. Such a search reads all
 * that follows, so that a text of only beginnings takes a parser quadratic time.
 */
const emphasisReadMax = 30_000;

/**
 * How many characters the search for marks and links may read in one comment: at each character that may begin one it
 * reads up to the end of the paragraph. A comment that needs more is all beginnings, and its rest stays text.
 */
const inlineReadMax = 500_000;
/** The parser copies the whole paragraph for each escaped character. */
const escapesMax = 200;

/** Characters of comments that a loop reads in one turn of the event loop: one long comment, in up to 5 ms. */
export const charactersAtOnce = 2_000;

/** A line that begins with this many markers of lists and quotes takes a parser long, and no real comment has one. */
const deepNesting = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){8}/m;

/** What is left for the comment that is being parsed. */
let emphasisRoom = 0;
let inlineRoom = 0;

/** Takes characters as text up to the next one that may begin something, or all if the comment has used up its room. */
function inlineText(this: Tokenizer, src: string) {
  inlineRoom -= src.length;
  if (inlineRoom > 0) return Tokenizer.prototype.inlineText.call(this, src);
  return { type: "text" as const, raw: src, text: src, escaped: false };
}

/** Finds bold and italic words as the library does, until the comment has used up its room. Later ones stay text. */
function emStrong(this: Tokenizer, src: string, maskedSrc: string, prevChar?: string) {
  if (emphasisRoom <= 0) return undefined;
  const found = Tokenizer.prototype.emStrong.call(this, src, maskedSrc, prevChar);
  // Within a word, `_` begins nothing, and the library does not search.
  const isSearched = src.startsWith("*") || (src.startsWith("_") && !/[\p{L}\p{N}]$/u.test(prevChar ?? ""));
  if (found || isSearched) emphasisRoom -= found?.raw.length ?? src.length;
  return found;
}

/** A tokenizer that finds nothing leaves the characters to the rules after it, which take them as text. */
const nothing = () => undefined;

/**
 * GitHub's Markdown without what a comment does not have: headings, images, tables, rulers, definitions, HTML. Their
 * characters stay as they were typed.
 */
const lexer = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: {
    emStrong,
    inlineText,
    heading: nothing,
    lheading: nothing,
    hr: nothing,
    table: nothing,
    def: nothing,
    html: nothing,
    tag: nothing,
    reflink: nothing,
    del: nothing,
  },
});

/**
 * Reads a comment's Markdown: bold, italic, code, links (http, https, mailto), lists, quotes and code blocks. It never
 * fails, and everything else is text. The editor of posts has a separate reader for what it pastes
 * (`markdown-blocks.ts` of apps/web), because posts also have headings, images and tables.
 */
export function readMarkdown(text: string): CommentBlock[] {
  const blocks = known.get(text) ?? parse(text);
  // The text that was used last is the last one to go.
  known.delete(text);
  known.set(text, blocks);
  const [oldest] = known.keys();
  if (known.size > knownMax && oldest !== undefined) known.delete(oldest);
  return blocks;
}

/**
 * A text that is written to be slow takes up to 5 ms, so each is parsed once. A page has up to 600 comments, and must fit
 * in, because a list that is read in order finds nothing in a smaller cache.
 */
const known = new Map<string, CommentBlock[]>();
const knownMax = 1_000;

function parse(text: string): CommentBlock[] {
  if (deepNesting.test(text) || text.split("\\", escapesMax + 2).length > escapesMax + 1)
    return [{ kind: "paragraph", text }];
  emphasisRoom = emphasisReadMax;
  inlineRoom = inlineReadMax;
  const blocks = blocksOf(lexer.lexer(text), { links: linksMax, marks: marksMax });
  return blocks.length > 0 && partsOf(blocks).length <= partsMax ? blocks : asTyped(text);
}

/** A comment whose Markdown is not read. */
export function asTyped(text: string): CommentBlock[] {
  return [{ kind: "paragraph", text }];
}

/** How many elements a page has for a comment: its blocks, the items of its lists, and its marks. */
export function countPieces(blocks: readonly CommentBlock[]): number {
  return partsOf(blocks).reduce((sum, part) => sum + 1 + ("spans" in part ? (part.spans?.length ?? 0) : 0), 0);
}

function partsOf(blocks: readonly CommentBlock[]) {
  return blocks.flatMap((block) => (block.kind === "list" ? [block, ...block.items] : [block]));
}

/** How many more of them the comment may have. */
interface Room {
  links: number;
  marks: number;
}

function blocksOf(tokens: readonly Token[], room: Room): CommentBlock[] {
  return (tokens as MarkedToken[]).flatMap((token): CommentBlock[] => {
    switch (token.type) {
      case "space":
        return [];
      case "list":
        return listOf(token, room);
      case "blockquote":
        return quotesOf(token, room);
      case "code":
        return token.text.trim() === "" ? [] : [{ kind: "code", text: token.text }];
      default:
        return textsOf(token, room).map((words) => ({ kind: "paragraph", ...words }));
    }
  });
}

/** Quoted paragraphs, one below the other; a quote within a quote is part of it. Lists and code in it follow it. */
function quotesOf({ tokens }: Tokens.Blockquote, room: Room): CommentBlock[] {
  const quotes: CommentBlock[] = [];
  for (const block of blocksOf(tokens, room)) {
    const last = quotes.at(-1);
    if (block.kind !== "paragraph" && block.kind !== "quote") quotes.push(block);
    else if (last?.kind === "quote") quotes.splice(-1, 1, { kind: "quote", ...joined(last, "\n\n", block) });
    else quotes.push({ ...block, kind: "quote" });
  }
  return quotes;
}

function listOf(list: Tokens.List, room: Room): CommentBlock[] {
  const others: CommentBlock[] = [];
  const items = itemsOf(list, { level: 0, others, room });
  if (items.length === 0) return others;
  const start = list.ordered && typeof list.start === "number" && list.start !== 1 ? { start: list.start } : {};
  return [{ kind: "list", ordered: list.ordered, ...start, items }, ...others];
}

/** @param at.others receives the quotes and the code of the items, which follow the list */
function itemsOf(list: Tokens.List, at: { level: number; others: CommentBlock[]; room: Room }): Item[] {
  const { level, others, room } = at;
  return list.items.flatMap((item): Item[] => {
    const inner: Item[] = [];
    let words: Words = { text: item.task ? (item.checked ? "☑ " : "☐ ") : "" };
    for (const token of item.tokens as MarkedToken[]) {
      if (token.type === "list") inner.push(...itemsOf(token, { ...at, level: Math.min(level + 1, levelMax) }));
      else if (token.type === "blockquote" || token.type === "code") others.push(...blocksOf([token], room));
      else if (token.type !== "checkbox") {
        for (const more of textsOf(token, room)) {
          words = joined(words, words.text === "" || words.text.endsWith(" ") ? "" : "\n", more);
        }
      }
    }
    return [{ ...words, ...(level > 0 && { level }) }, ...inner];
  });
}

/** The text of a block's inline tokens with its marks: one, or none if there are no visible characters. */
function textsOf(token: Token, room: Room): Words[] {
  const written = { text: "", spans: [] as Span[] };
  write(written, "tokens" in token && token.tokens ? token.tokens : [token], room);
  return written.text.trim() === "" ? [] : [wordsOf(written)];
}

function write(written: { text: string; spans: Span[] }, tokens: readonly Token[], room: Room): void {
  const mark = (from: number, mark: PlainMark) => {
    const to = written.text.length;
    if (to === from || room.marks === 0) return;
    room.marks -= 1;
    written.spans.push({ from, to, mark });
  };
  for (const token of tokens as MarkedToken[]) {
    const from = written.text.length;
    if (token.type === "strong" || token.type === "em") {
      write(written, token.tokens, room);
      mark(from, token.type === "strong" ? "bold" : "italic");
    } else if (token.type === "codespan") {
      written.text += token.text;
      mark(from, "code");
    } else if (token.type === "link" && room.links > 0 && isLinkAddress(token.href)) {
      room.links -= 1;
      write(written, token.tokens, { ...room, links: 0 });
      const to = written.text.length;
      if (to > from) written.spans.push({ from, to, mark: "link", href: token.href });
    } else if (token.type === "br") written.text += "\n";
    else if (token.type === "text" && token.tokens) write(written, token.tokens, room);
    // The text of an escape is without its backslash; everything else stays as it was typed.
    else written.text += token.type === "escape" || token.type === "text" ? token.text : token.raw;
  }
}

function wordsOf({ text, spans }: { text: string; spans: Span[] }): Words {
  return spans.length > 0 ? { text, spans: normalSpans(spans) } : { text };
}

function joined(one: Words, between: string, other: Words): Words {
  const by = one.text.length + between.length;
  const moved = (other.spans ?? []).map((span) => ({ ...span, from: span.from + by, to: span.to + by }));
  return wordsOf({ text: one.text + between + other.text, spans: [...(one.spans ?? []), ...moved] });
}
