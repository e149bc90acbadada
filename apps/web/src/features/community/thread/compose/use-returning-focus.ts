import { type RefObject, useEffect } from "react";
import { useSessionStatus } from "../../../../lib/app.ts";
import { type DraftPlace, takeLeftDraft } from "./draft.ts";

/** Moves the focus to a new comment if its writer has left it to log in, and has returned. */
export function useReturningFocus({
  place,
  field,
  isNew,
}: {
  place: DraftPlace;
  field: RefObject<HTMLTextAreaElement | null>;
  isNew: boolean;
}): void {
  const status = useSessionStatus();
  useEffect(() => {
    if (!isNew || status !== "user" || !takeLeftDraft(place)) return;
    // A page is hidden until its user is known, and may appear late: a hidden element cannot take the focus.
    let frame = 0;
    const look = () => {
      const text = field.current;
      if (!text) return;
      text.focus({ preventScroll: true });
      if (document.activeElement !== text) {
        // The focus is not taken from another element either.
        if (document.activeElement === document.body) frame = requestAnimationFrame(look);
        return;
      }
      text.setSelectionRange(text.value.length, text.value.length);
      text.scrollIntoView({ block: "center" });
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [isNew, status]);
}
