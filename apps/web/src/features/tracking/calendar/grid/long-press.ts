import type { PointerEvent } from "react";

/** How long a finger must rest on a cell to open its entry. */
const longPressMs = 450;
/** A finger that moves further than this is scrolling. */
const longPressSlackPx = 8;

/** Distinguishes a long press on a cell from a tap or a scroll. */
export function createLongPress(onLongPress: (target: EventTarget) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let isLong = false;
  let isTouch = false;
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    start({ pointerType, clientX, clientY, target }: PointerEvent) {
      end();
      isLong = false;
      isTouch = pointerType === "touch";
      if (!isTouch) return;
      start = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        isLong = true;
        onLongPress(target);
      }, longPressMs);
    },
    move({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - start.x, clientY - start.y) > longPressSlackPx) end();
    },
    end,
    /** True for the click that ends a long press: it must not toggle the entry that the press has just opened. */
    wasLong() {
      const answer = isLong;
      isLong = false;
      return answer;
    },
    /** True if the newest press was by a finger. */
    isByTouch: () => isTouch,
    isTouching: () => isTouch && (timer !== undefined || isLong),
  };
}
