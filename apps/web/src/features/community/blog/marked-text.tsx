import { type Piece, type RichText, runsOf } from "@daymark/domain/community/rich-text";
import { linkClass } from "@daymark/ui/link";
import type { ReactNode } from "react";
import { LinkedText } from "../thread/linked-text.tsx";

/** A text of a post with its marks. Addresses in it become links too, as in a text without marks. */
export function MarkedText(text: RichText) {
  if (!text.spans) return <LinkedText text={text.text} rel="noopener" />;
  return runsOf(text).map(({ href, pieces }, index) =>
    href === null ? (
      pieces.map((piece, at) => <MarkedPiece key={`${index} ${at}`} piece={piece} isLink={false} />)
    ) : (
      <a key={index} href={href} rel="noopener" className={`${linkClass} break-words`}>
        {pieces.map((piece, at) => (
          <MarkedPiece key={at} piece={piece} isLink />
        ))}
      </a>
    ),
  );
}

function MarkedPiece({ piece: { text, marks }, isLink }: { piece: Piece; isLink: boolean }) {
  let content: ReactNode = isLink || marks.includes("code") ? text : <LinkedText text={text} rel="noopener" />;
  if (marks.includes("code")) content = <code translate="no">{content}</code>;
  if (marks.includes("italic")) content = <em>{content}</em>;
  return marks.includes("bold") ? <strong>{content}</strong> : content;
}
