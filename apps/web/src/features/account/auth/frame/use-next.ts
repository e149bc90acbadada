import { useHydrated, useSearch } from "@tanstack/react-router";
import { readNext } from "../../../../lib/guards.ts";

/**
 * The page that a guest wanted before the log-in, as the search of the next link. The server renders one page for all, so
 * that it is empty until the page is hydrated.
 */
export function useNext(): { next?: string } {
  const search = useSearch({ strict: false });
  // The router gives a route its address's other texts too, and those that the route refused.
  return useHydrated() ? readNext({ ...search }) : {};
}
