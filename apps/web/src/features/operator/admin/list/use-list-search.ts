import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Members, readSearch } from "./search.ts";

/** What a list is looked through by, as the address has it, and the way to the same list looked through by something else. */
export function useListSearch<const Known extends Members>(known: Known) {
  const navigate = useNavigate();
  return {
    search: readSearch(known, useSearch({ strict: false })),
    onSearch: (next: Readonly<Record<string, string>>) =>
      void navigate({ to: ".", search: readSearch(known, next), resetScroll: false }),
  };
}
