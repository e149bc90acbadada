import { useHydrated, useSearch } from "@tanstack/react-router";
import { readNext } from "../../../../lib/guards.ts";

/**
 * The page that a guest wanted before the log-in, as the search of the next link. The server renders one page for all,
 * so this is empty until the page is hydrated.
 */
export function useNext(): { next?: string } {
  const search = useSearch({ strict: false });
  // The router also passes a route the other search parameters of its address, and those that it rejected.
  return useHydrated() ? readNext({ ...search }) : {};
}
