import type { BlockKind } from "@daymark/domain/community/blog-block";
import { setBlockType } from "prosemirror-commands";
import { closeHistory, undo } from "prosemirror-history";
import type { Node, NodeType } from "prosemirror-model";
import { liftListItem, sinkListItem, wrapInList } from "prosemirror-schema-list";
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from "prosemirror-state";
import { kindOf, nodeNameOf, schema } from "./schema.ts";

const { item, list, paragraph } = schema.nodes;

/** Kinds of running text, between which a block can change. */
export const textKinds = ["paragraph", "title", "subtitle", "quote", "code"] as const;
export type TextKind = (typeof textKinds)[number];

/** The indexes of the first and last top-level block of the selection. */
function selectedRange({ selection: { $from, $to } }: EditorState): [number, number] {
  const last = $to.index(0);
  // After a selected top-level node, `$to` is before the next one.
  return [$from.index(0), $to.depth === 0 && last > $from.index(0) ? last - 1 : last];
}

/** The position before the top-level block at an index. */
export function positionOf(doc: Node, index: number): number {
  return doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
}

/** The index of the top-level block of the selection's beginning. */
function selectedIndex(state: EditorState): number {
  return selectedRange(state)[0];
}

/** The kind of the block with the caret. */
export function selectedKind(state: EditorState): BlockKind {
  const block = state.doc.maybeChild(selectedIndex(state));
  return block ? kindOf(block) : "paragraph";
}

/** Whether the list with the caret is numbered; null outside of lists. */
export function selectedList({ selection: { $from } }: EditorState): boolean | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type === list) return node.attrs.ordered;
  }
  return null;
}

/** The command with which a command goes on in the state that another one leaves; both are one undo step. */
function then(first: Command, second: Command): Command {
  return (state, dispatch, view) => {
    const tr = state.tr;
    let between = state;
    const collect = (done: typeof tr) => {
      for (const step of done.steps) tr.step(step);
      tr.setSelection(Selection.fromJSON(tr.doc, done.selection.toJSON()));
      between = between.apply(done);
    };
    if (!first(between, collect)) return false;
    const goesOn = second(between, collect, view);
    if (goesOn) dispatch?.(tr.scrollIntoView());
    return goesOn;
  };
}

const nothing: Command = () => true;

/** Lifts the items of the selection out of all their lists. */
const leaveLists: Command = (state, dispatch) => {
  if (selectedList(state) === null) return nothing(state, dispatch);
  return then(liftListItem(item), leaveLists)(state, dispatch);
};

/** Gives the blocks of the selection a kind of running text. Items of lists become blocks. */
export function setKind(kind: TextKind): Command {
  const type = schema.nodes[nodeNameOf(kind)];
  return then(leaveLists, (state, dispatch) => isEvery(state, type) || setBlockType(type)(state, dispatch));
}

function isEvery(state: EditorState, type: NodeType): boolean {
  const [from, to] = selectedRange(state);
  return state.doc.children.slice(from, to + 1).every((block) => block.type === type);
}

/** Makes a list of the blocks of the selection, changes the kind of their list, or dissolves a list of this kind. */
export function toggleList(ordered: boolean): Command {
  return (state, dispatch) => {
    const current = selectedList(state);
    if (current === ordered) return leaveLists(state, dispatch);
    if (current === null) return then(setKind("paragraph"), wrapInList(list, { ordered }))(state, dispatch);
    const index = selectedIndex(state);
    const position = positionOf(state.doc, index);
    const tr = state.tr;
    state.doc.child(index).descendants((node, at) => {
      if (node.type === list) tr.setNodeAttribute(position + 1 + at, "ordered", ordered);
    });
    dispatch?.(tr.setNodeAttribute(position, "ordered", ordered));
    return true;
  };
}

/** Tab in a list: one level deeper, as long as the items under the selected ones are within the levels of the API. */
export function sinkItem(levelMax: number): Command {
  return (state, dispatch) => {
    const { $from, $to } = state.selection;
    const range = $from.blockRange($to, ({ type }) => type === list);
    if (!range) return false;
    let level = 0;
    for (let depth = range.depth; depth > 0; depth -= 1) if ($from.node(depth).type === list) level += 1;
    const items = range.parent.children.slice(range.startIndex, range.endIndex);
    const levelsBelow = Math.max(...items.map(listsIn));
    return level + levelsBelow <= levelMax && sinkListItem(item)(state, dispatch);
  };
}

/** How many lists a node has within each other. */
function listsIn(node: Node): number {
  const below = node.children.map(listsIn);
  return Math.max(0, ...below) + (node.type === list ? 1 : 0);
}

/** Shift+Tab in an inner list: one level up. */
export const liftInnerItem: Command = (state, dispatch) =>
  state.selection.$from.depth > 3 && selectedList(state) !== null && liftListItem(item)(state, dispatch);

/** Enter in an empty item ends the list, or moves the item one level up. */
export const leaveEmptyItem: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  return (
    empty && $from.parent.content.size === 0 && selectedList(state) !== null && liftListItem(item)(state, dispatch)
  );
};

/** Backspace at the beginning of an item or of another kind makes it a paragraph. */
export const becomeParagraph: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parentOffset > 0) return false;
  if (selectedList(state) !== null) {
    // Only the first paragraph of an item begins it.
    return $from.index(-1) === 0 && liftListItem(item)(state, dispatch);
  }
  return $from.parent.type !== paragraph && setBlockType(paragraph)(state, dispatch);
};

/** Enter after an empty last line ends the code. */
export const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  const isAtEnd = empty && $from.parentOffset === parent.content.size;
  if (parent.type !== schema.nodes.code_block || !isAtEnd || !parent.textContent.endsWith("\n")) return false;
  const tr = state.tr.delete($from.pos - 1, $from.pos);
  const after = tr.mapping.map($from.after());
  tr.insert(after, paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
};

/** Shift+Enter: a line within the block; headings have one line. */
export const breakLine: Command = (state, dispatch) => {
  const { type } = state.selection.$from.parent;
  if (type === schema.nodes.title || type === schema.nodes.subtitle) return true;
  dispatch?.(state.tr.insertText("\n").scrollIntoView());
  return true;
};

/**
 * Moves the blocks of the selection one place: their neighbor goes to their other side, so that the selection stays.
 *
 * @param onMoved called with the place of the first block, from 1
 */
export function moveBlocks(by: -1 | 1, onMoved?: (place: number) => void): Command {
  return (state, dispatch) => {
    const [first, last] = selectedRange(state);
    const neighborIndex = by === -1 ? first - 1 : last + 1;
    const neighbor = state.doc.maybeChild(neighborIndex);
    if (!neighbor) return false;
    if (!dispatch) return true;
    const position = positionOf(state.doc, neighborIndex);
    const tr = state.tr.delete(position, position + neighbor.nodeSize);
    tr.insert(positionOf(tr.doc, by === -1 ? last : first), neighbor);
    // Inserting before a selected node would otherwise select the inserted one.
    const selected = positionOf(tr.doc, first + by);
    if (state.selection instanceof NodeSelection && state.selection.$from.depth === 0) {
      tr.setSelection(NodeSelection.create(tr.doc, selected));
    }
    dispatch(asOwnStep(tr));
    onMoved?.(first + by + 1);
    return true;
  };
}

/** Deletes the blocks of the selection; a post always has a block to write in. */
export const deleteBlocks: Command = (state, dispatch) => {
  const [first, last] = selectedRange(state);
  const [from, to] = [positionOf(state.doc, first), positionOf(state.doc, last + 1)];
  const isAll = from === 0 && to === state.doc.content.size;
  const tr = isAll ? state.tr.replaceWith(from, to, paragraph.create()) : state.tr.delete(from, to);
  const near = Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)), first > 0 ? -1 : 1);
  dispatch?.(asOwnStep(tr.setSelection(near)));
  return true;
};

/**
 * Brings back the blocks that {@link deleteBlocks} deleted: by an undo, or at their place if the text has changed since.
 *
 * @param before the state in which they were selected
 * @param after the document without them
 */
export function restoreBlocks(before: EditorState, after: Node): Command {
  const [first, last] = selectedRange(before);
  const blocks = before.doc.children.slice(first, last + 1);
  return (state, dispatch) => {
    const { doc, tr } = state;
    if (doc === after) return undo(state, dispatch);
    // An undo by keys has brought them back already.
    if (blocks.some((block) => doc.children.includes(block))) return false;
    const position = positionOf(doc, Math.min(first, doc.childCount));
    tr.insert(position, blocks);
    dispatch?.(asOwnStep(tr.setSelection(Selection.near(tr.doc.resolve(position), 1))));
    return true;
  };
}

/** Inserts nodes in place of an empty paragraph, or after the block with the caret. */
export function insertNodes(nodes: readonly Node[]): Command {
  return (state, dispatch) => {
    const [, last] = selectedRange(state);
    const block = state.doc.maybeChild(last);
    const from = positionOf(state.doc, last);
    const to = from + (block?.nodeSize ?? 0);
    const replaces = block?.type === paragraph && block.content.size === 0;
    const start = replaces ? from : to;
    const tr = state.tr.replaceWith(start, to, [...nodes]);
    const end = nodes.reduce((sum, { nodeSize }) => sum + nodeSize, start);
    // A block without text at the end is followed by a paragraph to write in.
    const only = nodes.at(-1);
    if (end === tr.doc.content.size && only && !only.isTextblock && only.type !== list) {
      tr.insert(end, paragraph.create());
    }
    const first = tr.doc.nodeAt(start);
    const selection =
      first?.type === schema.nodes.divider
        ? Selection.near(tr.doc.resolve(end), 1)
        : first?.isAtom
          ? NodeSelection.create(tr.doc, start)
          : Selection.near(tr.doc.resolve(start + 1), 1);
    dispatch?.(asOwnStep(tr.setSelection(selection)));
    return true;
  };
}

/** An undo takes back the change alone, not what was typed just before it. */
function asOwnStep(tr: Transaction): Transaction {
  return closeHistory(tr).scrollIntoView();
}
