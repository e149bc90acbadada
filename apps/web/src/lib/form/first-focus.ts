import { useEffect, useRef } from "react";

/** On a touch screen a focused field opens the keyboard, which covers half of the form. */
function isTouched(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/**
 * The element to focus in a dialog with a form: the first field, or on a touch screen the dialog itself.
 *
 * @param field selector of the first field
 */
export function firstFocus(formId: string, field = "input:not([type=hidden])"): HTMLElement | true {
  const form = document.getElementById(formId);
  return (isTouched() ? form?.closest<HTMLElement>("[role=dialog]") : form?.querySelector<HTMLElement>(field)) ?? true;
}

/**
 * Focuses a field of a form that appears in an open dialog, except on a touch screen. It waits two frames: if the
 * previous step removed the focused element, the dialog takes the focus within one frame.
 *
 * @param focus focuses the field
 */
export function useFirstFocus(focus: () => void) {
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    if (isTouched()) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => latest.current());
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
