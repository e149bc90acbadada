import { useEffect } from "react";

let tellHydrated = () => {};

/** Resolves once React has hydrated all that the server rendered of the first page. Never on the server. */
export const pageHydrated = new Promise<void>((resolve) => {
  tellHydrated = resolve;
});

/**
 * Reports that the page is hydrated. React hydrates a page from the outside inwards, so the innermost part that the server
 * renders calls it: the head of a page, or {@link HydrationMark}.
 */
export function useHydrationReport() {
  useEffect(() => tellHydrated(), []);
}

/** Stands in the document where the browser is to draw the page. Shows nothing. */
function HydrationMark() {
  useHydrationReport();
  return null;
}

/**
 * Route options of a page that only the browser draws. The server renders the mark in its place, which is why nothing has
 * to wait for the data of such a page before it may change the document.
 */
export const browserOnly = {
  ssr: false,
  pendingComponent: HydrationMark,
  // On a navigation the page that is left stays until the next one is loaded.
  pendingMs: Number.POSITIVE_INFINITY,
  // The mark shows nothing, so there is nothing to look at for half a second, the router's default.
  pendingMinMs: 0,
} as const;
