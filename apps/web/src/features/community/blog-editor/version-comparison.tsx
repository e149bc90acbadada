import type { ShownBlock } from "@daymark/domain/community/blog-block";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { type BlockKindNames, useBlockNames } from "./block-words.ts";
import { listLines, markedDown } from "./marked-down.ts";
import { compareLines, type Piece } from "./text-difference.ts";
import { type Said, saidIn, type Writing } from "./writing.ts";

interface VersionComparisonProps {
  version: Said;
  writing: Writing;
}

/** The differences between a version and the current content, shown by text and marks, not by color alone. */
export default function VersionComparison({ version, writing }: VersionComparisonProps) {
  const { t, i18n } = useLingui();
  const names = useBlockNames();
  const lines = useMemo(() => {
    /** Tags, cover and signature, each as a line, if there are any. */
    const detailsOf = ({ tags = [], cover, signed_by }: Said): string[] => [
      ...(tags.length > 0 ? [`${t`Tags`}: ${tags.join(", ")}`] : []),
      ...(cover ? [`${t`Cover image`}: ${cover.alt} (${cover.url})`] : []),
      ...(signed_by ? [`${t`Author`}: ${signed_by}`] : []),
    ];
    const now = saidIn(writing);
    // An older version does not know them.
    const areKnown = version.tags !== undefined;
    const all = (said: Said) => [...(areKnown ? detailsOf(said) : []), ...linesOf(said, names)];
    return compareLines(all(version), all(now));
  }, [version, writing, names, t]);
  if (lines.every(({ kind }) => kind === "same")) {
    return (
      <p className="text-ink-muted">
        <Trans>Same as the current text.</Trans>
      </p>
    );
  }
  const marks = { same: "", added: "+", removed: "−", changed: "~" } as const;
  const words = { same: "", added: t`Added:`, removed: t`Removed:`, changed: t`Changed:` } as const;
  const looks = {
    same: "text-ink-muted",
    added: "bg-success-soft",
    removed: "bg-danger-soft",
    changed: "bg-sunken",
  } as const;
  return (
    <ul lang={writing.language} className="flex flex-col gap-1 text-[0.9375rem] leading-relaxed">
      {lines.map(({ kind, pieces }, index) => (
        <li key={index} className={`flex gap-2 rounded-lg px-2 py-1 ${looks[kind]}`}>
          <span aria-hidden="true" className="w-3 shrink-0 text-center font-[640]">
            {marks[kind]}
          </span>
          <span className="min-w-0 break-words whitespace-pre-line">
            {words[kind] ? (
              <span lang={i18n.locale} className="sr-only">
                {words[kind]}{" "}
              </span>
            ) : null}
            {pieces.map((piece, at) => (
              <ShownPiece key={at} piece={piece} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function ShownPiece({ piece: { kind, text } }: { piece: Piece }) {
  if (kind === "added") return <ins className="text-success-text decoration-2 underline-offset-2">{text}</ins>;
  return kind === "removed" ? <del className="text-danger-text">{text}</del> : text;
}

/** Each block as a line; with its kind if it is not just text. */
function linesOf({ title, description, blocks }: Said, names: BlockKindNames): string[] {
  return [title, description, ...blocks.map((block) => lineOf(block, names))];
}

function lineOf(block: ShownBlock, names: BlockKindNames): string {
  if (block.kind === "paragraph") return markedDown(block);
  const name = names[block.kind];
  switch (block.kind) {
    case "divider":
      return `— ${name} —`;
    case "image":
      return `${name}: ${block.alt} (${block.url})`;
    case "link":
      return `${name}: ${block.text} (${block.url})`;
    case "list":
      return listLines(block).join("\n");
    case "code":
      return `${name}: ${block.text}`;
    default:
      return `${name}: ${markedDown(block)}`;
  }
}
