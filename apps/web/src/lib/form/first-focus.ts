import { useEffect, useRef } from "react";

/** Under a finger a field that has the focus brings a keyboard up, which covers half of what is asked. */
function isTouched(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/**
 * What has the focus in a dialog that opens around a form: the first field, under a finger the dialog itself.
 *
 * @param field which one is the first
 */
export function firstFocus(formId: string, field = "input:not([type=hidden])"): HTMLElement | true {
  const form = document.getElementById(formId);
  return (isTouched() ? form?.closest<HTMLElement>("[role=dialog]") : form?.querySelector<HTMLElement>(field)) ?? true;
}

/**
 * Takes the focus to a field of a form that has come into an open dialog, but under a finger. Two frames later: where
 * what had the focus has gone with the step before, the dialog takes it within one.
 *
 * @param focus brings it there
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
