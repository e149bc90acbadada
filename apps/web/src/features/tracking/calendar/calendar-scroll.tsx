import { classes } from "@daymark/ui/classes";
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from "react";
import type { Month } from "../clock/month.ts";
import type { Layout } from "./grid/grid.ts";

/** As many columns of habits fit a phone of 320 px; more of them scroll beside the days. */
const columnsMax = 6;

interface CalendarScrollProps {
  layout: Layout;
  /** How many habits stand side by side in the vertical layout. */
  columns: number;
  month: Month;
  today: string;
  children: ReactNode;
}

/** In the vertical layout a few habits keep together in the middle of a wide window. */
export const verticalClass = "mx-auto w-full sm:max-w-(--calendar-width)";

export function verticalStyle(columns: number): CSSProperties {
  return { "--calendar-width": `${6 + columns * 9}rem` } as CSSProperties;
}

/** Lets a wide calendar scroll under its names, and begins where today is. */
export function CalendarScroll({ layout, columns, month, today, children }: CalendarScrollProps) {
  const ref = useRef<HTMLDivElement>(null);
  // A vertical one that fits scrolls with the page, whose top its header then sticks to.
  const isScrolled = layout === "horizontal" || columns > columnsMax;

  useLayoutEffect(() => {
    const box = ref.current;
    const column = box?.querySelector<HTMLElement>('thead [aria-current="date"]');
    const names = box?.querySelector<HTMLElement>("thead .calendar-corner");
    if (!box || layout !== "horizontal") return;
    const left = column ? column.offsetLeft - (names?.offsetWidth ?? 0) : 0;
    const room = box.clientWidth - (names?.offsetWidth ?? 0);
    // Today stands at the right end of what is seen: the days before it are what one wants to mend.
    box.scrollLeft = column ? Math.max(0, left - room + column.offsetWidth * 2) : 0;
  }, [layout, month, today]);

  return (
    <div
      ref={ref}
      className={classes(
        "pb-2",
        layout === "vertical" && "sm:px-3",
        isScrolled && "calendar-scroll relative overflow-auto overscroll-x-contain",
        layout === "vertical" && isScrolled && "max-h-[85dvh] [--sticky-top:0]",
        layout === "vertical" && verticalClass,
      )}
      style={layout === "vertical" ? verticalStyle(columns) : undefined}
    >
      {children}
    </div>
  );
}
