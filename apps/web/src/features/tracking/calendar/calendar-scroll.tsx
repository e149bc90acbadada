import { classes } from "@daymark/ui/classes";
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from "react";
import type { Month } from "../clock/month.ts";
import type { Layout } from "./grid/grid.ts";

/** The number of habit columns that fit on a phone of 320 px; with more of them the table scrolls sideways. */
const columnsMax = 6;

interface CalendarScrollProps {
  layout: Layout;
  /** The number of habits side by side in the vertical layout. */
  columns: number;
  month: Month;
  today: string;
  /** True while the user has chosen another month or layout than the one shown. */
  isBehind: boolean;
  children: ReactNode;
}

/** In a wide window the vertical layout centers a few habits. */
export const verticalClass = "mx-auto w-full sm:max-w-(--calendar-width)";

export function verticalStyle(columns: number): CSSProperties {
  return { "--calendar-width": `${6 + columns * 9}rem` } as CSSProperties;
}

/** Lets a wide calendar scroll under its fixed names, and scrolls to today at first. */
export function CalendarScroll({ layout, columns, month, today, isBehind, children }: CalendarScrollProps) {
  const ref = useRef<HTMLDivElement>(null);
  // A vertical calendar that fits scrolls with the page, and its header sticks to the top of the page.
  const isScrolled = layout === "horizontal" || columns > columnsMax;

  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    if (layout === "vertical") {
      box.scrollLeft = 0;
      return;
    }
    const column = box.querySelector<HTMLElement>('thead [aria-current="date"]');
    const names = box.querySelector<HTMLElement>("thead .calendar-corner");
    const start = box.querySelector<HTMLElement>("thead .calendar-month-start");
    const leftOf = (header: HTMLElement | null) => (header ? header.offsetLeft - (names?.offsetWidth ?? 0) : 0);
    const totals = box.querySelector<HTMLElement>("thead [data-total]");
    const room = box.clientWidth - (names?.offsetWidth ?? 0) - (totals?.offsetWidth ?? 0);
    const width = column?.offsetWidth || 1;
    // Today is at the right edge: users want to correct the days before it, on the first of a month yesterday. The first
    // day beside the names is whole.
    const untilToday = Math.ceil((leftOf(column) - room) / width + 2) * width;
    box.scrollLeft = column && column === start ? untilToday : Math.max(leftOf(start), untilToday);
  }, [layout, month, today]);

  return (
    <div
      ref={ref}
      data-layout={layout}
      className={classes(
        "pb-2",
        // After a delay: on a fast device the days follow before it would be noticed.
        isBehind && "opacity-40 transition-opacity delay-150 motion-reduce:opacity-100",
        layout === "vertical" && "sm:px-3",
        isScrolled && "calendar-scroll relative",
        layout === "vertical" && verticalClass,
      )}
      style={layout === "vertical" ? verticalStyle(columns) : undefined}
    >
      {children}
    </div>
  );
}
