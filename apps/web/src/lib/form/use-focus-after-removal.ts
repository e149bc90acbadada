import { type RefObject, useEffect, useRef } from "react";

/**
 * A removed line of a list in a dialog disappears with the pressed button: the focus moves to the first button of the
 * line in its place, or of the last one; after the only one, to the dialog, whose name the screen reader announces.
 *
 * @param list the element around the lines, which are `li`
 * @returns `onRemoval` to call with the position of the line that is being removed; `nextFocus` is the element that
 *   gets the focus then, for a question that closes after the removal
 */
export function useFocusAfterRemoval(list: RefObject<HTMLElement | null>, lines: readonly unknown[]) {
  const removed = useRef<Removed>(null);
  useEffect(() => {
    const { current } = removed;
    if (!current || lines.length >= current.count) return;
    current.count = 0;
    // The focused element was removed with its line; the dialog takes the focus within one frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const { activeElement } = document;
        if (activeElement === document.body || activeElement === current.dialog) elementAfter(list, current)?.focus();
      }),
    );
  }, [list, lines]);
  return {
    onRemoval: (index: number) => {
      const dialog = list.current?.closest<HTMLElement>('[role="dialog"]') ?? null;
      removed.current = { index, count: lines.length, dialog };
    },
    nextFocus: () => removed.current && elementAfter(list, removed.current),
  };
}

interface Removed {
  index: number;
  /** How many lines there were; 0 once the focus has moved. */
  count: number;
  dialog: HTMLElement | null;
}

function elementAfter(list: RefObject<HTMLElement | null>, { index, dialog }: Removed): HTMLElement | null {
  const shown = list.current?.querySelectorAll("li") ?? [];
  return shown[Math.min(index, shown.length - 1)]?.querySelector("button") ?? dialog;
}
