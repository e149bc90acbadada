import { type Piece, type RichText, runsOf, type Span } from "@daymark/domain/community/rich-text";
import { linkClass } from "@daymark/ui/link";
import type { ReactNode } from "react";
import { LinkedText } from "../thread/linked-text.tsx";
import { textParts } from "../thread/text-parts.ts";

/** A text of a post with its marks. Addresses in it become links too, as in a text without marks. */
export function MarkedText({ text, spans }: RichText) {
  if (!spans) return <LinkedText text={text} rel="noopener" />;
  return <Runs text={text} spans={[...spans, ...addressSpans(text, spans)]} />;
}

/** The text of a heading, in which only the author's links are links. */
export function MarkedHeading({ text, spans }: RichText) {
  return spans ? <Runs text={text} spans={spans} /> : text;
}

/** The addresses as links, except those that the author linked or marked as code. */
function addressSpans(text: string, spans: readonly Span[]): Span[] {
  const taken = spans.filter(({ mark }) => mark === "link" || mark === "code");
  return textParts(text).flatMap(({ at, text, href }): Span[] => {
    const to = at + text.length;
    if (!href || taken.some((span) => span.from < to && span.to > at)) return [];
    return [{ from: at, to, mark: "link", href }];
  });
}

function Runs(text: RichText) {
  return runsOf(text).map(({ href, pieces }, index) => {
    const content = pieces.map((piece, at) => <MarkedPiece key={`${index} ${at}`} piece={piece} />);
    if (href === null) return content;
    return (
      <a key={index} href={href} rel="noopener" className={`${linkClass} break-words`}>
        {content}
      </a>
    );
  });
}

function MarkedPiece({ piece: { text, marks } }: { piece: Piece }) {
  let content: ReactNode = text;
  if (marks.includes("code")) content = <code translate="no">{content}</code>;
  if (marks.includes("italic")) content = <em>{content}</em>;
  return marks.includes("bold") ? <strong>{content}</strong> : content;
}
