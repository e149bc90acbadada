import { useSyncExternalStore } from "react";
import type { Layout } from "./grid.ts";
import { daysBeforeMax } from "./grid.ts";

/**
 * Widths from which the horizontal calendar shows a whole month without scrolling, as in calendar.css, and the days of
 * the month before for which they have space.
 */
const wide = [
  { query: "(min-width: 130rem) and (pointer: fine)", days: daysBeforeMax },
  { query: "(min-width: 82rem) and (pointer: fine)", days: 2 },
  { query: "(min-width: 79rem) and (pointer: fine)", days: 1 },
];

/** How many days of the month before the calendar shows: as many as fit, or more where it scrolls anyway. */
export function useDaysBefore(layout: Layout): number {
  const fitting = useSyncExternalStore(
    (listener) => {
      const queries = wide.map(({ query }) => matchMedia(query));
      for (const query of queries) query.addEventListener("change", listener);
      return () => {
        for (const query of queries) query.removeEventListener("change", listener);
      };
    },
    () => wide.find(({ query }) => matchMedia(query).matches)?.days ?? daysBeforeMax,
  );
  return layout === "horizontal" ? fitting : daysBeforeMax;
}
