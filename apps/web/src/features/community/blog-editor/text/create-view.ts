import { dropCursor } from "prosemirror-dropcursor";
import { gapCursor } from "prosemirror-gapcursor";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { EditorState, type Transaction } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import type { WrittenBlock } from "../writing.ts";
import type { CardStore } from "./card-store.ts";
import { docOf } from "./convert.ts";
import { faultMarks } from "./fault-marks.ts";
import { markdownRules } from "./input-rules.ts";
import { type PageKeys, textKeys } from "./keys.ts";
import { limitGuard, type OnFull } from "./limit-guard.ts";
import { nodeViews } from "./node-views.ts";
import { pasteEvents } from "./paste-events.ts";
import { type Hints, placeholders } from "./placeholder.ts";

export interface TextViewParts {
  blocks: readonly WrittenBlock[];
  cards: CardStore;
  keys: PageKeys;
  hints: () => Hints;
  attributes: () => Record<string, string>;
  onFull: OnFull;
  /** Called after each transaction, with the new state. */
  onState: (state: EditorState, tr: Transaction) => void;
}

/** The text of a post in an element: ProseMirror with our schema, keys and cards. */
export function createTextView(place: HTMLElement, parts: TextViewParts): EditorView {
  const { cards, keys, hints, attributes, onFull, onState } = parts;
  const state = EditorState.create({
    doc: docOf(parts.blocks),
    plugins: [
      markdownRules,
      keymap(textKeys(keys)),
      history(),
      dropCursor({ color: false, class: "drop-mark" }),
      gapCursor(),
      faultMarks,
      placeholders(hints),
      limitGuard(onFull),
    ],
  });
  const view: EditorView = new EditorView(
    { mount: place },
    {
      state,
      attributes,
      nodeViews: nodeViews(cards),
      handleDOMEvents: pasteEvents(onFull),
      dispatchTransaction: (tr) => {
        const next = view.state.apply(tr);
        view.updateState(next);
        onState(next, tr);
      },
    },
  );
  return view;
}
