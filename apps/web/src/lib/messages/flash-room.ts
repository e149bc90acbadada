import type { ToastRoom } from "@daymark/ui/toast";
import { useLayoutEffect, useState } from "react";

/** Widths in pixels. With less space, messages also cover the logo, and then the elements beside it. */
const [widthGood, widthMin] = [352, 208];

/** Horizontal places in the window, in pixels. */
interface Span {
  left: number;
  right: number;
}

/**
 * The place of the messages within the navbar, on top of the main area, where they cover neither a heading nor a
 * dialog.
 *
 * @param bar the content of the navbar, from the logo to the last button
 * @param free the part of it that is empty
 */
export function spanOfMessages(bar: Span, free: Span): Span {
  const left = free.right - free.left < widthGood ? bar.left : free.left;
  return { left, right: Math.min(Math.max(free.right, left + widthMin), bar.right) };
}

/** Where messages are shown; undefined before it is known. It follows the navbar. */
export function useFlashRoom(): ToastRoom | undefined {
  const [room, setRoom] = useState<ToastRoom>();
  useLayoutEffect(() => {
    const free = document.querySelector("[data-flash-room]");
    const bar = free?.parentElement;
    if (!free || !bar) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(bar);
      const box = bar.getBoundingClientRect();
      const content = {
        left: box.left + Number.parseFloat(paddingLeft),
        right: box.right - Number.parseFloat(paddingRight),
      };
      const { left, right } = spanOfMessages(content, free.getBoundingClientRect());
      setRoom({ left, top: 0, width: right - left, height: box.height });
    };
    // It reports at once, too.
    const observer = new ResizeObserver(measure);
    observer.observe(free);
    observer.observe(bar);
    return () => observer.disconnect();
  }, []);
  return room;
}
