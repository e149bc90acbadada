import { type EditorState, Selection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useEffect, useMemo, useRef, useState } from "react";
import { isSame } from "../equal.ts";
import type { Faults } from "../faults.ts";
import { CardStore } from "../text/card-store.ts";
import { blocksOf, nodesOf } from "../text/convert.ts";
import { createTextView } from "../text/create-view.ts";
import { faultsKey } from "../text/fault-marks.ts";
import type { Limit, OnFull } from "../text/limit-guard.ts";
import type { Hints } from "../text/placeholder.ts";
import { schema } from "../text/schema.ts";
import type { Editor } from "../use-editor.ts";
import type { OpenMenu } from "./block-menu.tsx";
import { focusToolbar } from "./text-places.ts";

/** What the text needs of the page. */
interface Surroundings {
  attributes: Record<string, string>;
  hints: Hints;
  onMoved: (place: number) => void;
  onFull: OnFull;
  onMenu: (menu: OpenMenu) => void;
  onLink: () => void;
}

/** Keeps ProseMirror's document and the post in the editor equal: each follows what changes in the other. */
export function useTextView(editor: Editor, faults: Faults, surroundings: Surroundings) {
  const place = useRef<HTMLDivElement>(null);
  const [cards] = useState(() => new CardStore());
  const [view, setView] = useState<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const { blocks } = editor.writing;
  /** The blocks that the document has. */
  const shown = useRef(blocks);
  const latest = useRef({ editor, surroundings });
  latest.current = { editor, surroundings };
  const page = useMemo(() => {
    const around = () => latest.current.surroundings;
    return {
      hints: () => around().hints,
      attributes: () => around().attributes,
      onFull: (limit: Limit) => around().onFull(limit),
      onMoved: (place: number) => around().onMoved(place),
      onMenu: (menu: OpenMenu) => around().onMenu(menu),
      onLink: () => around().onLink(),
    };
  }, []);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const { editor } = latest.current;
    shown.current = editor.read().writing.blocks;
    const created = createTextView(element, {
      ...page,
      blocks: shown.current,
      cards,
      keys: {
        onMoved: page.onMoved,
        editLink: (_, dispatch) => {
          if (dispatch) page.onLink();
          return true;
        },
        openMenu: ({ selection: { $from, empty } }, dispatch, view) => {
          const { parent, depth } = $from;
          if (!empty || depth !== 1 || parent.type !== schema.nodes.paragraph || parent.content.size > 0) return false;
          const anchor = view?.nodeDOM($from.before());
          if (dispatch && anchor instanceof HTMLElement) page.onMenu({ anchor, typed: "/" });
          return true;
        },
        enterCard: ({ selection }, _, view) => {
          const id = cards.idAt(selection.from);
          const field = id !== undefined && selection.$from.nodeAfter?.isAtom && document.getElementById(`${id}-main`);
          if (!view || !field) return false;
          field.focus();
          return true;
        },
        focusToolbar: () => focusToolbar(),
      },
      onState: (next, tr) => {
        setState(next);
        if (!tr.docChanged || tr.getMeta("replaced")) return;
        shown.current = blocksOf(next.doc);
        latest.current.editor.change({ blocks: shown.current });
      },
    });
    setView(created);
    setState(created.state);
    return () => created.destroy();
  }, [cards, page]);

  // Blocks that did not come from the document: a version, or the content of another author. The rendered blocks may be
  // older than the document's, so the newest ones are compared.
  useEffect(() => {
    const newest = latest.current.editor.read().writing.blocks;
    if (!view || !blocks || shown.current === newest) return;
    shown.current = newest;
    const { tr, doc } = view.state;
    view.dispatch(tr.replaceWith(0, doc.content.size, nodesOf(newest)).setMeta("replaced", true));
  }, [view, blocks]);

  const marked = useRef(faults.blocks);
  useEffect(() => {
    if (!view || isSame(marked.current, faults.blocks)) return;
    marked.current = faults.blocks;
    view.dispatch(view.state.tr.setMeta(faultsKey, faults.blocks));
  }, [view, faults.blocks]);

  // The function of the attributes is the same, so ProseMirror needs to be told.
  const { attributes } = surroundings;
  const attributesText = JSON.stringify(attributes);
  useEffect(() => {
    if (attributesText) view?.setProps({ attributes: page.attributes });
  }, [view, page, attributesText]);

  return {
    ...{ place, view, state, cards },
    onMoved: page.onMoved,
    /** Continues at the end of the text, in a paragraph. */
    continueAtEnd: () => {
      if (!view) return;
      const { tr, doc } = view.state;
      const isParagraph = doc.lastChild?.type === schema.nodes.paragraph;
      if (!isParagraph) tr.insert(doc.content.size, schema.nodes.paragraph.create());
      view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView());
      view.focus();
    },
  };
}
