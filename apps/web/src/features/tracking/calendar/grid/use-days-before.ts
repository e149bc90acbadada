import { useMedia } from "../../../../lib/use-media.ts";
import { daysBeforeMax, type Layout } from "./grid.ts";

/** How many days of the month before the calendar shows: as many as fit, or more where it scrolls anyway. */
export function useDaysBefore(layout: Layout): number {
  // Widths from which the horizontal calendar shows a whole month without scrolling, as in calendar.css, and has space
  // for one, two and all days of the month before.
  const hasOne = useMedia("(min-width: 79rem) and (pointer: fine)");
  const hasTwo = useMedia("(min-width: 82rem) and (pointer: fine)");
  const hasAll = useMedia("(min-width: 130rem) and (pointer: fine)");
  if (layout !== "horizontal" || hasAll || !hasOne) return daysBeforeMax;
  return hasTwo ? 2 : 1;
}
