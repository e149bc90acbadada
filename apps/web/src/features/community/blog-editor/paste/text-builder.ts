import { normalSpans, type PlainMark, type Span } from "@daymark/domain/community/rich-text";
import type { WrittenText } from "../writing.ts";

/** The marks of a piece of pasted text. */
export interface Marks {
  readonly plain: ReadonlySet<PlainMark>;
  /** Null outside of links. */
  readonly href: string | null;
}

export const noMarks: Marks = { plain: new Set(), href: null };

export function withMark({ plain, href }: Marks, mark: PlainMark): Marks {
  return { plain: new Set([...plain, mark]), href };
}

/**
 * Joins pieces of pasted text into one with spans. Unless it is exact, white space that only lays out the source becomes
 * one space.
 */
export class TextBuilder {
  readonly #isExact: boolean;
  #text = "";
  /** The end of the text. Reading it from the text would copy a text of many pieces each time. */
  #last = "";
  #spans: Span[] = [];

  constructor({ isExact = false } = {}) {
    this.#isExact = isExact;
  }

  add(text: string, { plain, href }: Marks): void {
    const piece = this.#isExact ? text : this.#tidy(text);
    if (piece === "") return;
    const [from, to] = [this.#text.length, this.#text.length + piece.length];
    this.#text += piece;
    this.#last = piece.slice(-1);
    for (const mark of plain) this.#spans.push({ from, to, mark });
    if (href !== null) this.#spans.push({ from, to, mark: "link", href });
  }

  #tidy(text: string): string {
    const piece = text.replaceAll(/[ \t\n\r\f\u00a0]+/g, " ");
    return this.#last === "" || this.#last === " " || this.#last === "\n" ? piece.trimStart() : piece;
  }

  /** A line break; at most one empty line stays. */
  break(): void {
    if (this.#text === "") return;
    const text = this.#text.trimEnd();
    const breaks = this.#text.slice(text.length).split("\n").length - 1;
    this.#text = text + "\n".repeat(Math.min(breaks + 1, 2));
    this.#last = "\n";
  }

  /** The text so far; the next one begins empty. */
  end(): WrittenText {
    const text = this.#isExact ? this.#text : this.#text.trimEnd();
    const inside = this.#spans
      .map((span) => ({ ...span, to: Math.min(span.to, text.length) }))
      .filter(({ from, to }) => from < to);
    this.#text = "";
    this.#last = "";
    this.#spans = [];
    return { text, spans: normalSpans(inside) };
  }
}

/** Two texts, one after the other. */
export function joinTexts(one: WrittenText, between: string, other: WrittenText): WrittenText {
  const by = one.text.length + between.length;
  const moved = other.spans.map((span) => ({ ...span, from: span.from + by, to: span.to + by }));
  return { text: one.text + between + other.text, spans: normalSpans([...one.spans, ...moved]) };
}
