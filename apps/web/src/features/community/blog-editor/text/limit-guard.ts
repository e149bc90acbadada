import {
  blocksMax,
  blockTextLengthMax,
  draftLengthFactor,
  listItemLengthMax,
  listItemsMax,
} from "@daymark/domain/community/blog-block";
import type { Node } from "prosemirror-model";
import { Plugin } from "prosemirror-state";
import { schema } from "./schema.ts";

/** What an edit would exceed: the count of blocks, or the length of one. */
export type Limit = "blocks" | "length";

/** Called if not everything that was added fits. */
export type OnFull = (limit: Limit) => void;

/**
 * Refuses edits after which the server would not save the working copy: blocks beyond the limit, or a block that becomes
 * too long. Content that is too long already, from an earlier page, can only become shorter.
 */
export function limitGuard(onFull: OnFull): Plugin {
  return new Plugin({
    filterTransaction: (tr, state) => {
      if (!tr.docChanged || tr.getMeta("replaced")) return true;
      const limit = limitOf(state.doc, tr.doc);
      if (limit) onFull(limit);
      return limit === null;
    },
  });
}

/** The limit that an edit would exceed; null if there is none. */
export function limitOf(before: Node, after: Node): Limit | null {
  if (after.childCount > blocksMax && after.childCount > before.childCount) return "blocks";
  // ProseMirror keeps the nodes that an edit does not change.
  return excessIn(after, before) > excessIn(before, after) ? "length" : null;
}

/** By how much the blocks that the other document does not have are too long. */
function excessIn(doc: Node, other: Node): number {
  const same = new Set(other.children);
  return doc.children.filter((node) => !same.has(node)).reduce((sum, node) => sum + excessOf(node), 0);
}

function excessOf(node: Node): number {
  if (node.isTextblock) return over(node.content.size, blockTextLengthMax);
  if (node.type !== schema.nodes.list) return 0;
  let count = 0;
  let excess = 0;
  node.descendants((inner) => {
    if (inner.isTextblock) return false;
    if (inner.type === schema.nodes.item) {
      count += 1;
      excess += over(lengthOfItem(inner), listItemLengthMax);
    }
    return true;
  });
  return excess + over(count, listItemsMax);
}

/** The paragraphs of an item are lines of its text. */
function lengthOfItem(item: Node): number {
  return item.children.filter((child) => child.isTextblock).reduce((sum, { content }) => sum + content.size + 1, -1);
}

function over(size: number, max: number): number {
  return Math.max(0, size - max * draftLengthFactor);
}
