import type { EditorState, Transaction } from "prosemirror-state";
import { schema } from "./schema.ts";

const { link } = schema.marks;

/** The part of the text to which a link belongs or is to be given. */
export interface LinkRange {
  from: number;
  to: number;
  /** Null if there is no link yet. */
  href: string | null;
}

/** The link with the caret, or the selected text within one block. */
export function linkRange({ selection: { $from, $to, empty } }: EditorState): LinkRange | null {
  const mark = link.isInSet($from.marks()) ?? link.isInSet($from.nodeAfter?.marks ?? []);
  if (!mark) return empty || !$from.sameParent($to) ? null : { from: $from.pos, to: $to.pos, href: null };
  const start = $from.start();
  let [from, to] = [$from.pos, $from.pos];
  $from.parent.forEach((node, offset) => {
    const [begin, end] = [start + offset, start + offset + node.nodeSize];
    // Neighboring pieces of one link are differently marked texts.
    if (!mark.isInSet(node.marks)) return;
    if (begin <= to && end >= from) [from, to] = [Math.min(from, begin), Math.max(to, end)];
  });
  return { from, to, href: mark.attrs.href };
}

/** Sets or removes a link. */
export function setLink(state: EditorState, { from, to }: LinkRange, href: string | null): Transaction {
  const tr = state.tr.removeMark(from, to, link);
  return href === null ? tr : tr.addMark(from, to, link.create({ href }));
}
