import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Members, readSearch } from "./search.ts";

/** The filters of a list in the address, and a function that changes them. */
export function useListSearch<const Known extends Members>(known: Known) {
  const navigate = useNavigate();
  const search = readSearch(known, useSearch({ strict: false }));
  return {
    search,
    // An order hides nothing.
    isFiltered: Object.keys(search).some((name) => name !== "sort"),
    onSearch: (next: Readonly<Record<string, string>>) =>
      void navigate({ to: ".", search: readSearch(known, next), resetScroll: false }),
  };
}
