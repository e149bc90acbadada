import { DOMSerializer, type Node } from "prosemirror-model";
import type { NodeView, NodeViewConstructor } from "prosemirror-view";
import type { CardStore } from "./card-store.ts";
import { schema } from "./schema.ts";

/** The views of all nodes: cards have fields, the others the elements of the schema. */
export function nodeViews(cards: CardStore): Record<string, NodeViewConstructor> {
  const elements = Object.keys(schema.nodes).filter((name) => name !== "doc" && name !== "text");
  const views = Object.fromEntries(elements.map((name) => [name, elementView]));
  return { ...views, image: cards.createView, link_card: cards.createView };
}

/**
 * The element of a node. Others change attributes in the text: dialogs hide what is behind them from screen readers,
 * extensions mark words. ProseMirror would take that for an edit, and render the text again.
 */
function elementView(node: Node): NodeView {
  const { toDOM } = node.type.spec;
  if (!toDOM) throw new Error(`no element for ${node.type.name}`);
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, toDOM(node));
  return { dom, contentDOM: contentDOM ?? null, ignoreMutation: ({ type }) => type === "attributes" };
}
