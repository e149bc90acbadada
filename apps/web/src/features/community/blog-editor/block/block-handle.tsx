import GripVertical from "lucide-react/icons/grip-vertical";
import { NodeSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { type DragEvent, useEffect, useState } from "react";
import { positionOf } from "../text/commands.ts";

interface Hovered {
  element: HTMLElement;
  top: number;
}

/**
 * The handle beside the block under the mouse, by which the block is dragged. For mice only: keys and fingers move blocks
 * by Alt with an arrow key and by the toolbar.
 */
export function BlockHandle({ view }: { view: EditorView }) {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  useEffect(() => {
    const { dom } = view;
    const follow = ({ clientY }: MouseEvent) => {
      const element = [...dom.children].find((child) => child.getBoundingClientRect().bottom >= clientY);
      setHovered(element instanceof HTMLElement ? { element, top: element.offsetTop } : null);
    };
    dom.addEventListener("mousemove", follow);
    return () => dom.removeEventListener("mousemove", follow);
  }, [view]);
  if (!hovered) return null;
  const begin = (event: DragEvent) => {
    const index = [...view.dom.children].indexOf(hovered.element);
    if (index < 0) return event.preventDefault();
    const selection = NodeSelection.create(view.state.doc, positionOf(view.state.doc, index));
    view.dispatch(view.state.tr.setSelection(selection));
    const slice = selection.content();
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", slice.content.textBetween(0, slice.content.size, "\n\n"));
    event.dataTransfer.setDragImage(hovered.element, 0, 0);
    view.dragging = { slice, move: true };
  };
  return (
    <div
      aria-hidden="true"
      data-handle=""
      draggable
      onDragStart={begin}
      onDragEnd={() => {
        view.dragging = null;
        setHovered(null);
      }}
      style={{ top: hovered.top }}
      className="absolute -left-6 grid h-8 w-6 cursor-grab place-items-center text-ink-muted hover:text-ink active:cursor-grabbing pointer-coarse:hidden"
    >
      <GripVertical className="size-4" />
    </div>
  );
}
