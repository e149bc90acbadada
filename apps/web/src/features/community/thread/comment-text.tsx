import type { Comment, CommentBlock } from "@daymark/domain/community/comment";
import { type ListBranch, listTree, type Piece, type RichText, runsOf } from "@daymark/domain/community/rich-text";
import { linkClass } from "@daymark/ui/link";
import { Fragment, type ReactNode } from "react";
import "./comment-text.css";
import { LinkedText } from "./linked-text.tsx";

/** What a comment says: plain text with its addresses as links, or the blocks of its Markdown. */
export function CommentText({ comment: { text, blocks } }: { comment: Pick<Comment, "text" | "blocks"> }) {
  if (!blocks) {
    return (
      <p className="max-w-[68ch] leading-relaxed break-words whitespace-pre-line">
        <LinkedText text={text} />
      </p>
    );
  }
  return (
    <div className="comment-text">
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: CommentBlock }) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Marked {...block} />
        </p>
      );
    case "quote":
      return (
        <blockquote>
          <p>
            <Marked {...block} />
          </p>
        </blockquote>
      );
    case "list":
      return <Items ordered={block.ordered} start={block.start} branches={listTree(block.items)} />;
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, which keyboards do only in what has the focus
        <pre tabIndex={0}>
          <code translate="no">{block.text}</code>
        </pre>
      );
  }
}

interface ItemsProps {
  ordered: boolean;
  start?: number | undefined;
  branches: readonly ListBranch<RichText>[];
}

function Items({ ordered, start, branches }: ItemsProps) {
  const items = branches.map(({ item, children }, index) => (
    <li key={index}>
      <Marked {...item} />
      {children.length > 0 ? <Items ordered={ordered} branches={children} /> : null}
    </li>
  ));
  return ordered ? <ol start={start}>{items}</ol> : <ul>{items}</ul>;
}

/** A text with its marks. Its addresses are links of it already, and search engines do not follow what users link. */
function Marked(text: RichText) {
  return runsOf(text).map(({ href, pieces }, index) => {
    const words = pieces.map((piece, at) => <MarkedPiece key={at} {...piece} />);
    return href === null ? (
      <Fragment key={index}>{words}</Fragment>
    ) : (
      <a key={index} href={href} rel="nofollow ugc noopener" className={`${linkClass} break-words`}>
        {words}
      </a>
    );
  });
}

function MarkedPiece({ text, marks }: Piece) {
  let content: ReactNode = text;
  if (marks.includes("code")) content = <code translate="no">{content}</code>;
  if (marks.includes("italic")) content = <em>{content}</em>;
  return marks.includes("bold") ? <strong>{content}</strong> : content;
}
