import type { Node } from "prosemirror-model";
import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type { Faults } from "../faults.ts";
import { positionOf } from "./commands.ts";

const key = new PluginKey<DecorationSet>("faults");

/** Marks the blocks with errors. The marks of cards carry their errors. */
export const faultMarks = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply: (tr, marks) => {
      const faults: Faults["blocks"] | undefined = tr.getMeta(key);
      return faults ? marksOf(tr.doc, faults) : marks.map(tr.mapping, tr.doc);
    },
  },
  props: { decorations: (state) => key.getState(state) },
});

/** The plugin's argument for a transaction. */
export const faultsKey = key;

function marksOf(doc: Node, faults: Faults["blocks"]): DecorationSet {
  const marks = Object.entries(faults).flatMap(([index, found]) => {
    const node = doc.maybeChild(Number(index));
    if (!node) return [];
    const from = positionOf(doc, Number(index));
    return [Decoration.node(from, from + node.nodeSize, { class: "is-wrong" }, { faults: found })];
  });
  return DecorationSet.create(doc, marks);
}
