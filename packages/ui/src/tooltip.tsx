import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { classes } from "./classes.ts";
import { type Box, placeBeside, type Side } from "./place-beside.ts";
import { popupSurface } from "./popover.tsx";

export type { Side };

interface TooltipProps {
  anchor: Element;
  /** In the order of preference. */
  sides: readonly Side[];
  /** An element that it must not cover, besides its anchor; without a place for it, it stays invisible. */
  free: Element | null;
  /** False lets the pointer through, if no pointer has opened it. */
  isHoverable: boolean;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  /** Escape was pressed. */
  onDismiss: () => void;
  children: ReactNode;
}

/** In pixels; the bar on top of the page, where messages appear, stays free. */
const margin = { top: 68, side: 8 };

/**
 * A text beside an element, which the caller shows and hides. It takes no focus and has nothing to operate. Base UI's
 * tooltip cannot keep clear of a second element, and would be one more file on the pages of guests.
 */
export function Tooltip(props: TooltipProps) {
  const { anchor, sides, free, isHoverable, onPointerEnter, onPointerLeave, onDismiss, children } = props;
  const ref = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    ref.current?.showPopover?.();
  }, []);

  useLayoutEffect(() => {
    const move = () => {
      const tooltip = ref.current;
      if (!tooltip) return;
      const { width, height } = tooltip.getBoundingClientRect();
      const taken = [anchor, ...(free ? [free] : [])].map((element) => element.getBoundingClientRect());
      const place = placeBeside({
        anchor: taken[0] as Box,
        size: { width, height },
        within: visiblePage(),
        free: taken,
        sides,
      });
      tooltip.style.visibility = place ? "visible" : "hidden";
      if (place) tooltip.style.translate = `${Math.round(place.x)}px ${Math.round(place.y)}px`;
    };
    move();
    const end = new AbortController();
    for (const event of ["scroll", "resize"]) {
      addEventListener(event, move, { capture: true, passive: true, signal: end.signal });
    }
    return () => end.abort();
  });

  useEffect(() => {
    // Before others, so that the first Escape hides the tooltip alone.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      onDismiss();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [onDismiss]);

  return (
    <div
      ref={ref}
      // In the top layer no box of the page cuts it off. A browser without popovers shows it in place.
      popover="manual"
      role="tooltip"
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      className={classes(
        popupSurface,
        "invisible fixed inset-auto top-0 left-0 z-40 m-0 w-max max-w-72 px-3 py-2 text-sm",
        !isHoverable && "pointer-events-none",
      )}
    >
      {children}
    </div>
  );
}

function visiblePage(): Box {
  const { clientWidth, clientHeight } = document.documentElement;
  return {
    x: margin.side,
    y: margin.top,
    width: clientWidth - 2 * margin.side,
    height: clientHeight - margin.top - margin.side,
  };
}
