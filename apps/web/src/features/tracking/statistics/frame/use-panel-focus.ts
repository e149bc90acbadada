import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** An arrow key that is held down crosses habits without loading their statistics. */
const followDelayMs = 150;

/**
 * Gives a panel the focus when it opens, reports the habits that get the focus in the calendar while it is open, and
 * returns the focus when it closes.
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, onFollow: (habitId: number) => void): void {
  const latest = useRef(onFollow);
  useEffect(() => {
    latest.current = onFollow;
  });
  // A layout effect ends while the panel is still in the document.
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    let last = document.activeElement;
    let timer: ReturnType<typeof setTimeout> | undefined;
    element.focus({ preventScroll: true });
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || element.contains(target)) return;
      last = target;
      const habitId = habitOf(target);
      if (habitId === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(habitId), followDelayMs);
    };
    document.addEventListener("focusin", onFocusIn);
    return () => {
      document.removeEventListener("focusin", onFocusIn);
      clearTimeout(timer);
      if (element.contains(document.activeElement)) returnFocus(last);
    };
  }, [panel]);
}

/** The habit of a cell or a header of the calendar. */
function habitOf(target: Element): number | undefined {
  const element = target.closest<HTMLElement>("[data-habit], [data-habit-header], [data-habit-streak]");
  const { habit, habitHeader, habitStreak } = element?.dataset ?? {};
  const id = habit ?? habitHeader ?? habitStreak;
  return id === undefined ? undefined : Number(id);
}

/** To the element that had the focus last, or if it is gone, to the tab stop of the calendar. */
function returnFocus(last: Element | null): void {
  const isThere = last instanceof HTMLElement && last.isConnected && last !== document.body;
  const target = isThere ? last : document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
  target?.focus();
}
