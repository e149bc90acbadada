import type { Node } from "prosemirror-model";
import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type { Faults } from "../faults.ts";
import { positionOf } from "./commands.ts";

interface FaultState {
  faults: Faults["blocks"];
  marks: DecorationSet;
}

const key = new PluginKey<FaultState>("faults");

/** Marks the blocks with errors. The marks of cards carry their errors. */
export const faultMarks = new Plugin<FaultState>({
  key,
  state: {
    init: () => ({ faults: {}, marks: DecorationSet.empty }),
    apply: (tr, { faults, marks }, before) => {
      const found: Faults["blocks"] | undefined = tr.getMeta(key);
      if (found) return { faults: found, marks: marksOf(tr.doc, found) };
      // Each change of a card replaces its node, and mapping would drop the node's mark.
      const isSameCount = tr.doc.childCount === before.doc.childCount;
      if (tr.docChanged && isSameCount) return { faults, marks: marksOf(tr.doc, faults) };
      return { faults, marks: marks.map(tr.mapping, tr.doc) };
    },
  },
  props: { decorations: (state) => key.getState(state)?.marks },
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
