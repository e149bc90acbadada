import { useEffect } from "react";

let tellHydrated = () => {};

/**
 * Resolves once React has hydrated everything that the server rendered of the first page. Never resolves on the server.
 */
export const pageHydrated = new Promise<void>((resolve) => {
  tellHydrated = resolve;
});

/**
 * Reports that the page is hydrated. React hydrates a page from the outside inwards, so the innermost component that
 * the server renders calls it: the head of a page, or {@link HydrationMark}.
 */
export function useHydrationReport() {
  useEffect(() => tellHydrated(), []);
}

/** A placeholder in the document where the browser will render the page. Renders nothing. */
function HydrationMark() {
  useHydrationReport();
  return null;
}

/**
 * Route options of a page that only the browser renders. The server renders the mark in its place, so that nothing has
 * to wait for the page's data before it may change the document.
 */
export const browserOnly = {
  ssr: false,
  pendingComponent: HydrationMark,
  // During a navigation the old page stays until the next one is loaded.
  pendingMs: Number.POSITIVE_INFINITY,
  // The mark renders nothing, so the router need not show it for its default of half a second.
  pendingMinMs: 0,
} as const;
