import type { Attrs, Node } from "prosemirror-model";
import { NodeSelection, Selection } from "prosemirror-state";
import type { Decoration, EditorView, NodeView, NodeViewConstructor } from "prosemirror-view";
import type { BlockFaults } from "../faults.ts";
import { schema } from "./schema.ts";

/** A card on the screen: an image or a separate link, whose fields React renders into an element of the text. */
export interface Card {
  /** Unique while the page is open. */
  readonly id: string;
  readonly element: HTMLElement;
  readonly node: Node;
  readonly faults: BlockFaults | undefined;
}

/** Changes of a card, which become changes of the document. */
export interface CardActions {
  change: (attrs: Attrs) => void;
  /** Selects the card in the text. The focus stays where it is. */
  select: () => void;
  /** Moves the focus to the text after the card, and begins a paragraph if there is none. */
  leave: () => void;
  remove: () => void;
}

/** The cards of the text, for React. */
export class CardStore {
  readonly #views = new Map<string, CardView>();
  readonly #listeners = new Set<() => void>();
  #cards: readonly Card[] = [];
  #count = 0;

  get cards(): readonly Card[] {
    return this.#cards;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly createView: NodeViewConstructor = (node, view, getPos, decorations) => {
    this.#count += 1;
    const card = new CardView(this, `card-${this.#count}`, { node, view, getPos, decorations });
    this.#views.set(card.id, card);
    this.changed();
    return card;
  };

  actionsOf(id: string): CardActions | undefined {
    return this.#views.get(id);
  }

  /** The card at a position of the document. */
  idAt(position: number): string | undefined {
    return [...this.#views.values()].find(({ position: own }) => own === position)?.id;
  }

  drop(id: string): void {
    this.#views.delete(id);
    this.changed();
  }

  changed(): void {
    this.#cards = [...this.#views.values()].map(({ id, dom, node, faults }) => ({ id, element: dom, node, faults }));
    for (const listener of this.#listeners) listener();
  }
}

interface CardPlace {
  node: Node;
  view: EditorView;
  getPos: () => number | undefined;
  decorations: readonly Decoration[];
}

/** The place of a card in ProseMirror's text: React has the content, so ProseMirror ignores its events and changes. */
class CardView implements NodeView, CardActions {
  readonly id: string;
  readonly dom = document.createElement("div");
  node: Node;
  faults: BlockFaults | undefined;
  readonly #store: CardStore;
  readonly #view: EditorView;
  readonly #getPos: () => number | undefined;

  constructor(store: CardStore, id: string, { node, view, getPos, decorations }: CardPlace) {
    this.#store = store;
    this.id = id;
    this.node = node;
    this.#view = view;
    this.#getPos = getPos;
    this.faults = faultsIn(decorations);
    this.dom.dataset.card = id;
  }

  get position(): number | undefined {
    return this.#getPos();
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type !== this.node.type) return false;
    const faults = faultsIn(decorations);
    if (node === this.node && faults === this.faults) return true;
    this.node = node;
    this.faults = faults;
    this.#store.changed();
    return true;
  }

  selectNode(): void {
    this.dom.dataset.selected = "";
  }

  deselectNode(): void {
    delete this.dom.dataset.selected;
  }

  stopEvent({ target, type }: Event): boolean {
    if (type.startsWith("drag") || type === "drop") return target !== this.dom;
    return target instanceof Element && target.closest("input, textarea, button, label, form") !== null;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#store.drop(this.id);
  }

  change(attrs: Attrs): void {
    const position = this.position;
    if (position === undefined) return;
    const wasSelected = this.#isSelectedAt(position);
    const tr = this.#view.state.tr.setNodeMarkup(position, null, { ...this.node.attrs, ...attrs });
    // The new node would otherwise not be selected.
    if (wasSelected) tr.setSelection(NodeSelection.create(tr.doc, position));
    this.#view.dispatch(tr);
  }

  select(): void {
    const position = this.position;
    if (position === undefined || this.#isSelectedAt(position)) return;
    const { tr } = this.#view.state;
    this.#view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
  }

  #isSelectedAt(position: number): boolean {
    const { selection } = this.#view.state;
    return selection instanceof NodeSelection && selection.from === position;
  }

  leave(): void {
    const position = this.position;
    if (position === undefined) return;
    const tr = this.#view.state.tr;
    const end = position + this.node.nodeSize;
    if (!tr.doc.resolve(end).nodeAfter) tr.insert(end, schema.nodes.paragraph.create());
    this.#view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(end), 1)).scrollIntoView());
    this.#view.focus();
  }

  remove(): void {
    const position = this.position;
    if (position === undefined) return;
    const tr = this.#view.state.tr.delete(position, position + this.node.nodeSize);
    this.#view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(position), -1)).scrollIntoView());
    this.#view.focus();
  }
}

function faultsIn(decorations: readonly Decoration[]): BlockFaults | undefined {
  return decorations.find(({ spec }) => spec.faults)?.spec.faults;
}
